import { State } from '@anupalan/contract/wire/primitives';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { cleanRichText } from '../../platform/files/rich-text.ts';

/** A text of an edition, on one line. */
export const EditionText = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u, 'must not have control characters');
export const Line = EditionText.min(1, 'must not be empty').max(500);
export const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case words joined by hyphens');
export const Day = z.iso
  .date('must be a day such as 2026-11-20')
  .refine((day) => parseCalendarDay(day) !== null, 'must be a day such as 2026-11-20');
export const MonthDay = z
  .string()
  .refine((day) => parseCalendarDay(`2028-${day}`) !== null, 'must be a month and a day such as 04-07');
const Headcount = z.number().int().min(0).max(10_000_000);
export const RichText = EditionText.max(50_000).refine(
  (html) => cleanRichText(html) === html,
  'may only have p, strong, em, ul, ol, li and br, without attributes',
);
export const Confidence = z.enum(['high', 'medium', 'low']);
export const Source = EditionText.min(1, 'must not be empty').max(2_000);

export const Reach = z.strictObject({
  state: z.enum(State.options, "must be a state or union territory, or '-' for all of them"),
  minEmployees: Headcount,
  maxEmployees: Headcount,
});

/** A requirement as an edition writes it: one question, with the answers that meet it or those that don't. */
export const EditionRequirement = z.union([
  z.strictObject({ key: Key, is: z.array(Key).min(1) }),
  z.strictObject({ key: Key, isNot: z.array(Key).min(1) }),
]);
