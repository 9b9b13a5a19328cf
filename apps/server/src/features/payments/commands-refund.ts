import { isOver } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { GatewayError } from '../../platform/payment-gateway.ts';
import type { Session } from '../../platform/sessions.ts';
import { changePlan, endPeriods } from '../plans/commands-role.ts';
import { findLastEnd, lockCustomer } from '../plans/queries.ts';
import { recordInLedger } from './commands-ledger.ts';
import { requireGateway, type Till } from './commands-till.ts';
import { findOrder, findOrdererId, type Order } from './queries.ts';

/**
 * Gives the money of a paid order back and ends what it bought. Asked again it changes nothing: the provider knows the
 * refund by its id, and the row says when it is done.
 * @throws AppError not-found; conflict unless it was paid. GatewayError when the provider fails or refuses.
 */
export async function refundOrder(till: Till, by: Session, orderId: string, signal: AbortSignal): Promise<void> {
  const order = await findOrder(till.database.db, orderId);
  if (!order) throw new AppError('not-found', 'Order not found');
  if (order.status === 'refunded') return;
  if (order.status !== 'paid') throw new AppError('conflict', 'This order has not been paid');
  const refund = { orderId, refundId: refundIdOf(order), amountPaise: order.amount_paise };
  const status = await requireGateway(till, order).refund(refund, signal);
  if (status === 'failed') throw new GatewayError('the provider refused the refund');
  await till.database.db.transaction().execute((trx) => recordRefund(trx, till, by, order));
}

/** The provider tells that something happened to a refund: one that failed needs somebody to act. */
export async function reviewRefund(till: Till, order: Order, signal: AbortSignal): Promise<void> {
  const refund = { orderId: order.order_id, refundId: refundIdOf(order) };
  if ((await requireGateway(till, order).fetchRefund(refund, signal)) !== 'failed') return;
  till.log.error(refund, 'a refund failed at the provider after the plan had ended: repeat it there');
}

/** Locks go from the user to the order, as everywhere. */
async function recordRefund(trx: Transaction<DB>, till: Till, by: Session, { id, user_id }: Order) {
  const now = till.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  const customer = user_id === null ? null : await lockCustomer(trx, user_id);
  const refunded = await trx
    .updateTable('orders')
    .set({ status: 'refunded', refunded_at: now.toString(), updated_at: now.toString() })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .returningAll()
    .executeTakeFirst();
  if (!refunded) return;
  const entry = { kind: 'payment-refunded', orderId: id, amountPaise: -refunded.amount_paise } as const;
  const wasRunning = (await endPeriods(trx, { orderId: id }, now)) > 0;
  if (wasRunning && customer?.role === 'premium' && !(await hasTimeLeft(trx, customer.id, now))) {
    await changePlan(trx, { userId: customer.id, role: 'user', by, verb: 'refund', now, ledger: entry });
    return;
  }
  const userId = await findOrdererId(trx, refunded);
  await recordInLedger(trx, { ...entry, userId, actorId: by.userId });
  await recordAudit(trx, by, { noun: 'plans', verb: 'refund', id: userId, details: { orderId: id } });
}

/** Whether another payment still pays for the plan. */
async function hasTimeLeft(trx: Transaction<DB>, userId: string, now: Temporal.Instant): Promise<boolean> {
  const lastEnd = await findLastEnd(trx, userId);
  return lastEnd !== null && !isOver(now, lastEnd);
}

/** One order has one refund, of everything. */
function refundIdOf({ id }: Order): string {
  return `refund${id.replaceAll('-', '')}`;
}
