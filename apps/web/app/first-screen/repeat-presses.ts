import { type FirstScreen, firstScreen, SCREEN_TAKEN_OVER } from '../lib/first-screen.ts';

/** Time in ms for which a press waits; who pressed longer ago is about something else by now. */
const PATIENCE_MS = 6_000;

/**
 * Repeats the last press on what the page drew, once the application has taken it over. Links lead on by themselves,
 * and a press outside is another one. It ends, too, when something else stands in that place: the application shows
 * another page, or drew this one anew.
 */
export function repeatPresses(screen: FirstScreen): void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  let last: { readonly at: number; readonly repeat: () => void } | undefined;
  const isOver = () => {
    if (firstScreen() !== screen) ended.abort();
    return ended.signal.aborted;
  };
  const note = (target: EventTarget, again: () => Event) => {
    last = { at: Date.now(), repeat: () => target.dispatchEvent(again()) };
  };
  window.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (isOver()) return;
      last = undefined;
      if (!(target instanceof HTMLElement || target instanceof SVGElement) || target.closest('a')) return;
      if (!screen.content.contains(target)) return;
      event.stopPropagation();
      if (target instanceof HTMLInputElement) event.preventDefault();
      note(target, () => new MouseEvent('click', event));
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      if (isOver() || !(target instanceof HTMLTableRowElement) || !opensRow(event)) return;
      event.preventDefault(); // Space would scroll the page
      note(target, () => new KeyboardEvent('keydown', event));
    },
    options,
  );
  window.addEventListener(
    SCREEN_TAKEN_OVER,
    () => {
      ended.abort();
      if (last && Date.now() - last.at < PATIENCE_MS) last.repeat();
    },
    options,
  );
}

function opensRow({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey && !altKey && !shiftKey;
}
