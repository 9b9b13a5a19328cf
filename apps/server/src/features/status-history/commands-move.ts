import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type EntryKey, type KeptLine, writeLines } from './commands-lines.ts';

/** Something that goes from one place to another. */
interface Move {
  readonly from: string;
  readonly to: string;
}

/** The days for which anybody recorded something about an item, in order. */
export async function listRecordedDays(trx: Transaction<DB>, itemId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('status_entries')
    .select('day')
    .distinct()
    .where('compliance_item_id', '=', itemId)
    .orderBy('day')
    .execute();
  return rows.map(({ day }) => day);
}

/**
 * Moves what all workspaces recorded for a day of an item to a day of another one (R-catalogue-26). Where a workspace
 * has an entry there already, both become one: their records stand by time, and the newest that is no note counts. What
 * waits for a check goes on waiting; of two, the newer.
 */
export async function moveStatuses(trx: Transaction<DB>, item: Move, day: Move): Promise<void> {
  const isMoved = sql`compliance_item_id = ${item.from} and day = ${day.from}::date`;
  const places = sql`(${item.from}::uuid, ${day.from}::date), (${item.to}::uuid, ${day.to}::date)`;
  await sql`
    update checks older set outcome = 'replaced'
    from checks newer
    where older.outcome is null and newer.outcome is null and older.workspace_id = newer.workspace_id
      and (older.made_at, older.id) < (newer.made_at, newer.id)
      and (older.compliance_item_id, older.day) in (${places}) and (newer.compliance_item_id, newer.day) in (${places})
      and older.compliance_item_id <> newer.compliance_item_id
      and coalesce(older.registration_id = newer.registration_id, true)`.execute(trx);
  await sql`update checks set compliance_item_id = ${item.to}, day = ${day.to}::date where ${isMoved}`.execute(trx);
  // An entry and its records go in one statement: between two, records would be of no entry.
  await sql`
    with moved as (
      update status_entries entry set compliance_item_id = ${item.to}, day = ${day.to}::date
      where ${isMoved} and not exists (
        select from status_entries other
        where (other.workspace_id, other.compliance_item_id, other.day)
          = (entry.workspace_id, ${item.to}::uuid, ${day.to}::date))
      returning workspace_id
    )
    update status_records record set compliance_item_id = ${item.to}, day = ${day.to}::date
    from moved where record.workspace_id = moved.workspace_id and ${isMoved}`.execute(trx);
  await sql`
    update status_records record set compliance_item_id = ${item.to}, day = ${day.to}::date
    from status_entries entry
    where entry.compliance_item_id = ${item.from} and entry.day = ${day.from}::date
      and (record.workspace_id, record.compliance_item_id, record.day)
        = (entry.workspace_id, entry.compliance_item_id, entry.day)`.execute(trx);
  const ofDay = (row: string) => sql`(${sql.ref(`${row}.workspace_id`)}, ${sql.ref(`${row}.compliance_item_id`)},
    ${sql.ref(`${row}.day`)}) = (entry.workspace_id, entry.compliance_item_id, entry.day)`;
  const newest = sql`
    from status_records record where ${ofDay('record')} and status <> ${NOTE} and counterpart is null
    order by record.created_at desc, record.id desc limit 1`;
  await sql`
    update status_entries entry
    set created_at = least(entry.created_at, other.created_at),
        updated_at = greatest(entry.updated_at, other.updated_at),
        checking = case
          when exists (
            select from checks
            where workspace_id = other.workspace_id and id = (other.checking ->> '_id')::uuid and outcome is null)
          then other.checking else coalesce(entry.checking, other.checking) end,
        settled_at = coalesce(least(entry.settled_at, other.settled_at), entry.settled_at, other.settled_at),
        current_status = coalesce((select status ${newest}), entry.current_status),
        lines = case
          when (select registration_id ${newest}) is not null
            or exists (select from checks where ${ofDay('checks')} and outcome is null and registration_id is not null)
          then (
            select jsonb_object_agg(key, value) from (
              select distinct on (key) key, value
              from (select * from jsonb_each(entry.lines) union all select * from jsonb_each(other.lines)) line
              order by key, (value ->> 'at')::timestamptz desc) line) end
    from status_entries other
    where other.compliance_item_id = ${item.from} and other.day = ${day.from}::date
      and (entry.workspace_id, entry.compliance_item_id, entry.day)
        = (other.workspace_id, ${item.to}::uuid, ${day.to}::date)`.execute(trx);
  await sql`delete from status_entries where ${isMoved}`.execute(trx);
  await settleMovedLines(trx, { itemId: item.to, day: day.to });
}

/** Lets entries that have lines after a move be what those make of them. */
async function settleMovedLines(trx: Transaction<DB>, { itemId, day }: Omit<EntryKey, 'workspaceId'>): Promise<void> {
  const { rows } = await sql<{ workspaceId: WorkspaceId; lines: Record<string, KeptLine> }>`
    select workspace_id as "workspaceId", lines from status_entries
    where compliance_item_id = ${itemId} and day = ${day}::date and lines is not null`.execute(trx);
  for (const { workspaceId, lines } of rows) await writeLines(trx, { workspaceId, itemId, day }, lines);
}
