import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { loadItems } from '../items.ts';
import { addViewer, recordMonths, signIn } from '../viewers.ts';

/** The state of all items but the first few, which are for all states. */
const STATE_OF_MOST = 'Kerala';
const STATE_OF_NONE = 'Goa';

const MONTHS = 8;

/**
 * Two premium viewers who recorded as much for each item: one sees all items, the other the first few.
 * @returns their bearer tokens
 */
export async function seedManyAndFew(
  database: Database,
  counts: { many: number; few: number },
): Promise<{ many: string; few: string }> {
  await loadItems(database, counts.many);
  await database.pool.query(
    `update compliance_items set state = case when id in (
       select id from compliance_items order by id limit $1) then '-' else $2 end`,
    [counts.few, STATE_OF_MOST],
  );
  const many = await addViewer(database, { state: STATE_OF_MOST });
  const few = await addViewer(database, { state: STATE_OF_NONE });
  for (const viewer of [many, few]) await recordMonths(database, viewer, MONTHS);
  await database.pool.query('vacuum analyze');
  return { many: await signIn(database, many), few: await signIn(database, few) };
}
