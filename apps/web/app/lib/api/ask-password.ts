import { useSyncExternalStore } from 'react';

/** Whether the password was confirmed; null when nobody can be asked for it. */
type Confirmed = boolean | null;

/** The question for the password that calls wait for; one for all of them (R-accounts-61). */
let asked: { answer: Promise<Confirmed>; settle: (confirmed: Confirmed) => void } | null = null;

/** Places that put the question, one at most; without one nobody can be asked. */
let askers = 0;

const listeners = new Set<() => void>();

/** Asks the user for their password. @returns whether it was confirmed; null when nobody can be asked. */
export function askPassword(): Promise<Confirmed> | null {
  if (askers === 0) return null;
  if (asked) return asked.answer;
  const { promise, resolve } = Promise.withResolvers<Confirmed>();
  asked = { answer: promise, settle: resolve };
  notify();
  return promise;
}

/** Ends the question: the calls that wait go on, fail quietly, or with their refusal when nobody could be asked. */
export function settlePassword(confirmed: Confirmed): void {
  asked?.settle(confirmed);
  asked = null;
  notify();
}

/** Puts the questions from now on. @returns the function that stops it, and with it a question that is open. */
export function beginAsking(): () => void {
  askers += 1;
  return () => {
    askers -= 1;
    settlePassword(false);
  };
}

/** Resolves when the user is asked for their password. */
export function whenPasswordAsked(): Promise<void> {
  return new Promise((resolve) => {
    const leave = subscribe(check);
    check();

    function check() {
      if (!isAsked()) return;
      leave();
      resolve();
    }
  });
}

/** Whether the user is being asked for their password. */
export function useIsPasswordAsked(): boolean {
  return useSyncExternalStore(subscribe, isAsked, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isAsked(): boolean {
  return asked !== null;
}

function notify(): void {
  for (const listener of listeners) listener();
}
