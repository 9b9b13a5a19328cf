import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeHelp, HELP_AT_REST, type HelpEvent, repeatHint } from './help-hint.ts';

let state = HELP_AT_REST;
const tell = (event: HelpEvent) => {
  state = changeHelp(state, event);
};

beforeEach(() => {
  vi.useFakeTimers();
  state = HELP_AT_REST;
});

afterEach(() => {
  vi.useRealTimers();
});

test('the hint appears every 60 seconds for 5 seconds', () => {
  repeatHint(tell);
  for (let minute = 0; minute < 3; minute++) {
    vi.advanceTimersByTime(minute === 0 ? 59_999 : 54_999);
    expect(state.hint).toBe(false);
    vi.advanceTimersByTime(1);
    expect(state.hint).toBe(true);
    vi.advanceTimersByTime(4_999);
    expect(state.hint).toBe(true);
    vi.advanceTimersByTime(1);
    expect(state.hint).toBe(false);
  }
});

test('opening the panel hides the hint, and while it is open none appears', () => {
  repeatHint(tell);
  vi.advanceTimersByTime(61_000);
  tell('opened');
  expect(state).toEqual({ hint: false, panel: true });
  vi.advanceTimersByTime(60_000);
  expect(state).toEqual({ hint: false, panel: true });
  tell('closed');
  expect(state).toEqual(HELP_AT_REST);
  vi.advanceTimersByTime(59_000);
  expect(state.hint).toBe(true);
});

test('stopped, nothing is told any more', () => {
  const stop = repeatHint(tell);
  vi.advanceTimersByTime(60_000);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});
