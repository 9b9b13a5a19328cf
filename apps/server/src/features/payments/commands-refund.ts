import { isOver } from '@anupalan/domain/subscriptions';
import { sql, type Transaction } from 'kysely';
import { type Doer, recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { GatewayError } from '../../platform/payment-gateway.ts';
import { changePlan, endPeriods } from '../plans/commands-role.ts';
import { findLastEnd, lockCustomer } from '../plans/queries.ts';
import { recordInLedger } from './commands-ledger.ts';
import { requireGateway, type Till } from './commands-till.ts';
import { findOrder, findOrdererId, type Order } from './queries.ts';

/**
 * Gives the money of a paid order back and ends what it bought. Asked again it changes nothing, unless the refund has
 * failed meanwhile: then it is made anew.
 * @throws AppError not-found; conflict unless it was paid. GatewayError when the provider fails or refuses.
 */
export async function refundOrder(till: Till, by: Doer, orderId: string, signal: AbortSignal): Promise<void> {
  const order = await findOrder(till.database.db, orderId);
  if (!order) throw new AppError('not-found', 'Order not found');
  if (order.status === 'refunded' && order.refund_failed_at === null) return;
  if (order.status !== 'paid' && order.status !== 'refunded') {
    throw new AppError('conflict', 'This order has not been paid');
  }
  const refund = { orderId, refundId: refundIdOf(order), amountPaise: order.amount_paise };
  const status = await requireGateway(till, order).refund(refund, signal);
  if (status === 'failed') {
    await noteFailure(till, order);
    throw new GatewayError('the provider refused the refund');
  }
  await recordRefund(till, by, order);
}

/**
 * The provider tells that something happened to a refund: perhaps one whose answer we missed, or that was made at the
 * provider itself; what bought the plan is gone then. Ours counts from when it was accepted, another when it is done. One
 * that failed after the plan had ended needs somebody to act.
 */
export async function reviewRefund(till: Till, order: Order, refundId: string, signal: AbortSignal): Promise<void> {
  const refund = await requireGateway(till, order).fetchRefund({ orderId: order.order_id, refundId }, signal);
  if (refund === null) return;
  if (refundId === refundIdOf(order)) {
    return refund.status === 'failed' ? await noteFailure(till, order) : await recordRefund(till, null, order);
  }
  if (refund.status !== 'done') return;
  if (refund.amountPaise === order.amount_paise) return await recordRefund(till, null, order);
  till.log.error(
    { orderId: order.order_id, refundId },
    'a part of an order was refunded at the provider: nothing was ended',
  );
}

/** The next refund has another name: the provider would answer this one as it is for ever. */
async function noteFailure({ database, now, log }: Till, { id, order_id, refund_attempt }: Order): Promise<void> {
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

/** Locks go from the user to the order, as everywhere. */
async function recordRefund(till: Till, by: Doer, { id, user_id, refund_attempt }: Order): Promise<void> {
  const now = till.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  await till.database.db.transaction().execute(async (trx) => {
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
    // Of one that failed the ledger has what was owed already.
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

async function auditRefund(trx: Transaction<DB>, by: Doer, { userId, orderId }: Refunded): Promise<void> {
  await recordAudit(trx, by, { noun: 'plans', verb: 'refund', id: userId, details: { orderId } });
}

/** Of a refund that the provider told of sooner than it answered, the record names nobody yet. */
async function nameRefunder(trx: Transaction<DB>, by: Doer, refunded: Refunded): Promise<void> {
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

/** What the provider knows the present refund of an order by: the same asked for twice is one. */
export function refundIdOf({ id, refund_attempt }: Pick<Order, 'id' | 'refund_attempt'>): string {
  return `refund${id.replaceAll('-', '')}${refund_attempt || ''}`;
}
