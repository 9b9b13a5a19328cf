import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueMessages } from '../messages/commands.ts';
import type { NewMessage } from '../messages/kinds.ts';

/** The kinds of mails with which a push goes out. */
const PUSHED: readonly NewMessage['kind'][] = ['digest', 'escalation'];

/**
 * Makes messages as `queueMessages` does, and with the mail of a day a push to whoever has a device; its key is that of
 * the mail after `push:`, so there is one of it too (R-webhooks-16).
 * @returns how many were made.
 */
export async function queueWithPushes(trx: Transaction<DB>, rows: readonly NewMessage[]): Promise<number> {
  const made = await queueMessages(trx, rows);
  const told = rows.filter(({ kind, channel }) => channel === 'mail' && PUSHED.includes(kind));
  if (told.length === 0) return made;
  const { rows: owners } = await sql<{ user_id: string }>`
    select distinct user_id from devices
    where user_id = any(${told.map(({ userId }) => userId)}::uuid[])`.execute(trx);
  const withDevices = new Set(owners.map(({ user_id }) => user_id));
  const pushes = told.filter(({ userId }) => withDevices.has(userId));
  const alsoMade = await queueMessages(
    trx,
    pushes.map((row) => ({ ...row, channel: 'push', key: `push:${row.key}` })),
  );
  return made + alsoMade;
}
