import type { Act } from '@anupalan/contract/acts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { presentAct } from './present.ts';

/** Every act with its summary, by name (R-catalogue-10). */
export async function readActs(db: Db): Promise<Act[]> {
  const rows = await db.selectFrom('acts').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(presentAct);
}

/** @throws AppError not-found */
export async function getAct(db: Db, id: string): Promise<Act> {
  const row = await db.selectFrom('acts').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Act not found');
  return presentAct(row);
}
