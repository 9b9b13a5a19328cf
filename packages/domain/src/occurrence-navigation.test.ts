import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countListedOccurrences, pageButtons } from './occurrence-navigation.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);

test.each([
  [0, 12],
  [8, 12],
  [9, 24], // within 3 of the end of the first batch
  [11, 24],
  [20, 24],
  [21, 36],
])('standing on occurrence %i of a monthly item, %i are listed', (index, expected) => {
  expect(countListedOccurrences(day('2026-12-15'), 'monthly', index)).toBe(expected);
});

test('no more are listed than there are', () => {
  expect(countListedOccurrences(day('2026-12-15'), 'once', 0)).toBe(1);
  expect(countListedOccurrences(day('2026-12-15'), 'never', 0)).toBe(0);
  expect(countListedOccurrences(day('2200-10-31'), 'monthly', 0)).toBe(3);
});

test.each([
  [0, 12, [0, 1, 2, 3, 4]],
  [1, 12, [0, 1, 2, 3, 4]],
  [2, 12, [0, 1, 2, 3, 4]],
  [3, 12, [1, 2, 3, 4, 5]],
  [11, 12, [7, 8, 9, 10, 11]],
  [0, 1, [0]],
  [2, 3, [0, 1, 2]],
  [0, 0, []],
])('on %i of %i the buttons are %j', (index, count, expected) => {
  expect(pageButtons(index, count)).toEqual(expected);
});

test('the buttons are consecutive, at most five, and hold the one stood on', () => {
  const position = fc.nat(500).chain((count) => fc.tuple(fc.nat(count), fc.constant(count + 1)));
  fc.assert(
    fc.property(position, ([index, count]) => {
      const buttons = pageButtons(index, count);
      expect(buttons).toHaveLength(Math.min(5, count));
      expect(buttons).toContain(index);
      expect(buttons).toEqual(buttons.map((_, offset) => (buttons[0] ?? Number.NaN) + offset));
      expect(buttons.every((button) => button >= 0 && button < count)).toBe(true);
    }),
  );
});

test('walking forward never reaches the end of the list while the series goes on', () => {
  fc.assert(
    fc.property(fc.nat(1000), (index) => {
      const count = countListedOccurrences(day('2026-12-15'), 'monthly', index);
      expect(count - index).toBeGreaterThan(3);
      expect(count % 12).toBe(0);
    }),
  );
});
