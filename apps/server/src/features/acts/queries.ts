import type { Act } from '@anupalan/contract/acts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { presentAct } from './present.ts';

/** Every act with its summary, by name (R-catalogue-10). */
export async function readActs(db: Db): Promise<Act[]> {
  const rows = await db.selectFrom('acts').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(presentAct);
}

/** The names of all acts by their ids. */
export async function readActNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('acts').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** @throws AppError not-found */
export async function getAct(db: Db, id: string): Promise<Act> {
  const row = await db.selectFrom('acts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Act not found');
  return presentAct(row);
}
