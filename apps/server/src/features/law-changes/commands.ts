import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Difference } from './difference.ts';
import { COLUMNS_OF_LAW, type ItemOfLaw, type Reach } from './item-of-law.ts';
import { listItemDifferences } from './list-item-differences.ts';

/** Keeps what an edition changed for companies to read (R-law-11). */
export async function recordLawChanges(
  trx: Transaction<DB>,
  edition: string,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  const items = await trx.selectFrom('compliance_items').select(['id', 'catalogue_key']).execute();
  const idOf = new Map(items.map(({ id, catalogue_key }) => [catalogue_key, id]));
  const itemOf = (key: string | null) => (key !== null && idOf.get(key)) || null;
  await insertChanges(
    trx,
    differences.map((difference) => ({ edition, difference, itemId: itemOf(difference.itemKey) })),
  );
}

/** An item of the catalogue as it is, for {@link recordItemChange}; null where there is none. */
export async function readItemOfLaw(trx: Transaction<DB>, id: string): Promise<ItemOfLaw | null> {
  const item = await trx
    .selectFrom('compliance_items')
    .select([...COLUMNS_OF_LAW])
    .where('id', '=', id)
    .executeTakeFirst();
  return item ?? null;
}

/** Keeps what an administrator's change of an item is for companies, as that of an edition (R-law-11). */
export async function recordItemChange(
  trx: Transaction<DB>,
  id: string,
  change: { was: ItemOfLaw | null; now: ItemOfLaw | null },
): Promise<void> {
  const rows = await trx.selectFrom('conditions').select('definition').execute();
  const conditions = rows.map(({ definition }) => definition);
  const differences = listItemDifferences({ key: null, ...change }, conditions);
  await insertChanges(
    trx,
    differences.map((difference) => ({ edition: null, difference, itemId: change.now && id })),
  );
}

/** Keeps that an administrator added many items, as {@link recordItemChange}, by few statements. */
export async function recordNewItems(trx: Transaction<DB>, ids: readonly string[]): Promise<void> {
  const rows = await trx.selectFrom('conditions').select('definition').execute();
  const conditions = rows.map(({ definition }) => definition);
  const items = await trx
    .selectFrom('compliance_items')
    .select(['id', ...COLUMNS_OF_LAW])
    .where('id', 'in', ids)
    .execute();
  await insertChanges(
    trx,
    items.flatMap(({ id, ...now }) =>
      listItemDifferences({ key: null, was: null, now }, conditions).map((difference) => ({
        edition: null,
        difference,
        itemId: id,
      })),
    ),
  );
}

/** Takes what is known of an item to the one that it goes into. */
export async function moveLawChanges(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('law_changes').set({ compliance_item_id: to }).where('compliance_item_id', '=', from).execute();
}

interface NewChange {
  /** Null of what an administrator changed. */
  readonly edition: string | null;
  readonly difference: Difference;
  readonly itemId: string | null;
}

async function insertChanges(trx: Transaction<DB>, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map(({ edition, itemId, difference }) => {
    const { itemKey: _, effectiveOn, reach, ...told } = difference;
    return {
      ...{ id: randomUUIDv7(), edition, ...told },
      ...{ effective_on: effectiveOn, compliance_item_id: itemId },
      ...{ reach_was: toJson(reach?.was), reach_now: toJson(reach?.now) },
    };
  });
  if (rows.length > 0) await trx.insertInto('law_changes').values(rows).execute();
}

function toJson(reach: Reach | null | undefined): string | null {
  return reach ? JSON.stringify(reach) : null;
}
