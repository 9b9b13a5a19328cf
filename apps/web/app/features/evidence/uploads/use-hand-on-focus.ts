import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Hands the focus on when the line of a list that has it is taken away, by its own button, or since the file has
 * arrived: to the button that removes the next one, or the one before, or after the last to the place for adding files
 * (R-pages-43). `hold` keeps it in the line when another of its buttons goes.
 */
export function useHandOnFocus<E extends HTMLElement>(): { line: RefObject<E | null>; hold: () => void } {
  const line = useRef<E>(null);
  useLayoutEffect(() => {
    const own = line.current;
    // Before the line leaves the page, so that its neighbours are known.
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const { nextElementSibling: next, previousElementSibling: before } = own;
      (removalIn(next) ?? removalIn(before) ?? dropAreaAround(own))?.focus();
    };
  }, []);
  return { line, hold: () => removalIn(line.current)?.focus() };
}

function removalIn(line: Element | null): HTMLElement | null {
  return line?.querySelector<HTMLElement>('[data-removes]') ?? null;
}

/** The nearest field that takes dropped files; those behind buttons can't be reached by keys. */
function dropAreaAround(line: Element): HTMLElement | null {
  for (let around = line.parentElement; around; around = around.parentElement) {
    const field = around.querySelector<HTMLElement>('input[type="file"][tabindex="0"]');
    if (field) return field;
  }
  return null;
}
