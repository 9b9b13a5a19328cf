import { nextPeriod, type Period } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { changePlan } from '../../subscriptions/commands-change-plan.ts';
import { addPeriod } from '../../subscriptions/commands-periods.ts';
import { type Customer, findLastEnd, lockCustomer } from '../../subscriptions/queries.ts';
import { composeReceiptMail } from '../emails.ts';
import { listUnusedOrders, type Order } from '../queries.ts';

/**
 * The outcome of granting; `unneeded`: paid by somebody who can't be given anything for it, so an operator refunds it.
 */
export type Grant = 'granted' | 'granted-before' | 'unneeded';

/**
 * Grants what a paid order bought: premium for a month, a receipt and its mail; exactly once, whoever races
 * (R-payments-7). Locks go from the user to the order, as everywhere.
 */
export async function grantOrder(services: Services, { id, order_id, user_id }: Order): Promise<Grant> {
  const now = services.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  const grant = await services.database.db.transaction().execute(async (trx) => {
    const customer = user_id === null ? null : await lockCustomer(trx, user_id);
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (order.status !== 'paid' || order.granted_at !== null) return 'granted-before';
    const period = customer && (await findWhatItBuys(trx, customer, now));
    if (!customer || !period) return 'unneeded';
    await givePremium(trx, { customer, order, period, now });
    const number = await issueReceipt(trx, services, { order, period, now });
    await enqueueMail(
      trx,
      services.jobs,
      await composeReceiptMail(customer, { number, order, period, publicUrl: services.config.publicUrl }),
    );
    return 'granted';
  });
  if (grant === 'unneeded') {
    services.log.error(
      { orderId: order_id },
      'an order was paid by somebody who needs no plan (an administrator, an erased user, or premium without an end): refund it',
    );
  }
  return grant;
}

/** Grants what a user has paid for and not been given (R-plans-15). @returns whether anything was granted */
export async function grantUnused(services: Services, userId: string): Promise<boolean> {
  let granted = false;
  for (const order of await listUnusedOrders(services.database.db, userId, services.gateway)) {
    granted = (await grantOrder(services, order)) === 'granted' || granted;
  }
  return granted;
}

/**
 * The month that an order buys; null when it can buy nothing: no payment changes an administrator, or premium that has
 * no end (R-plans-13).
 */
async function findWhatItBuys(trx: Transaction<DB>, { id, role }: Customer, now: Temporal.Instant) {
  if (role === 'admin') return null;
  const lastEnd = await findLastEnd(trx, id);
  if (role === 'premium' && lastEnd === null) return null;
  return nextPeriod(now, lastEnd);
}

interface Bought {
  readonly order: Order;
  readonly period: Period;
  readonly now: Temporal.Instant;
}

async function givePremium(
  trx: Transaction<DB>,
  { customer, order, period, now }: Bought & { customer: Customer },
): Promise<void> {
  await addPeriod(trx, { userId: customer.id, orderId: order.id }, period, now);
  await trx
    .updateTable('orders')
    .set({ granted_at: now.toString(), updated_at: now.toString() })
    .where('id', '=', order.id)
    .execute();
  await changePlan(trx, {
    userId: customer.id,
    role: 'premium',
    by: null,
    verb: 'upgrade',
    now,
    ledger: {
      kind: 'plan-granted',
      orderId: order.id,
      details: { startsAt: period.startsAt.toString(), endsAt: period.endsAt.toString() },
    },
  });
}

/**
 * Issues a receipt. Numbers have no gap: the counter waits for this transaction, and goes back with it (R-payments-19).
 */
async function issueReceipt(
  trx: Transaction<DB>,
  { config }: Services,
  { order, period, now }: Bought,
): Promise<number> {
  const { number } = await trx
    .updateTable('receipt_counter')
    .set(({ eb }) => ({ last_number: eb('last_number', '+', 1) }))
    .returning('last_number as number')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('receipts')
    .values({
      number,
      order_id: order.id,
      issued_at: now.toString(),
      amount_paise: order.amount_paise,
      seller: JSON.stringify(config.seller),
      period_start: period.startsAt.toString(),
      period_end: period.endsAt.toString(),
    })
    .execute();
  return number;
}
