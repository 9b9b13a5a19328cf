import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { isOccurrence } from '@anupalan/domain/due-days/exceptions';
import { findCompanyDayFault } from '@anupalan/domain/due-days/moved-days';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { lockWorkspace } from '../compliance-items/own/commands.ts';
import { type Acting, explainDeletedItem } from '../tracker/commands.ts';
import type { ViewedDays } from '../tracker/item-days.ts';

/** Days of its own that a company has at most, as all of them come with every answer about its items. */
export const MOST_COMPANY_DAYS = 5_000;

/** An item's occurrence that any of its days names; days are ISO. */
interface OfOccurrence {
  readonly itemId: string;
  readonly forDate: string;
  readonly days: ViewedDays;
}

/**
 * Sets the company's day of an occurrence, anew where there was one (R-due-dates-25).
 * @throws AppError invalid when nothing falls due then, or the day is none that the company may choose; not-found when
 * the item was deleted meanwhile; conflict when the company has as many as it may.
 */
export async function keepCompanyDay(
  db: Kysely<DB>,
  { view, by }: Acting,
  { itemId, forDate, day, days }: OfOccurrence & { readonly day: string },
): Promise<void> {
  const occurrence = findOccurrence(days, forDate);
  const company = Temporal.PlainDate.from(day.slice(0, 10));
  const fault = findCompanyDayFault(company, occurrence, days.item.rules);
  if (fault) throw new AppError('invalid', fault, { faults: { day: fault } });
  const { workspaceId } = view;
  const set = { company_day: `${company}`, set_by: by.userId };
  await db
    .transaction()
    .execute(async (trx) => {
      await lockWorkspace(trx, workspaceId);
      await requireRoom(trx, workspaceId, { itemId, day: `${occurrence.day}` });
      await trx
        .insertInto('company_days')
        .values({ workspace_id: workspaceId, compliance_item_id: itemId, day: `${occurrence.day}`, ...set })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'compliance_item_id', 'day']).doUpdateSet({ ...set, set_at: sql`now()` }),
        )
        .execute();
      const about = { itemId, day: toIsoMidnight(occurrence.day), until: toIsoMidnight(company) };
      await recordActivity(trx, { ...by, workspaceId }, { what: 'company-days.set', about });
    })
    .catch(explainDeletedItem);
}

/** One that is set anew takes no more room. @throws AppError conflict */
async function requireRoom(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { itemId, day }: { readonly itemId: string; readonly day: string },
): Promise<void> {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from company_days
    where workspace_id = ${workspaceId} and (compliance_item_id, day) <> (${itemId}::uuid, ${day}::date)`.execute(trx);
  if ((rows[0]?.others ?? 0) < MOST_COMPANY_DAYS) return;
  const most = MOST_COMPANY_DAYS.toLocaleString('en-IN');
  throw new AppError('conflict', `There can be at most ${most} days of your own. Remove some first.`);
}

/** Takes the company's day of an occurrence away. @throws AppError not-found when it has none. */
export async function removeCompanyDay(
  db: Kysely<DB>,
  { view, by }: Acting,
  { itemId, forDate, days }: OfOccurrence,
): Promise<void> {
  const { workspaceId } = view;
  const nominal = days.nominalDayOf(forDate);
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('company_days')
      .where('workspace_id', '=', workspaceId)
      .where('compliance_item_id', '=', itemId)
      .where('day', '=', nominal.slice(0, 10))
      .returning('day')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'There is no day of your own for this occurrence'));
    await recordActivity(trx, { ...by, workspaceId }, { what: 'company-days.remove', about: { itemId, day: nominal } });
  });
}

/** The occurrence that a day names, by its legal day or any other. @throws AppError invalid */
function findOccurrence(days: ViewedDays, forDate: string) {
  const { first, frequency } = days.item.schedule;
  const day = Temporal.PlainDate.from(days.nominalDayOf(forDate).slice(0, 10));
  if (first === null || !isOccurrence(first, frequency, day)) {
    const fault = 'Nothing falls due on this day';
    throw new AppError('invalid', fault, { faults: { forDate: fault } });
  }
  const moved = days.within({ from: day, to: day }).moved.find((one) => one.day.equals(day));
  return { day, legal: moved?.legal ?? day };
}
