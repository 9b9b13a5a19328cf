import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schedulePopup } from './popup-schedule.ts';

const NOW = Date.UTC(2026, 10, 20, 10);
const SECOND = 1_000;
const HOUR = 3_600_000;

let stored: string | null;
const storage = {
  getItem: () => stored,
  setItem: (_: string, value: string) => {
    stored = value;
  },
};
const show = vi.fn();
const start = (more = {}) => schedulePopup({ storage, isHindered: () => false, show, ...more });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  show.mockClear();
  stored = null;
});

afterEach(() => {
  vi.useRealTimers();
});

test('the first comes after 90 seconds and is recorded, the others an hour after the one before', () => {
  start();
  vi.advanceTimersByTime(90 * SECOND - 1);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(1);
  expect(stored).toBe(String(NOW + 90 * SECOND));
  vi.advanceTimersByTime(HOUR - 1);
  expect(show).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(2);
  expect(stored).toBe(String(NOW + 90 * SECOND + HOUR));
});

test.each([
  ['an hour ago: at once', String(NOW - HOUR), 0],
  ['a year ago: at once', String(NOW - 8760 * HOUR), 0],
  ['20 minutes ago: in 40', String(NOW - HOUR / 3), (HOUR * 2) / 3],
  ['just now: in an hour', String(NOW), HOUR],
  ['tomorrow, before the clock was set back: as never', String(NOW + 24 * HOUR), 90 * SECOND],
  ['nonsense: as never', 'yesterday', 90 * SECOND],
  ['empty: as never', '', 90 * SECOND],
])('last shown %s', (_, lastTime, delay) => {
  stored = lastTime;
  start();
  if (delay > 0) {
    vi.advanceTimersByTime(delay - 1);
    expect(show).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
  }
  expect(show).toHaveBeenCalledTimes(1);
});

test('in the way of something it waits until that ends, and only then is recorded', () => {
  let hindered = true;
  start({ isHindered: () => hindered });
  vi.advanceTimersByTime(10 * 60 * SECOND);
  expect(show).not.toHaveBeenCalled();
  expect(stored).toBeNull();
  hindered = false;
  vi.advanceTimersByTime(SECOND);
  expect(show).toHaveBeenCalledTimes(1);
});

test('what another tab showed meanwhile counts', () => {
  start();
  vi.advanceTimersByTime(60 * SECOND);
  stored = String(NOW + 60 * SECOND);
  vi.advanceTimersByTime(HOUR - 1);
  expect(show).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(1);
});

test('without storage it still comes once an hour', () => {
  const forbidden = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  start({ storage: { getItem: forbidden, setItem: forbidden } });
  vi.advanceTimersByTime(90 * SECOND + HOUR - 1);
  expect(show).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(show).toHaveBeenCalledTimes(2);
});

test('stopped, it never comes', () => {
  start()();
  expect(vi.getTimerCount()).toBe(0);
});
