import { randomUUIDv7 } from 'node:crypto';
import { NOTE, type RecordStatus, type Status } from '@anupalan/domain/statuses';
import type { Services } from '../src/services.ts';
import type { Person } from './people.ts';

/** Adds an entry for one day of an item directly to the database, with its records from the oldest on. */
export async function addStatusEntry(
  { database: { db } }: Services,
  person: Person,
  { item, day, records = ['done'] }: { item: string; day: string; records?: readonly RecordStatus[] },
): Promise<void> {
  const key = { workspace_id: person.workspaceId, compliance_item_id: item, day };
  const current = records.filter((status) => status !== NOTE).at(-1);
  await db
    .insertInto('status_entries')
    .values({ ...key, id: randomUUIDv7(), user_id: person.userId, current_status: current ?? 'pending' })
    .execute();
  for (const status of records) {
    await db
      .insertInto('status_records')
      .values({ ...key, id: randomUUIDv7(), status, note: `${status} noted`, updated_by: person.userId })
      .execute();
  }
}

/**
 * Adds entries of one item directly to the database, one for each of the `count` days that end with `until`, each with
 * one record unless its `note` is null.
 */
export async function addManyDays(
  { database: { pool } }: Services,
  { workspaceId, userId }: Person,
  days: { item: string; until: string; count: number; status?: Status; note?: string | null },
): Promise<void> {
  const { item, until, count, status = 'done', note = '' } = days;
  await pool.query(
    `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, updated_at)
     select $1, $2, $3::date - n, uuidv7(), $4, $5, now() - n * interval '1 day'
     from generate_series(0, $6::int - 1) n`,
    [workspaceId, item, until, userId, status, count],
  );
  if (note === null) return;
  await pool.query(
    `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
     select $1, $2, $3::date - n, uuidv7(), $5, $7, $4 from generate_series(0, $6::int - 1) n`,
    [workspaceId, item, until, userId, status, count, note],
  );
}
