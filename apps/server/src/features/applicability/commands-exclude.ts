import type { NewExclusion } from '@anupalan/contract/applicability/items';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';
import { type Acting, explainDeletedItem } from '../tracker/commands.ts';

/**
 * Says that an item does not apply to the company, anew where it was said before (R-applicability-8).
 * @throws AppError invalid for a last day that is over; not-found when the item was deleted meanwhile.
 */
export async function excludeItem(
  db: Kysely<DB>,
  { view, by }: Acting,
  { itemId, reason, until, today }: Omit<NewExclusion, 'userId'> & { itemId: string; today: Temporal.PlainDate },
): Promise<void> {
  const { workspaceId } = view;
  const day = until?.slice(0, 10) ?? null;
  if (day !== null && day < today.toString()) {
    const message = 'The last day must not be before today';
    throw new AppError('invalid', message, { faults: { until: message } });
  }
  await db
    .transaction()
    .execute(async (trx) => {
      const said = { reason, until: day, excluded_by: by.userId };
      await trx
        .insertInto('exclusions')
        .values({ workspace_id: workspaceId, compliance_item_id: itemId, ...said })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'compliance_item_id']).doUpdateSet({ ...said, created_at: sql`now()` }),
        )
        .execute();
      await recordActivity(trx, { ...by, workspaceId }, { what: 'applicability.exclude', about: { itemId, until } });
    })
    .catch(explainDeletedItem);
}

/** Takes back that an item does not apply. @throws AppError not-found when nobody said so. */
export async function includeItem(db: Kysely<DB>, { view, by }: Acting, itemId: string): Promise<void> {
  const { workspaceId } = view;
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('exclusions')
      .where('workspace_id', '=', workspaceId)
      .where('compliance_item_id', '=', itemId)
      .returning('compliance_item_id')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'This obligation was not marked as not applying'));
    await recordActivity(trx, { ...by, workspaceId }, { what: 'applicability.include', about: { itemId } });
  });
}

/**
 * Moves what companies said of an item to the one that it went into (R-catalogue-26); where something was said of that
 * already, it stays.
 */
export async function moveExclusions(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update exclusions moved set compliance_item_id = ${to}
    where compliance_item_id = ${from} and not exists (
      select from exclusions other
      where other.workspace_id = moved.workspace_id and other.compliance_item_id = ${to})`.execute(trx);
}
