import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB, Json } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { HAPPENED } from './queries-happenings.ts';

/** Webhooks that are looked after in one transaction. */
const WEBHOOKS_AT_ONCE = 200;

/** Calls that are made by one statement. */
const CALLS_AT_ONCE = 500;

/** What was written longer ago than it took a transaction to commit is not looked for again. */
const OVERLAP = sql.lit('10 minutes');

/** How far a look may lag behind before it is noted: rows that nothing happened to are written this seldom. */
const NOTED_EVERY = sql.lit('5 minutes');

interface Looked {
  readonly workspace_id: string;
  readonly id: string;
}

/**
 * Makes the calls for what happened in companies, or in all, since it was looked the last time: each happening once for
 * a webhook, however often and by however many instances is looked (R-webhooks-10). It reads back further than the last
 * look, because what was written earlier may have been committed later. @returns how many it made
 */
export async function findHappenings(db: Kysely<DB>, workspaceIds: readonly string[] | 'all'): Promise<number> {
  let made = 0;
  let after: Looked | null = null;
  for (;;) {
    const from: Looked | null = after;
    const looked: Look = await db.transaction().execute((trx) => lookAfter(trx, workspaceIds, from));
    made += looked.made;
    // Of much that happened at once a part is made at a time, so that nobody waits for the webhooks meanwhile.
    if (looked.made === CALLS_AT_ONCE) continue;
    if (looked.last === null) return made;
    after = looked.last;
  }
}

interface Look {
  readonly made: number;
  /** The last webhook that was looked after; null when there are no more. */
  readonly last: Looked | null;
}

/** Looks after some webhooks, in the order of their keys. */
async function lookAfter(
  trx: Transaction<DB>,
  workspaceIds: readonly string[] | 'all',
  after: Looked | null,
): Promise<Look> {
  const conditions = [
    sql`off_at is null`,
    ...(workspaceIds === 'all' ? [] : [sql`workspace_id = any(${workspaceIds}::uuid[])`]),
    ...(after === null ? [] : [sql`(workspace_id, id) > (${after.workspace_id}::uuid, ${after.id}::uuid)`]),
  ];
  // Whoever is looking after one now will have looked: an announcement reaches every instance.
  const { rows } = await sql<Looked>`
    select workspace_id, id from webhooks where ${sql.join(conditions, sql` and `)}
    order by workspace_id, id limit ${WEBHOOKS_AT_ONCE} for no key update skip locked`.execute(trx);
  if (rows.length === 0) return { made: 0, last: null };
  const keys = keysOf(rows.map((row) => [row.workspace_id, row.id]));
  const { rows: happened } = await selectHappenings(keys).execute(trx);
  if (happened.length > 0) await insertCalls(trx, happened);
  if (happened.length < CALLS_AT_ONCE) await noteLook(trx, keys);
  return { made: happened.length, last: rows.length < WEBHOOKS_AT_ONCE ? null : (rows.at(-1) ?? null) };
}

async function noteLook(trx: Transaction<DB>, keys: RawBuilder<unknown>): Promise<void> {
  await sql`
    update webhooks set looked_until = now()
    where (workspace_id, id) in ${keys}
      and (looked_until < now() - ${NOTED_EVERY}::interval or looked_until > now())`.execute(trx);
}

/** Keys of webhooks as a set in SQL. */
function keysOf(keys: readonly (readonly [string, string])[]): RawBuilder<unknown> {
  return sql`(select * from unnest(${keys.map(([workspace]) => workspace)}::uuid[], ${keys.map(([, id]) => id)}::uuid[]))`;
}

interface Happening {
  readonly workspace_id: WorkspaceId;
  readonly webhook_id: string;
  readonly event_key: string;
  readonly event: string;
  readonly data: Json;
  readonly at: Date;
}

/** What happened and has no call yet, the oldest first. A clock that was set back hides nothing. */
function selectHappenings(keys: RawBuilder<unknown>) {
  return sql<Happening>`
    select looked.workspace_id, looked.id as webhook_id, happened.event_key, happened.event, happened.at,
      happened.data || jsonb_build_object('companyId', looked.company_id) as data
    from (
      select webhook.*, workspace.plan, company.id as company_id,
        least(webhook.looked_until, now()) - ${OVERLAP}::interval as read_from
      from webhooks webhook
        join workspaces workspace on workspace.id = webhook.workspace_id
        join companies company on company.workspace_id = webhook.workspace_id
      where (webhook.workspace_id, webhook.id) in ${keys}
    ) looked cross join lateral (${HAPPENED}) happened
    where happened.event = any(looked.events) and (happened.at >= looked.since or looked.since > now())
      and not exists (
        select from webhook_calls call
        where (call.workspace_id, call.webhook_id, call.event_key)
            = (looked.workspace_id, looked.id, happened.event_key))
    order by happened.at, happened.event_key limit ${CALLS_AT_ONCE}`;
}

async function insertCalls(trx: Transaction<DB>, rows: readonly Happening[]): Promise<void> {
  await trx
    .insertInto('webhook_calls')
    .values(
      rows.map(({ at, data, ...row }) => ({
        ...row,
        id: randomUUIDv7(),
        data: JSON.stringify(data),
        happened_at: at,
        due_at: sql<Date>`now()`,
      })),
    )
    .onConflict((conflict) => conflict.constraint('webhook_calls_once').doNothing())
    .execute();
  // One that fails is left alone until its next try.
  await sql`
    update webhooks
    set due_at = case failures when 0 then least(due_at, now()) else coalesce(due_at, now()) end
    where (workspace_id, id) in ${keysOf(rows.map((row) => [row.workspace_id, row.webhook_id]))}`.execute(trx);
}
