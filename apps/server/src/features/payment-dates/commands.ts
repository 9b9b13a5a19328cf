import { randomUUIDv7 } from 'node:crypto';
import { MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { toPaise, toRupees } from '@anupalan/domain/money';
import { type Kysely, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivities, recordActivity } from '../activity/commands.ts';
import { attachFiles } from '../evidence/commands-attach.ts';
import type { NamedFiles } from '../evidence/named-files.ts';
import { letWaitAgain } from '../status-history/checks/commands-again.ts';
import {
  type Acting,
  addTrackedIn,
  authorOf,
  type DatedKind,
  deleteTracked,
  explainDeletedItem,
} from '../tracker/commands.ts';

const PAYMENT_DATES: DatedKind = {
  noun: 'payment-dates',
  table: 'payment_dates',
  most: MAX_PAYMENT_DATES,
  deletion: 'payment-dates.delete',
};

/** A payment of a workspace; the amount is in rupees, as the contract accepts it. */
interface NewPayment {
  readonly itemId: string;
  readonly day: string;
  readonly amount: number;
  readonly description: string;
  readonly evidence?: NamedFiles | undefined;
}

/** Records a payment (R-records-8). @throws AppError as {@link addTrackedIn} */
export async function addPaymentDate(db: Kysely<DB>, acting: Acting, payment: NewPayment): Promise<void> {
  await db.transaction().execute((trx) => addPaymentDateIn(trx, acting, payment));
}

/** {@link addPaymentDate} within a transaction, for those who record several things at once. */
export async function addPaymentDateIn(
  trx: Transaction<DB>,
  acting: Acting,
  { itemId, day, amount, description, evidence }: NewPayment,
): Promise<void> {
  const amount_paise = toPaise(amount);
  if (amount_paise === null) throw new RangeError(`${amount} rupees are not a whole number of paise`);
  await addTrackedIn(trx, acting, { kind: PAYMENT_DATES, itemId }, async (_, key) => {
    await trx
      .insertInto('payment_dates')
      .values({ ...key, day, amount_paise, description })
      .execute();
    const subject = { workspaceId: key.workspace_id, kind: 'payment-date', id: key.id, itemId, day } as const;
    if (evidence) await attachFiles(trx, acting.by, subject, evidence);
    await recordActivity(trx, authorOf(acting), { what: 'payment-dates.create', about: { itemId, day, amount } });
  });
}

/**
 * Records many payments by few statements; those that are there already are left out. The workspace is locked, as for a
 * single one.
 * @throws AppError conflict when an item or the company would have more than it may
 */
export async function addPaymentDatesIn(
  trx: Transaction<DB>,
  acting: Acting,
  payments: readonly NewPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  const { view } = acting;
  await sql`select from workspaces where id = ${view.workspaceId} for no key update`.execute(trx);
  const rows = payments.map(({ itemId, day, amount, description }) => {
    const paise = toPaise(amount);
    if (paise === null) throw new RangeError(`${amount} rupees are not a whole number of paise`);
    return { id: randomUUIDv7(), item: itemId, day, paise, description };
  });
  const added = await sql<{ itemId: string; day: string; paise: number }>`
    insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise, description)
    select ${view.workspaceId}, id, item, ${view.userId}, day, paise, description
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, item uuid, day date, paise bigint, description text)
    where not exists (
      select from payment_dates known
      where (known.workspace_id, known.compliance_item_id, known.day, known.amount_paise)
        = (${view.workspaceId}, item, given.day, paise))
    returning compliance_item_id as "itemId", day::text, amount_paise::float8 as paise`
    .execute(trx)
    .catch(explainDeletedItem);
  await requireRoomFor(trx, view.workspaceId);
  await recordActivities(
    trx,
    authorOf(acting),
    added.rows.map(({ itemId, day, paise }) => {
      const about = { itemId, day: `${day}T00:00:00.000Z`, amount: toRupees(paise) };
      return { what: 'payment-dates.create', about };
    }),
  );
}

async function requireRoomFor(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { rows } = await sql<{ most: number; in_all: number }>`
    select coalesce(max(of_item), 0)::int as most, coalesce(sum(of_item), 0)::int as in_all from (
      select count(*) as of_item from payment_dates where workspace_id = ${workspaceId} group by compliance_item_id
    ) counted`.execute(trx);
  const { most = 0, in_all: inAll = 0 } = rows[0] ?? {};
  const { anItem, aWorkspace } = MAX_PAYMENT_DATES;
  if (most > anItem) {
    throw new AppError('conflict', `An item can have at most ${anItem.toLocaleString('en-IN')} payment dates`);
  }
  if (inAll > aWorkspace) {
    throw new AppError('conflict', `A company can have at most ${aWorkspace.toLocaleString('en-IN')} payment dates`);
  }
}

/** Deletes a payment date, a colleague's too (R-records-12). @throws AppError as {@link deleteTracked} */
export function deletePaymentDate(db: Kysely<DB>, acting: Acting, of: { itemId: string; id: string }): Promise<void> {
  const deleted = { kind: PAYMENT_DATES, ...of, missing: 'Payment date not found' };
  return deleteTracked(db, acting, deleted, (trx) => letWaitAgain(trx, acting, of.id));
}
