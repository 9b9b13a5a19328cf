/** Time in ms from the start of the page after which an answer is too old to be new: as long as a query is fresh. */
const MOST_AGE_MS = 30_000;

/** Answer that a script of the page began to ask for; null without a connection. */
export interface EarlyAnswer {
  readonly status: number;
  readonly tag: string | null;
  readonly text: string;
}

export interface EarlyAnswers {
  /** Token of the session they were asked for with. */
  readonly token: string;
  readonly byAddress: Map<string, Promise<EarlyAnswer | null>>;
}

/**
 * Script for the head of a page: begins its first calls while the application's scripts load. What it does with an
 * answer is as little as can be; `takeEarlyAnswer` hands it to whoever makes that call.
 */
export function scriptEarlyCalls(addresses: readonly string[]): string {
  return `(() => {
  let token = null;
  try { token = localStorage.getItem('token'); } catch {}
  if (token === null) return;
  const headers = { accept: 'application/json', authorization: 'Bearer ' + token };
  const ask = async (address) => {
    const answer = await fetch(address, { headers, credentials: 'same-origin' });
    return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() };
  };
  const byAddress = new Map(${JSON.stringify(addresses)}.map((address) => [address, ask(address).catch(() => null)]));
  globalThis.earlyAnswers = { token, byAddress };
})()`;
}

/**
 * Takes the answer that was asked for early: once, for the same address and session, and while it is new. Null when
 * there is none, it could not be had or is a refusal, and the call has to be made.
 */
export async function takeEarlyAnswer(token: string | null, address: string): Promise<EarlyAnswer | null> {
  const early = globalThis.earlyAnswers;
  if (!early) return null;
  if (early.token !== token || performance.now() > MOST_AGE_MS) {
    globalThis.earlyAnswers = undefined;
    return null;
  }
  const answer = early.byAddress.get(address);
  early.byAddress.delete(address);
  const found = await answer;
  return found?.status === 200 ? found : null;
}

/** Forgets what was not taken yet: a change makes it old. */
export function dropEarlyAnswers(): void {
  globalThis.earlyAnswers = undefined;
}

declare global {
  /** What the page's own script has asked for, for `takeEarlyAnswer` alone. */
  var earlyAnswers: EarlyAnswers | undefined;
}
