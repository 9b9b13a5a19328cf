import { randomUUIDv7 } from 'node:crypto';
import { NOTE, type RecordStatus, type Status } from '@anupalan/domain/statuses';
import type { Services } from '../src/services.ts';
import type { TestApp } from './harness.ts';
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
 * Adds entries directly to the database: of each item one for each of the `count` days that end with `until`, with one
 * record unless its `note` is null. Triggers rest meanwhile, because thousands of announcements take long.
 */
export async function addManyDays(
  { owner }: Pick<TestApp, 'owner'>,
  { workspaceId, userId }: Person,
  days: { items: readonly string[]; until: string; count: number; status?: Status; note?: string | null },
): Promise<void> {
  const { items, until, count, status = 'done', note = '' } = days;
  const values = [workspaceId, items, until, count, userId, status];
  const each = 'from unnest($2::uuid[]) item, generate_series(0, $4::int - 1) n';
  const client = await owner.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, updated_at)
       select $1, item, $3::date - n, uuidv7(), $5, $6, now() - n * interval '1 day' ${each}`,
      values,
    );
    await client.query(
      `insert into status_tallies as tally values ($1, 0, $2)
       on conflict (workspace_id, shard) do update set entries = tally.entries + excluded.entries`,
      [workspaceId, items.length * count],
    );
    await client.query('insert into item_tallies select item, $2 from unnest($1::uuid[]) item', [items, count]);
    if (note === null) return;
    await client.query(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
       select $1, item, $3::date - n, uuidv7(), $6, $7, $5 ${each}`,
      [...values, note],
    );
  } finally {
    await client.query('set session_replication_role = origin');
    await client.query('select raise_version($1)', [workspaceId]);
    client.release();
  }
}
