import { randomUUIDv7 } from 'node:crypto';
import type { PlacedOrder } from '@anupalan/contract/payments';
import { toPaise, toRupees } from '@anupalan/domain/money';
import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { isRenewalOpen } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import { requirePermission, type Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { recordInLedger } from '../../subscriptions/commands-ledger.ts';
import { onSamePlan } from '../../subscriptions/errors.ts';
import { type Customer, findLastEnd, lockCustomer } from '../../subscriptions/queries.ts';
import { GatewayError } from '../gateway/gateway.ts';
import { requireGateway } from '../gateway/require-gateway.ts';
import { findOpenOrder, listUnusedOrders, type Order } from '../queries.ts';
import { grantUnused } from './commands-grant.ts';
import { recordAnswer, settleOrder } from './commands-settle.ts';

/** Hours in which an order can be paid (R-payments-2). */
const EXPIRES_AFTER_HOURS = 1;

/**
 * Orders a month of Premium, or finds the order that still waits for its payment, so that a double click pays once
 * (R-payments-1, R-payments-2).
 * @throws AppError conflict on the same plan, also when an earlier order turns out to be paid (R-payments-3);
 * unavailable without a gateway. GatewayError when the provider fails.
 */
export async function placeOrder(services: Services, session: Session, signal: AbortSignal): Promise<PlacedOrder> {
  requireGateway(services);
  // Orders that were paid before and never used come first: nobody pays twice for that.
  if (await grantUnused(services, session.userId)) throw onSamePlan();
  // An order that is over makes room for another; one round is enough unless others order at the same moment.
  for (let round = 0; round < 3; round += 1) {
    const { order, customer, isNew } = await services.database.db
      .transaction()
      .execute((trx) => findOrMakeOrder(trx, services, session));
    const current = isNew
      ? await submitOrder(services, order, customer, signal)
      : await revisit(services, order, customer, signal);
    if (current.status === 'paid') throw onSamePlan();
    if (current.status === 'active') return presentPlaced(services, current);
  }
  throw new AppError('unavailable', 'Please try again in a moment', { retryAfter: 1 });
}

/**
 * Finds the open order or makes one. The user's row is locked, so that the second of two calls at once finds the order
 * of the first.
 */
async function findOrMakeOrder(
  trx: Transaction<DB>,
  services: Services,
  session: Session,
): Promise<{ order: Order; customer: Customer; isNew: boolean }> {
  const customer = await lockCustomer(trx, session.userId);
  if (!customer) throw new AppError('unauthenticated', 'Please sign in to continue');
  // The role may have changed since the call began.
  requirePermission({ ...session, role: customer.role }, 'payments.create-order');
  const lastEnd = customer.role === 'premium' ? await findLastEnd(trx, customer.id) : null;
  if (customer.role === 'premium' && !(lastEnd && isRenewalOpen(services.now(), lastEnd))) throw onSamePlan();
  // An order may have been paid this very moment, and is about to be granted by the call that learned of it.
  if ((await listUnusedOrders(trx, customer.id, services.gateway)).length > 0) throw onSamePlan();
  const open = await findOpenOrder(trx, customer.id);
  if (open && open.provider === requireGateway(services).provider) return { order: open, customer, isNew: false };
  if (open) await abandonOrder(trx, services, open);
  return { order: await makeOrder(trx, services, session), customer, isNew: true };
}

/**
 * Gives up an order that was made with another gateway, before the configuration changed: no provider can be asked
 * about it.
 */
async function abandonOrder(trx: Transaction<DB>, { now, log }: Services, { id, order_id }: Order): Promise<void> {
  log.warn({ orderId: order_id }, 'an open order of another gateway was given up');
  await trx
    .updateTable('orders')
    .set({ status: 'failed', updated_at: now().toString() })
    .where('id', '=', id)
    .execute();
}

async function makeOrder(trx: Transaction<DB>, services: Services, { userId, workspaceId }: Session): Promise<Order> {
  const id = randomUUIDv7();
  const at = services.now().toString();
  const order = await trx
    .insertInto('orders')
    .values({
      id,
      order_id: `order_${id.replaceAll('-', '')}`,
      workspace_id: workspaceId,
      user_id: userId,
      plan: 'premium',
      amount_paise: priceInPaise(),
      provider: requireGateway(services).provider,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const details = { amountPaise: order.amount_paise, currency: order.currency };
  await recordInLedger(trx, { kind: 'order-created', userId, actorId: userId, orderId: id, details });
  return order;
}

/** The price in paise. @throws RangeError when it is no amount of whole paise: a mistake of ours, not of the caller */
function priceInPaise(): number {
  const paise = toPaise(PREMIUM_PRICE);
  if (paise === null) throw new RangeError(`The price of Premium is no amount of whole paise: ${PREMIUM_PRICE}`);
  return paise;
}

/** Asks the provider about an order that existed already: perhaps paid, perhaps over, perhaps never arrived there. */
async function revisit(services: Services, order: Order, customer: Customer, signal: AbortSignal): Promise<Order> {
  const { order: current } = await settleOrder(services, order, signal);
  if (current.status === 'created') return await submitOrder(services, current, customer, signal);
  return current;
}

async function submitOrder(services: Services, order: Order, customer: Customer, signal: AbortSignal): Promise<Order> {
  const answer = await requireGateway(services, order).createOrder(
    {
      orderId: order.order_id,
      amountPaise: order.amount_paise,
      currency: order.currency,
      customer: { id: customer.id, phone: customer.personalPhone },
      returnUrl: `${services.config.publicUrl}/payment/status?order_id=${order.order_id}`,
      notifyUrl: `${services.config.publicUrl}/api/payments/webhook`,
      expiresAt: order.created_at.toTemporalInstant().add({ hours: EXPIRES_AFTER_HOURS }),
    },
    signal,
  );
  const { order: current } = await recordAnswer(services, order, answer);
  return current;
}

function presentPlaced(services: Services, order: Order): PlacedOrder {
  const { provider, mode } = requireGateway(services, order);
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
