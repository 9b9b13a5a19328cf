import { MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { toPaise } from '@anupalan/domain/money';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';
import { attachFiles } from '../evidence/commands-attach.ts';
import type { NamedFiles } from '../evidence/named-files.ts';
import { letWaitAgain } from '../status-history/checks/commands-again.ts';
import { type Acting, addTrackedIn, authorOf, type DatedKind, deleteTracked } from '../tracker/commands.ts';

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

/** Deletes a payment date, a colleague's too (R-records-12). @throws AppError as {@link deleteTracked} */
export function deletePaymentDate(db: Kysely<DB>, acting: Acting, of: { itemId: string; id: string }): Promise<void> {
  const deleted = { kind: PAYMENT_DATES, ...of, missing: 'Payment date not found' };
  return deleteTracked(db, acting, deleted, (trx) => letWaitAgain(trx, acting, of.id));
}
