import { randomUUIDv7 } from 'node:crypto';
import type { PlacedOrder } from '@anupalan/contract/payments';
import { toPaise, toRupees } from '@anupalan/domain/money';
import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { isRenewalOpen } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { GatewayError } from '../../platform/payment-gateway.ts';
import type { Session } from '../../platform/sessions.ts';
import { administratorsHaveAll, onSamePlan } from '../plans/commands-refuse.ts';
import { type Customer, findLastEnd, lockCustomer } from '../plans/queries.ts';
import { grantUnused } from './commands-grant.ts';
import { recordInLedger } from './commands-ledger.ts';
import { recordAnswer, settleOrder } from './commands-settle.ts';
import { requireGateway, type Till } from './commands-till.ts';
import { findOpenOrder, listUnusedOrders, type Order } from './queries.ts';

/** A checkout left open longer can't be paid any more. */
const EXPIRES_AFTER_HOURS = 1;

/**
 * Orders a month of Premium, or finds the order that still waits for its payment: a double click pays once.
 * @throws AppError conflict on the same plan (also when an earlier order turns out to be paid); unavailable without a
 * gateway. GatewayError when the provider fails.
 */
export async function placeOrder(till: Till, session: Session, signal: AbortSignal): Promise<PlacedOrder> {
  requireGateway(till);
  // What was paid before and never used comes first: nobody pays twice for that.
  if (await grantUnused(till, session.userId)) throw onSamePlan();
  // An order that is over makes room for another; one round is enough unless others order at the same moment.
  for (let round = 0; round < 3; round += 1) {
    const { order, customer, isNew } = await till.database.db
      .transaction()
      .execute((trx) => findOrMakeOrder(trx, till, session));
    const current = isNew
      ? await submitOrder(till, order, customer, signal)
      : await revisit(till, order, customer, signal);
    if (current.status === 'paid') throw onSamePlan();
    if (current.status === 'active') return presentPlaced(till, current);
  }
  throw new AppError('unavailable', 'Please try again in a moment', { retryAfter: 1 });
}

/** The user's row is locked, so that of two calls at once one makes the order and the other finds it. */
async function findOrMakeOrder(
  trx: Transaction<DB>,
  till: Till,
  session: Session,
): Promise<{ order: Order; customer: Customer; isNew: boolean }> {
  const customer = await lockCustomer(trx, session.userId);
  if (!customer) throw new AppError('unauthenticated', 'Please sign in to continue');
  if (customer.role === 'admin') throw administratorsHaveAll();
  const lastEnd = customer.role === 'premium' ? await findLastEnd(trx, customer.id) : null;
  if (customer.role === 'premium' && !(lastEnd && isRenewalOpen(till.now(), lastEnd))) throw onSamePlan();
  // Paid this very moment, and about to be given by whoever saw it.
  if ((await listUnusedOrders(trx, customer.id, till.gateway)).length > 0) throw onSamePlan();
  const open = await findOpenOrder(trx, customer.id);
  if (open && open.provider === requireGateway(till).provider) return { order: open, customer, isNew: false };
  if (open) await abandonOrder(trx, till, open);
  return { order: await makeOrder(trx, till, session), customer, isNew: true };
}

/** Made with another gateway, before the configuration changed: nobody can be asked about it any more. */
async function abandonOrder(trx: Transaction<DB>, { now, log }: Till, { id, order_id }: Order): Promise<void> {
  log.warn({ orderId: order_id }, 'an open order of another gateway was given up');
  await trx
    .updateTable('orders')
    .set({ status: 'failed', updated_at: now().toString() })
    .where('id', '=', id)
    .execute();
}

async function makeOrder(trx: Transaction<DB>, till: Till, { userId, workspaceId }: Session): Promise<Order> {
  const id = randomUUIDv7();
  const at = till.now().toString();
  const order = await trx
    .insertInto('orders')
    .values({
      id,
      order_id: `order_${id.replaceAll('-', '')}`,
      workspace_id: workspaceId,
      user_id: userId,
      plan: 'premium',
      amount_paise: toPaise(PREMIUM_PRICE) ?? 0,
      provider: requireGateway(till).provider,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { amountPaise: order.amount_paise, currency: order.currency };
  await recordInLedger(trx, { kind: 'order-created', userId, actorId: userId, orderId: id, details });
  return order;
}

/** An order that was there already: perhaps paid, perhaps over, perhaps never arrived at the provider. */
async function revisit(till: Till, order: Order, customer: Customer, signal: AbortSignal): Promise<Order> {
  const { order: current } = await settleOrder(till, order, signal);
  if (current.status === 'created') return await submitOrder(till, current, customer, signal);
  return current;
}

async function submitOrder(till: Till, order: Order, customer: Customer, signal: AbortSignal): Promise<Order> {
  const answer = await requireGateway(till, order).createOrder(
    {
      orderId: order.order_id,
      amountPaise: order.amount_paise,
      currency: order.currency,
      customer: { id: customer.id, phone: customer.personalPhone },
      returnUrl: `${till.config.publicUrl}/payment/status?order_id=${order.order_id}`,
      notifyUrl: `${till.config.publicUrl}/api/payments/webhook`,
      expiresAt: order.created_at.toTemporalInstant().add({ hours: EXPIRES_AFTER_HOURS }),
    },
    signal,
  );
  const { order: current } = await recordAnswer(till, order, answer);
  return current;
}

function presentPlaced(till: Till, order: Order): PlacedOrder {
  const { provider, mode } = requireGateway(till, order);
  if (order.payment_session_id === null) throw new GatewayError('An order came without a session to pay it with');
  return {
    order_id: order.order_id,
    cf_order_id: order.provider_order_id ?? '',
    payment_session_id: order.payment_session_id,
    order_amount: toRupees(order.amount_paise),
    order_currency: 'INR',
    provider,
    mode,
  };
}
