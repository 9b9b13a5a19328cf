import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extendTo, NOTHING_SELECTED, type Selection, toggleRow } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];

function ids({ ids: selected }: Selection): string {
  return [...selected].toSorted().join('');
}

test('a row is selected, and not selected when it is picked again', () => {
  const one = toggleRow(NOTHING_SELECTED, 'b');
  expect(ids(one)).toBe('b');
  expect(ids(toggleRow(toggleRow(one, 'd'), 'b'))).toBe('d');
});

test.each([
  ['b', 'd', 'bcd'],
  ['d', 'b', 'bcd'],
  ['c', 'c', 'c'],
])('a range from %s to %s has all between, whichever way', (from, to, expected) => {
  expect(ids(extendTo(toggleRow(NOTHING_SELECTED, from), to, ORDER))).toBe(expected);
});

test('a second range reaches from where the first one did', () => {
  const first = extendTo(toggleRow(NOTHING_SELECTED, 'b'), 'c', ORDER);
  expect(ids(extendTo(first, 'e', ORDER))).toBe('bcde');
});

test.each([null, 'gone'])('without a row to reach from (%s) it is the row alone', (anchor) => {
  expect(ids(extendTo({ ids: new Set(), anchor }, 'd', ORDER))).toBe('d');
});

test('a range never takes a row out, and has both of its ends', () => {
  const row = fc.constantFrom(...ORDER);
  fc.assert(
    fc.property(fc.array(row), row, row, (picked, from, to) => {
      const before = toggleRow(picked.reduce(toggleRow, NOTHING_SELECTED), from);
      const after = extendTo(before, to, ORDER);
      expect(before.ids.isSubsetOf(after.ids)).toBe(true);
      expect(after.ids.has(from) && after.ids.has(to)).toBe(true);
    }),
  );
});
