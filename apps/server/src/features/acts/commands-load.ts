import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Acts, DB } from '../../platform/postgres/database-schema.ts';

const COLUMNS = [
  ...(['name', 'state', 'min_employees', 'max_employees', 'description'] as const),
  ...(['regime', 'registration'] as const),
] as const satisfies (keyof Acts)[];

/** The columns of an act that editions of the catalogue decide. */
export type LoadedAct = Pick<Selectable<Acts>, (typeof COLUMNS)[number]>;

/** The acts that came from the catalogue, locked until the transaction is over (R-catalogue-4). */
export function lockLoadedActs(trx: Transaction<DB>) {
  return trx
    .selectFrom('acts')
    .select(['id', 'catalogue_key', 'edited_at', ...COLUMNS])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
}

/** Inserts an act of the catalogue under its key (R-catalogue-4). */
export async function insertLoadedAct(trx: Transaction<DB>, key: string, act: LoadedAct): Promise<void> {
  await trx
    .insertInto('acts')
    .values({ id: randomUUIDv7(), catalogue_key: key, ...act })
    .execute();
}

/** Updates an act of the catalogue that no administrator has edited (R-catalogue-4). */
export async function updateLoadedAct(trx: Transaction<DB>, id: string, act: LoadedAct): Promise<void> {
  await trx
    .updateTable('acts')
    .set({ ...act, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
