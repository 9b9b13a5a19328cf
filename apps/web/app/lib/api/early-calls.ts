import { OPENING_COMPANY } from '../session/token.ts';
import { type Asker, COMPANY_HEADER } from './call-company.ts';

/** Time in ms from the start of the page after which an answer is too old to be new: as long as a query is fresh. */
const MOST_AGE_MS = 30_000;

/** Answer that a script of the page began to ask for; null without a connection. */
export interface EarlyAnswer {
  readonly status: number;
  readonly tag: string | null;
  readonly text: string;
}

const bodies = new WeakMap<EarlyAnswer, unknown>();

/** Body of an answer as JSON, read once for all who ask; undefined when it is none. */
export function bodyOf(answer: EarlyAnswer): unknown {
  if (!bodies.has(answer)) bodies.set(answer, parseJson(answer.text));
  return bodies.get(answer);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface EarlyAnswers {
  /** Token of the session they were asked for with. */
  readonly token: string;
  /** Company they are about; '' is the person's default one. */
  readonly company: string;
  readonly byAddress: Map<string, Promise<EarlyAnswer | null>>;
}

/**
 * Script for the head of a page: begins its first calls while the application's scripts load, about the company that the
 * address names or the session used last, which then stands in the address (R-pages-36). What it does with an answer is
 * as little as can be; `takeEarlyAnswer` hands it to whoever makes that call.
 */
export function scriptEarlyCalls(addresses: readonly string[]): string {
  return `(() => {
  let token = null, opening = null;
  try {
    token = localStorage.getItem('token');
    opening = localStorage.getItem('${OPENING_COMPANY}');
  } catch {}
  if (token === null) return;
  const headers = { accept: 'application/json', authorization: 'Bearer ' + token };
  const page = new URL(location.href);
  const company = page.searchParams.get('company') || opening || '';
  if (company) headers['${COMPANY_HEADER}'] = encodeURIComponent(company).slice(0, 200);
  if (company && !page.searchParams.get('company')) {
    page.searchParams.set('company', company);
    history.replaceState(history.state, '', page);
  }
  const ask = async (address) => {
    const answer = await fetch(address, { headers, credentials: 'same-origin' });
    return { status: answer.status, tag: answer.headers.get('etag'), text: await answer.text() };
  };
  const byAddress = new Map(${JSON.stringify(addresses)}.map((address) => [address, ask(address).catch(() => null)]));
  globalThis.earlyAnswers = { token, company, byAddress };
})()`;
}

/**
 * Takes the answer that was asked for early: once, for the same address, session and company, and while it is new. Null
 * when there is none, it could not be had or is a refusal, and the call has to be made.
 */
export async function takeEarlyAnswer({ token, company }: Asker, address: string): Promise<EarlyAnswer | null> {
  const early = globalThis.earlyAnswers;
  if (!early) return null;
  if (early.token !== token || performance.now() > MOST_AGE_MS) {
    globalThis.earlyAnswers = undefined;
    return null;
  }
  if (early.company !== company) return null;
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
