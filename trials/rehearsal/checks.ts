import type { TestSmtp } from '../../apps/server/test/smtp.ts';
import type { Acknowledged, Load } from './load.ts';

/** Asks the database for rows. */
export type Ask = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** How often something acknowledged is there. */
export interface Kept {
  readonly what: string;
  readonly acknowledged: number;
  readonly missing: number;
  readonly twice: number;
}

/** Compares what was acknowledged with what is there. */
export async function findKept(ask: Ask, { notes, messages }: Acknowledged, smtp: TestSmtp): Promise<Kept[]> {
  const inTable = async (what: string, keys: string[], table: string, column: string) => {
    const text = `select ${column} as key, count(*) as times from ${table} where ${column} = any($1) group by 1`;
    const rows = await ask(text, [keys]);
    return count(what, keys, new Map(rows.map(({ key, times }) => [String(key), Number(times)])));
  };
  return [
    await inTable('status updates', notes, 'status_records', 'note'),
    await inTable('messages', messages, 'contact_messages', 'message'),
    count('mails queued with a message', messages, countMails(smtp)),
  ];
}

/** How many mails to support have each message. */
export function countMails({ received }: TestSmtp): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mail } of received) {
    const key = /^Contact message/.test(mail.subject ?? '') && mail.text?.match(/message [0-9a-f-]{36}/)?.[0];
    if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function count(what: string, keys: readonly string[], times: ReadonlyMap<string, number>): Kept {
  return {
    what,
    acknowledged: keys.length,
    missing: keys.filter((key) => !times.has(key)).length,
    twice: keys.filter((key) => (times.get(key) ?? 0) > 1).length,
  };
}

/** The sessions that were begun by a sign-in, and those of them that are open. */
export async function findSessions(url: string, tokens: readonly string[]): Promise<Kept> {
  let missing = 0;
  for (const token of tokens) {
    const answer = await fetch(`${url}/api/users/profile`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    if (!answer.ok) missing += 1;
  }
  return { what: 'sign-ins', acknowledged: tokens.length, missing, twice: 0 };
}

/** Live updates: streams that broke since a moment, and how long until the last of them was open again. */
export function findReopened({ reopened }: Pick<Load, 'reopened'>, from: number, until: number): string {
  const within = reopened.filter(({ at }) => at >= from && at < until);
  if (within.length === 0) return 'no stream broke';
  const after = Math.max(...within.map((stream) => stream.after));
  return `${within.length} streams broke, the last of them was open again after ${Math.round(after)} ms`;
}
