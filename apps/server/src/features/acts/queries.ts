import type { Act } from '@anupalan/contract/acts';
import type { Db } from '../../platform/database.ts';
import { presentAct } from './present.ts';

/** Every act with its summary, by name. */
export async function readActs(db: Db): Promise<Act[]> {
  const rows = await db.selectFrom('acts').selectAll().orderBy('name').orderBy('id').execute();
  return rows.map(presentAct);
}
