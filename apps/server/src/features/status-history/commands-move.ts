import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';

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
      and older.compliance_item_id <> newer.compliance_item_id`.execute(trx);
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
        current_status = coalesce(
          (select status from status_records record
           where (record.workspace_id, record.compliance_item_id, record.day)
               = (entry.workspace_id, entry.compliance_item_id, entry.day)
             and status <> ${NOTE} and counterpart is null
           order by record.created_at desc, record.id desc limit 1),
          entry.current_status)
    from status_entries other
    where other.compliance_item_id = ${item.from} and other.day = ${day.from}::date
      and (entry.workspace_id, entry.compliance_item_id, entry.day)
        = (other.workspace_id, ${item.to}::uuid, ${day.to}::date)`.execute(trx);
  await sql`delete from status_entries where ${isMoved}`.execute(trx);
}
