import { isOver } from '@anupalan/domain/subscriptions';
import { sql, type Transaction } from 'kysely';
import { type Author, recordAudit } from '../../../identity/audit.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { changePlan } from '../../subscriptions/commands-change-plan.ts';
import { recordInLedger } from '../../subscriptions/commands-ledger.ts';
import { endPeriods } from '../../subscriptions/commands-periods.ts';
import { findLastEnd, lockCustomer } from '../../subscriptions/queries.ts';
import { GatewayError } from '../gateway/gateway.ts';
import { requireGateway } from '../gateway/require-gateway.ts';
import { findOrder, findOrdererId, type Order } from '../queries.ts';

/**
 * Refunds a paid order and ends what it bought (R-payments-20). Asked again it changes nothing, unless the refund has
 * failed meanwhile: then it is made anew (R-payments-21).
 * @throws AppError not-found; conflict unless it was paid. GatewayError when the provider fails or refuses.
 */
export async function refundOrder(services: Services, by: Author, orderId: string, signal: AbortSignal): Promise<void> {
  const order = await findOrder(services.database.db, orderId);
  if (!order) throw new AppError('not-found', 'Order not found');
  if (order.status === 'refunded' && order.refund_failed_at === null) return;
  if (order.status !== 'paid' && order.status !== 'refunded') {
    throw new AppError('conflict', 'This order has not been paid');
  }
  const refund = { orderId, refundId: refundIdOf(order), amountPaise: order.amount_paise };
  const status = await requireGateway(services, order).refund(refund, signal);
  if (status === 'failed') {
    await noteFailure(services, order);
    throw new GatewayError('the provider refused the refund');
  }
  await recordRefund(services, by, order);
}

/**
 * Asks the provider about a refund of which a webhook told: one of ours whose answer we missed, or one that was made at
 * the provider itself. Ours ends the plan when it was accepted, the other when it is done. A part of an order only
 * tells an operator (R-payments-21).
 */
export async function reviewRefund(
  services: Services,
  order: Order,
  refundId: string,
  signal: AbortSignal,
): Promise<void> {
  const refund = await requireGateway(services, order).fetchRefund({ orderId: order.order_id, refundId }, signal);
  if (refund === null) return;
  if (refundId === refundIdOf(order)) {
    return refund.status === 'failed' ? await noteFailure(services, order) : await recordRefund(services, null, order);
  }
  if (refund.status !== 'done') return;
  if (refund.amountPaise === order.amount_paise) return await recordRefund(services, null, order);
  services.log.error(
    { orderId: order.order_id, refundId },
    'a part of an order was refunded at the provider: nothing was ended',
  );
}

/**
 * Records that a refund failed, so that the next one has another id: under the same the provider would answer with the
 * failed one for ever.
 */
async function noteFailure({ database, now, log }: Services, { id, order_id, refund_attempt }: Order): Promise<void> {
  const at = now().toString();
  const noted = await database.db
    .updateTable('orders')
    .set({
      refund_attempt: refund_attempt + 1,
      refund_failed_at: sql`case when status = 'refunded' then ${at}::timestamptz end`,
      updated_at: at,
    })
    .where('id', '=', id)
    .where('refund_attempt', '=', refund_attempt)
    .returning('status')
    .executeTakeFirst();
  if (noted?.status !== 'refunded') return;
  log.error({ orderId: order_id }, 'a refund failed at the provider after the plan had ended: repeat it');
}

/** Records a refund that the provider accepted. Locks go from the user to the order, as everywhere. */
async function recordRefund(services: Services, by: Author, { id, user_id, refund_attempt }: Order): Promise<void> {
  const now = services.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  await services.database.db.transaction().execute(async (trx) => {
    const customer = user_id === null ? null : await lockCustomer(trx, user_id);
    const order = await trx.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
    if (order.refund_attempt !== refund_attempt) throw new GatewayError('the refund failed meanwhile');
    const userId = await findOrdererId(trx, order);
    const isRepeated = order.status === 'refunded';
    if (isRepeated && order.refund_failed_at === null) return await nameRefunder(trx, by, { userId, orderId: id });
    await trx
      .updateTable('orders')
      .set({ status: 'refunded', refunded_at: now.toString(), refund_failed_at: null, updated_at: now.toString() })
      .where('id', '=', id)
      .execute();
    // A repeated refund is in the ledger already, by its first try.
    if (isRepeated) return await auditRefund(trx, by, { userId, orderId: id });
    const entry = { kind: 'payment-refunded', orderId: id, amountPaise: -order.amount_paise } as const;
    const wasRunning = (await endPeriods(trx, { orderId: id }, now)) > 0;
    if (wasRunning && customer?.role === 'premium' && !(await hasTimeLeft(trx, customer.id, now))) {
      return await changePlan(trx, { userId: customer.id, role: 'user', by, verb: 'refund', now, ledger: entry });
    }
    await recordInLedger(trx, { ...entry, userId, actorId: by?.userId ?? null });
    await auditRefund(trx, by, { userId, orderId: id });
  });
}

interface Refunded {
  readonly userId: string;
  readonly orderId: string;
}

async function auditRefund(trx: Transaction<DB>, by: Author, { userId, orderId }: Refunded): Promise<void> {
  await recordAudit(trx, by, { noun: 'plans', verb: 'refund', id: userId, details: { orderId } });
}

/** Adds who refunded to the record of a refund that the provider's webhook told of before it answered the call. */
async function nameRefunder(trx: Transaction<DB>, by: Author, refunded: Refunded): Promise<void> {
  const last = await trx
    .selectFrom('audit_log')
    .select('actor_id')
    .where('subject_id', '=', refunded.userId)
    .where('action', '=', 'plans.refund')
    .where(sql<boolean>`details ->> 'orderId' = ${refunded.orderId}`)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (by !== null && last?.actor_id === null) await auditRefund(trx, by, refunded);
}

/** Whether another payment still pays for the plan. */
async function hasTimeLeft(trx: Transaction<DB>, userId: string, now: Temporal.Instant): Promise<boolean> {
  const lastEnd = await findLastEnd(trx, userId);
  return lastEnd !== null && !isOver(now, lastEnd);
}

/**
 * The id by which the provider recognizes the present refund of an order, so that asking twice makes one
 * (R-payments-21).
 */
export function refundIdOf({ id, refund_attempt }: Pick<Order, 'id' | 'refund_attempt'>): string {
  return `refund${id.replaceAll('-', '')}${refund_attempt || ''}`;
}
