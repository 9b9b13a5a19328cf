/** Name under which this tab keeps the state that a link passes on to the next document. */
const KEY = 'passed-state';

/**
 * Attributes of a `Link` with a state on a public page: there it loads a new document, and the page's script keeps the
 * state for it (R-pages-33).
 */
export function passState(state: object) {
  return { state, 'data-state': JSON.stringify(state) };
}

/** Keeps the state of a link that is being followed, and forgets that of another; one without a state keeps none. */
export function keepPassedState({ href, dataset: { state } }: HTMLAnchorElement): void {
  if (state === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify({ href, state }));
}

/** Puts a kept state where the router looks for it, if this document is the one that the link led to. */
export function takePassedState(): void {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept === null) return;
  const { href, state }: { href?: unknown; state?: unknown } = JSON.parse(kept);
  if (href !== window.location.href || typeof state !== 'string') return;
  window.history.replaceState({ ...window.history.state, usr: JSON.parse(state) }, '');
}
