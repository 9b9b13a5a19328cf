import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { usePrinting } from './use-printing.ts';

test('it is told before paper is drawn, and afterwards', () => {
  const { result } = renderHook(usePrinting);
  expect(result.current).toBe(false);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(result.current).toBe(true);
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(result.current).toBe(false);
});
