import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let noteRetryAfter: typeof import('./retry-after.ts').noteRetryAfter;
let pauseBeforeRetry: typeof import('./retry-after.ts').pauseBeforeRetry;

beforeEach(async () => {
  // What one tab was told, no other knows.
  vi.resetModules();
  ({ noteRetryAfter, pauseBeforeRetry } = await import('./retry-after.ts'));
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => vi.useRealTimers());

const refuse = (status: number, retryAfter?: string) =>
  noteRetryAfter({ status, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }) });

test('a busy server is asked again when it said, or up to as long after', () => {
  refuse(503, '2');
  expect(pauseBeforeRetry(0, 0)).toBe(2_000);
  expect(pauseBeforeRetry(0, 0.5)).toBe(3_000);
  expect(pauseBeforeRetry(2, 1)).toBe(4_000);
  vi.advanceTimersByTime(500);
  expect(pauseBeforeRetry(0, 0)).toBe(1_500);
});

test('the longer of two wishes counts', () => {
  refuse(503, '5');
  refuse(503, '1');
  expect(pauseBeforeRetry(0, 0)).toBe(5_000);
});

test.each([
  ['a lost connection', 0, undefined],
  ['a refusal that says no time', 503, undefined],
  ['a date, which nobody here sends', 503, 'Sun, 22 Nov 2026 08:00:00 GMT'],
  ['a time that is not about being busy', 429, '60'],
])('after %s the pause doubles', (_, status, retryAfter) => {
  refuse(status, retryAfter);
  expect([0, 1, 2, 9].map((failures) => pauseBeforeRetry(failures))).toEqual([1_000, 2_000, 4_000, 30_000]);
});
