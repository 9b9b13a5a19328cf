import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to a list when what held it was removed from it; else it would be lost to the page. */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number): RefObject<E | null> {
  const list = useRef<E>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus();
    before.current = count;
  }, [count]);
  return list;
}
