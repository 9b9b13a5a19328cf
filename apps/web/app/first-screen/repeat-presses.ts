import { type FirstScreen, firstScreen, SCREEN_TAKEN_OVER } from '../lib/first-screen.ts';

/** Time in ms for which a press waits; who pressed longer ago is about something else by now. */
const PATIENCE_MS = 6_000;

/** Link of a row to its own details. */
const TITLE_OF_ROW = '[data-opens-row]';

/**
 * Repeats the last press on what the page drew, once the application has taken it over. Links lead on by themselves, but
 * for a row's own, which is a press on the row; a press outside is another one. It ends, too, when something else stands in that place: the application shows
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
      if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
      const link = target.closest('a');
      if (link && !(link.matches(TITLE_OF_ROW) && isBare(event))) return;
      if (!screen.content.contains(target)) return;
      event.stopPropagation();
      if (target instanceof HTMLInputElement || link) event.preventDefault();
      note(target, () => new MouseEvent('click', event));
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (isOver() || !opensRow(event)) return;
      event.preventDefault(); // Space would scroll the page
      note(event.target, () => new KeyboardEvent('keydown', event));
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

/** Whether a key opens a row. Enter on its link is a click as well, which is repeated. */
function opensRow(event: KeyboardEvent): event is KeyboardEvent & { readonly target: HTMLElement } {
  const { target, key } = event;
  if (!isBare(event)) return false;
  if (target instanceof HTMLTableRowElement) return key === 'Enter' || key === ' ';
  return key === ' ' && target instanceof HTMLElement && target.matches(TITLE_OF_ROW);
}

/** Whether no key is held that makes a press the browser's. */
function isBare({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent | MouseEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey;
}
