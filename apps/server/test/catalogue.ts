import { randomUUIDv7 } from 'node:crypto';
import type { Insertable, Kysely, Transaction } from 'kysely';
import type { Acts, ComplianceFields, ComplianceItems, DB } from '../src/platform/postgres/database-schema.ts';
import { queueForChange } from '../src/platform/postgres/locks.ts';
import type { Services } from '../src/services.ts';

/** Adds an act. @returns its id */
export async function addAct({ database: { db } }: Services, act: Partial<Insertable<Acts>> = {}): Promise<string> {
  const id = randomUUIDv7();
  await inCatalogue(db, (trx) =>
    trx
      .insertInto('acts')
      .values({ id, name: 'Shops Act', state: '-', description: '<p>About shops</p>', ...act })
      .execute(),
  );
  return id;
}

/** Adds a field of the compliance table. @returns its id */
export async function addField(
  { database: { db } }: Services,
  field: Partial<Insertable<ComplianceFields>> = {},
): Promise<string> {
  const id = randomUUIDv7();
  await inCatalogue(db, (trx) =>
    trx
      .insertInto('compliance_fields')
      .values({ id, name: 'Form', position: 1, ...field })
      .execute(),
  );
  return id;
}

/** Adds an item that has been in the catalogue since 2025, with its values by field id. @returns its id */
export async function addItem(
  { database: { db } }: Services,
  item: Partial<Insertable<ComplianceItems>> & { act_id: string },
  values: Record<string, string> = {},
): Promise<string> {
  const id = randomUUIDv7();
  await inCatalogue(db, async (trx) => {
    await trx
      .insertInto('compliance_items')
      .values({
        id,
        sr_no: 1,
        title: 'File the return',
        state: '-',
        due_date: '2026-12-15',
        frequency: 'monthly',
        created_at: '2025-01-01',
        ...item,
      })
      .execute();
    for (const [fieldId, text] of Object.entries(values)) {
      await trx
        .insertInto('compliance_values')
        .values({ compliance_item_id: id, compliance_field_id: fieldId, text, is_link: text.startsWith('https:') })
        .execute();
    }
  });
  return id;
}

/** Works as who holds the catalogue, as administrators' commands do. */
export function inCatalogue<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await queueForChange(trx, 'catalogue');
    return work(trx);
  });
}
