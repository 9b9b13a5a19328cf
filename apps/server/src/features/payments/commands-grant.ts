import { randomUUIDv7 } from 'node:crypto';
import { nextPeriod, type Period } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/database-schema.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import { changePlan } from '../plans/commands-role.ts';
import { type Customer, findLastEnd, lockCustomer } from '../plans/queries.ts';
import type { Till } from './commands-till.ts';
import { composeReceiptMail } from './emails.ts';
import { listUnusedOrders, type Order } from './queries.ts';

/** `unneeded`: paid by somebody who can't be given anything for it; an operator refunds it. */
export type Grant = 'granted' | 'granted-before' | 'unneeded';

/**
 * Gives what a paid order bought: premium for a month, a receipt and its mail; exactly once, whoever races. Locks go
 * from the user to the order, as everywhere.
 */
export async function grantOrder(till: Till, { id, order_id, user_id }: Order): Promise<Grant> {
  const now = till.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  const grant = await till.database.db.transaction().execute(async (trx) => {
    const customer = user_id === null ? null : await lockCustomer(trx, user_id);
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (order.status !== 'paid' || order.granted_at !== null) return 'granted-before';
    const period = customer && (await findWhatItBuys(trx, customer, now));
    if (!customer || !period) return 'unneeded';
    await givePremium(trx, { customer, order, period, now });
    const number = await issueReceipt(trx, till, { order, period, now });
    await enqueueMail(
      trx,
      till.jobs,
      await composeReceiptMail(customer, { number, order, period, publicUrl: till.config.publicUrl }),
    );
    return 'granted';
  });
  if (grant === 'unneeded') {
    till.log.error(
      { orderId: order_id },
      'an order was paid by somebody who needs no plan (an administrator, an erased user, or premium without an end): refund it',
    );
  }
  return grant;
}

/** Gives what a user has paid for and not been given. @returns whether there was any. */
export async function grantUnused(till: Till, userId: string): Promise<boolean> {
  let granted = false;
  for (const order of await listUnusedOrders(till.database.db, userId, till.gateway)) {
    granted = (await grantOrder(till, order)) === 'granted' || granted;
  }
  return granted;
}

/** Null when there is nothing to buy: no payment changes an administrator, or premium that has no end. */
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
  const [startsAt, endsAt] = [period.startsAt.toString(), period.endsAt.toString()];
  await trx
    .insertInto('subscriptions')
    .values({
      id: randomUUIDv7(),
      user_id: customer.id,
      order_id: order.id,
      plan: 'premium',
      starts_at: startsAt,
      ends_at: endsAt,
      created_at: now.toString(),
    })
    .execute();
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
    ledger: { kind: 'plan-granted', orderId: order.id, details: { startsAt, endsAt } },
  });
}

/** Numbers have no gap: the counter waits for this transaction, and goes back with it. */
async function issueReceipt(trx: Transaction<DB>, { config }: Till, { order, period, now }: Bought): Promise<number> {
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
