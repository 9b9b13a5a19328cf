import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countListedOccurrences, pageButtons } from './occurrence-navigation.ts';
import { FREQUENCIES, occurrenceAt, occurrenceIndexNear } from './recurrence.ts';

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

/** An item that falls due and a day that somebody may pick: on an occurrence, between two, long before or after. */
const anyPlace = fc.record({
  first: fc.date({ min: new Date('2000-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map(toDay),
  frequency: fc.constantFrom(...FREQUENCIES.filter((frequency) => frequency !== 'never')),
  picked: fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true }).map(toDay),
});

test('wherever one stands, some of at most five consecutive buttons leads there', () => {
  fc.assert(
    fc.property(anyPlace, ({ first, frequency, picked }) => {
      const index = occurrenceIndexNear(first, frequency, picked) ?? Number.NaN;
      const buttons = pageButtons(index, countListedOccurrences(first, frequency, index));
      expect(buttons).toContain(index);
      expect(buttons).toHaveLength(frequency === 'once' ? 1 : 5);
      expect(buttons).toEqual(buttons.map((_, offset) => (buttons[0] ?? Number.NaN) + offset));
      for (const button of buttons) expect(occurrenceAt(first, frequency, button)).not.toBeNull();
    }),
  );
});

test('the list is whole batches of 12 and its end is never near', () => {
  fc.assert(
    fc.property(anyPlace, ({ first, frequency, picked }) => {
      fc.pre(frequency !== 'once');
      const index = occurrenceIndexNear(first, frequency, picked) ?? Number.NaN;
      const count = countListedOccurrences(first, frequency, index);
      expect(count % 12).toBe(0);
      expect(count - 1 - index).toBeGreaterThanOrEqual(3);
      expect(count - 1 - index).toBeLessThan(3 + 12);
    }),
  );
});

test('what never falls due has nowhere to go', () => {
  fc.assert(
    fc.property(anyPlace, fc.nat(100), ({ first }, index) => {
      expect(pageButtons(index, countListedOccurrences(first, 'never', index))).toEqual([]);
    }),
  );
});

function toDay(date: Date): Temporal.PlainDate {
  return Temporal.PlainDate.from(date.toISOString().slice(0, 10));
}
