import { CHECKOUT_KEYS } from '../features/payments/checkout-keys.ts';
import { APPLICATION_RUNS } from '../lib/public-controls.ts';
import { readToken } from '../lib/session/token.ts';
import { operateColorScheme } from './color-scheme.ts';
import { loadApplication } from './load-application.ts';
import { operateMenu } from './menu.ts';
import { passStates } from './pass-state.ts';
import { pressAgain } from './press-again.ts';
import { operateRatesPage } from './rates-page.ts';

/** Attribute of the root, which shows what else is hidden while a session loads. */
const VISITOR = 'data-visitor';

/** Operates a public page until its application does, which is loaded only for who needs it (R-pages-34). */
export function operatePublicPage(): void {
  const untilApplication = new AbortController();
  const { signal } = untilApplication;
  window.addEventListener(APPLICATION_RUNS, () => {
    untilApplication.abort();
    document.documentElement.removeAttribute(VISITOR);
  });
  operateColorScheme(signal);
  operateMenu(signal);
  passStates(signal);
  pressAgain(signal);
  operateRatesPage(signal);
  lookForSession();
  // Session begun in another tab, also while this page was kept by the browser for the way back.
  window.addEventListener('storage', lookForSession, { signal });
  window.addEventListener('pageshow', lookForSession, { signal });
}

/** Loads the application for who is signed in; visitors see at once what is for them. */
function lookForSession(): void {
  const isSignedIn = ask(() => readToken() !== null);
  document.documentElement.toggleAttribute(VISITOR, !isSignedIn);
  // Failed: the page can still be read, and its links lead on.
  if (isSignedIn || ask(isExpected)) loadApplication().catch(() => {});
}

/** Whether this entry of the history, or this tab, keeps something that only the application can tell or go on with. */
function isExpected(): boolean {
  const { state }: { state: unknown } = window.history;
  const passedOn = typeof state === 'object' && state !== null && 'usr' in state && state.usr !== null;
  return passedOn || sessionStorage.getItem(CHECKOUT_KEYS.failure) !== null;
}

/** @returns false also in a browser that lets nobody ask */
function ask(question: () => boolean): boolean {
  try {
    return question();
  } catch {
    return false;
  }
}
