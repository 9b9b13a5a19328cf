import { APPLICATION_RUNS } from './public-controls.ts';

/** Name under which this tab keeps the state that a link passes on to the next document. */
const KEY = 'passed-state';

/** Time in ms that a state waits for its document: later it is a click that led nowhere. */
const MOST_AGE_MS = 30_000;

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
  else sessionStorage.setItem(KEY, JSON.stringify({ href, state, at: Date.now() }));
}

/** Forgets the state: the application has taken it over, or another page was opened. */
function dropPassedState(): void {
  sessionStorage.removeItem(KEY);
}

/**
 * Puts a kept state where the router looks for it, if this document is the one that the link led to; or the next one,
 * when a link of that was followed before the application had taken over and could pass the state on.
 */
export function takePassedState(): void {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return;
  const { href, state, at }: { href?: unknown; state?: unknown; at?: unknown } = JSON.parse(kept);
  const isNew = typeof at === 'number' && Date.now() - at < MOST_AGE_MS;
  const isMeant = href === window.location.href || href === document.referrer;
  dropPassedState();
  if (!isNew || !isMeant || typeof state !== 'string') return;
  window.history.replaceState({ ...window.history.state, usr: JSON.parse(state) }, '');
  sessionStorage.setItem(KEY, JSON.stringify({ href: window.location.href, state, at }));
  window.addEventListener(APPLICATION_RUNS, dropPassedState, { once: true });
}
