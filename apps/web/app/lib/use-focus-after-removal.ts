import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to a list when an element that held it was removed; the browser would lose it to the page. */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count]);
  return list;
}
