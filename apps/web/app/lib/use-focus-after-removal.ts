import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to a list when an element that held it was removed; the browser would lose it to the page, and with it
 * a key that is pressed before an effect of React's usual kind.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count]);
  return list;
}
