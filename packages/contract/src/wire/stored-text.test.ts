import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findUnstorable, isStorable, tidyText, trimBlanks } from './stored-text.ts';

test.each([
  ['', true],
  ['Asha 🙂 मीरा', true],
  ['a\ufffdb', true],
  ['\ud83d', false],
  ['a\udc00b', false],
  ['\udc00\ud83d', false],
  ['a\0', false],
])('%j can be stored: %j', (text, expected) => {
  expect(isStorable(text)).toBe(expected);
});

test.each<[unknown, string | null]>([
  [{ name: 'Asha', tags: ['a', { b: 'c' }] }, null],
  [{ name: '\ud800' }, 'name'],
  [{ entries: [{ number: 'ok' }, { number: 'a\0' }] }, 'entries'],
  [{ entries: [{ 'a\0': 1 }] }, 'entries'],
  [{ 'na\ud800me': 1 }, 'na\ufffdme'],
  [['\ud800'], 'body'],
  ['\ud800', 'body'],
  [{ first: '\ud800', second: '\ud800' }, 'first'],
])('%j names the field %j', (body, field) => {
  expect(findUnstorable(body)).toBe(field);
});

test('no depth is too deep', () => {
  const depth = 200_000;
  expect(findUnstorable(JSON.parse(`${'['.repeat(depth)}"\\ud800"${']'.repeat(depth)}`))).toBe('body');
});

const BLANKS = [
  ...'\t\n\u00a0\u115f\u1160\u1680\u180e\u2003\u200b\u2028\u202f\u205f\u2060\u2800\u3000\u3164\uffa0\ufeff',
];

test('blanks of any script around a text go, and nothing else does', () => {
  const blanks = fc.string({ unit: fc.constantFrom(...BLANKS) });
  fc.assert(
    fc.property(blanks, fc.string({ unit: 'grapheme' }), blanks, (before, inside, after) => {
      const text = `x${inside}y`;
      expect(trimBlanks(before + text + after)).toBe(text);
    }),
  );
  expect(trimBlanks(BLANKS.join(''))).toBe('');
  // Joiners shape the letters of Indian scripts.
  expect(trimBlanks('क्\u200c')).toBe('क्\u200c');
});

test('a text is tidied once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const tidy = tidyText(text);
      expect([tidyText(tidy), tidy.normalize('NFC')]).toEqual([tidy, tidy]);
    }),
  );
  expect(tidyText('\u3000Jose\u0301\u00a0')).toBe('José');
});

test('blanks inside of a text take no longer than letters', () => {
  const text = `a${' '.repeat(500_000)}b`;
  const began = process.cpuUsage();
  expect(trimBlanks(`${text}${' '.repeat(500_000)}`)).toBe(text);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
