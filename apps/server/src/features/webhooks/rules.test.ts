import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdAfter, isGivenUp, MAX_TRIES, pauseAfter } from './rules.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true });

test('twelve tries with growing pauses over five days', () => {
  expect(MAX_TRIES).toBe(12);
  const pauses = Array.from({ length: 11 }, (_, index) => pauseAfter(index + 1, 0.5, null) ?? 0);
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
  expect(pauses[0]).toBe(5);
  expect(pauses.reduce((sum, pause) => sum + pause) / 86_400).toBeCloseTo(5.15, 1);
  expect(pauseAfter(12, 0.5, null)).toBeNull();
  expect(pauseAfter(12, 0.5, 60)).toBeNull();
});

test('what failed together comes back apart, and never before it was asked to', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 11 }), random, fc.integer({ min: 0, max: 86_400 }), (tries, at, asked) => {
      const usual = pauseAfter(tries, 0.5, null) ?? 0;
      const pause = pauseAfter(tries, at, null) ?? 0;
      expect(Math.abs(pause - usual)).toBeLessThanOrEqual(usual * 0.1 + 1e-6);
      expect(pauseAfter(tries, at, asked)).toBeGreaterThanOrEqual(asked);
    }),
  );
  expect(pauseAfter(1, 0, null)).not.toBe(pauseAfter(1, 1, null));
});

test('an address that fails is left alone a while, and as long as it asks', () => {
  expect([1, 2, 3, 4, 50].map((failures) => holdAfter(failures, null))).toEqual([5, 300, 900, 900, 900]);
  expect(holdAfter(1, 3_600)).toBe(3_600);
});

test.each([
  [9, 86_400 * 9, false],
  [10, 86_399, false],
  [10, 86_400, true],
  [500, 3_600, false],
])('%i failures in %i seconds: given up %s', (failures, seconds, expected) => {
  expect(isGivenUp(failures, seconds)).toBe(expected);
});
