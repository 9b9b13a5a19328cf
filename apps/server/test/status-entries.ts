import { randomUUIDv7 } from 'node:crypto';
import { NOTE, type RecordStatus } from '@anupalan/domain/statuses';
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
