import { expect, test } from 'vitest';
import { z } from 'zod';
import { NewContactMessage } from '../contact.ts';
import { NewJobPosting } from '../job-postings.ts';
import { Rupees } from '../law/rupees.ts';
import { NewPack } from '../proof/packs.ts';
import { ProfileChanges } from '../users.ts';
import {
  calendarDay,
  email,
  moment,
  optionalParagraphs,
  optionalText,
  orEmpty,
  orNone,
  orNull,
  paragraphs,
  phone,
  text,
} from './primitives.ts';

const UNPRINTABLE = 'Please remove line breaks and other control characters';

/** The control characters (C0, DEL, C1) but NUL, which no text has, and the separators that some programs break lines at. */
const CONTROLS = [...Array(32).keys().drop(1), ...Array.from({ length: 33 }, (_, at) => 0x7f + at), 0x2028, 0x2029];

test.each(CONTROLS.map((code) => [code.toString(16), String.fromCodePoint(code)]))(
  'a line of text never has the character %s inside',
  (_, control) => {
    for (const schema of [text('Wanted'), optionalText()]) {
      expect(schema.safeParse(`Asha${control}=cmd`).error?.issues[0]?.message).toBe(UNPRINTABLE);
    }
  },
);

test.each([
  [' Asha Rao\t\r\n', 'Asha Rao'],
  ['\u2028Asha\u00a0', 'Asha'],
  ['श्री‍मती क्‌ष', 'श्री‍मती क्‌ष'],
  ['رضا', 'رضا'],
])('what is pasted around a line of text goes, and no letter does: %j', (given, kept) => {
  expect(text('Wanted').parse(given)).toBe(kept);
});

test.each(['\u200d', '\u200c \u200d', '\u115f\u1160', '\u2800\ufe0f', '\u202e\u00ad', '\u{e0020}'])(
  'a line of text that shows nothing is empty: %j',
  (given) => {
    expect(text('Wanted').safeParse(given).error?.issues[0]?.message).toBe('Wanted');
    expect(optionalText().parse(given)).toBe('');
  },
);

test('text of several lines has one kind of line break, whatever wrote it, and tabs', () => {
  const given = '\nWages:\r\n\tbasic\rallowance\u2028\v\u2029over\u0085end\f';
  for (const schema of [paragraphs('Wanted'), optionalParagraphs(100)]) {
    expect(schema.parse(given)).toBe('Wages:\n\tbasic\nallowance\n\n\nover\nend');
    const { error } = schema.safeParse('a\u001b[31mb');
    expect(error?.issues[0]?.message).toBe('Please remove characters that cannot be stored');
  }
});

test.each(['', ' ', '\u2060\u2800', 'soon'])('a form whose day is %j is a fault and compares no days', (from) => {
  const { error } = NewPack.safeParse({ from, to: '2026-11-25' });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['from']);
});

test('names, subjects and titles are lines; messages and descriptions are not', () => {
  const broken = 'Asha\n=HYPERLINK("http://x.in")';
  expect(ProfileChanges.safeParse({ firstName: broken }).success).toBe(false);
  const { name, message } = NewContactMessage.shape;
  expect([name.safeParse(broken).success, message.safeParse(broken).success]).toEqual([false, true]);
  const { jobTitle, jobDescription, contactPhone } = NewJobPosting.shape;
  expect([jobTitle.safeParse(broken).success, jobDescription.safeParse(broken).success]).toEqual([false, true]);
  expect(contactPhone.safeParse('98765\n43210').success).toBe(false);
});

test.each([
  ['calendarDay', calendarDay(), 'Invalid date format'],
  ['email', email('Invalid company email'), 'Invalid company email'],
  ['phone', phone(), 'Phone number must be at least 10 digits'],
  ['moment', moment(), 'Invalid date format'],
  ['an amount', Rupees, 'Please enter an amount in rupees, such as 25000 or 25000.50'],
  ['a choice', z.enum(['a', 'b'], { error: 'Please choose one' }), 'Please choose one'],
])('%s tells its own fault where it may be left out or taken away', (_, schema: z.ZodType, fault) => {
  for (const form of [schema, orEmpty(schema), orNone(schema), orNull(schema)]) {
    expect(form.safeParse('soon').error?.issues[0]?.message).toBe(fault);
  }
});
