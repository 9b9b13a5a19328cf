import { SCREEN_TAKEN_OVER } from '../lib/first-screen.ts';

/**
 * Repeats the last press on what the page drew, once the application has taken it over. Links lead on by themselves.
 * It ends, too, when something else stands in that place: the application shows another page, or drew this one anew.
 */
export function repeatPresses(place: Element): void {
  const untilTaken = new AbortController();
  const { signal } = untilTaken;
  const drawn = place.firstElementChild;
  let repeat: (() => void) | undefined;
  place.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!drawn?.isConnected) return untilTaken.abort();
      if (!(target instanceof HTMLElement || target instanceof SVGElement) || target.closest('a')) return;
      event.stopPropagation();
      if (target instanceof HTMLInputElement) event.preventDefault();
      repeat = () => target.dispatchEvent(new MouseEvent('click', event));
    },
    { capture: true, signal },
  );
  place.addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      if (!drawn?.isConnected) return untilTaken.abort();
      if (!(event instanceof KeyboardEvent) || !(target instanceof HTMLTableRowElement)) return;
      if (event.key === ' ') event.preventDefault(); // it would scroll the page
      repeat = () => target.dispatchEvent(new KeyboardEvent('keydown', event));
    },
    { capture: true, signal },
  );
  window.addEventListener(
    SCREEN_TAKEN_OVER,
    () => {
      untilTaken.abort();
      repeat?.();
    },
    { signal },
  );
}
