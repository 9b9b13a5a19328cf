import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { NewMessage } from './kinds.ts';

/** The job that hands messages over. */
export const DELIVERY_QUEUE = 'deliver-messages';

/**
 * Makes messages, each once whatever instances run: one whose key is there already is left out (R-messages-3). They are
 * sent within a minute of their time; `startDelivery` in the same transaction sends those at once that are due.
 * @returns how many were made.
 */
export async function queueMessages(trx: Transaction<DB>, rows: readonly NewMessage[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`
    insert into messages (id, user_id, workspace_id, channel, kind, key, about, send_after)
    select * from unnest(${rows.map(() => randomUUIDv7())}::uuid[], ${rows.map(({ userId }) => userId)}::uuid[],
      ${rows.map(({ workspaceId }) => workspaceId)}::uuid[], ${rows.map(({ channel }) => channel)}::text[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ key }) => key)}::text[],
      ${rows.map(({ about }) => JSON.stringify(about))}::jsonb[],
      ${rows.map(({ sendAfter }) => sendAfter.toString())}::timestamptz[])
    on conflict (key) do nothing`.execute(trx);
  return Number(numAffectedRows);
}

/** Hands over what is due as soon as the transaction commits, instead of at the next minute. */
export async function startDelivery(trx: Transaction<DB>, jobs: Queue): Promise<void> {
  await jobs.enqueue(trx, DELIVERY_QUEUE, {});
}
