import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useShownFirst, whenSettled } from './when-settled.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('what is late waits until the page shows what it was opened for', async () => {
  const settled = vi.fn();
  const page = renderHook(({ shown }) => useShownFirst(shown), { initialProps: { shown: false } });
  void whenSettled().then(settled);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(settled).not.toHaveBeenCalled();
  page.rerender({ shown: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(settled).toHaveBeenCalledOnce();
});

test('what is late comes also to a page that stays busy, as one without a connection', async () => {
  const settled = vi.fn();
  renderHook(() => useShownFirst(false));
  void whenSettled().then(settled);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(settled).toHaveBeenCalledOnce();
});
