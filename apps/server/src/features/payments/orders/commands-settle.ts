import type { Services } from '../../../services.ts';
import { recordInLedger, recordOnceInLedger } from '../../subscriptions/commands-ledger.ts';
import type { GatewayOrder } from '../gateway/gateway.ts';
import { requireGateway } from '../gateway/require-gateway.ts';
import { findOrder, findOrdererId, type Order } from '../queries.ts';
import { grantOrder } from './commands-grant.ts';

/** Seconds in which an order that the provider doesn't know may still be on its way there. */
const ON_ITS_WAY_SECONDS = 60;

/** An order as it is after the provider was asked. */
export interface Settled {
  readonly order: Order;
  /**
   * The provider's name for the status, or ours where the provider's can't stand; PAID only for what was ordered
   * (R-payments-8).
   */
  readonly providerStatus: string;
}

/**
 * Asks the provider about an order, records the answer, and grants what a paid order bought. Whoever hears
 * from outside that something may have been paid calls this: what was heard is never believed (R-payments-6).
 * @throws GatewayError when the provider can't say
 */
export async function settleOrder(services: Services, order: Order, signal: AbortSignal): Promise<Settled> {
  const settled = await askAboutOrder(services, order, signal);
  if (settled.order.status === 'paid') await grantOrder(services, settled.order);
  return settled;
}

/**
 * Asks the provider about an order and records the answer (R-payments-8).
 * @throws GatewayError when the provider can't say
 */
export async function askAboutOrder(services: Services, order: Order, signal: AbortSignal): Promise<Settled> {
  const answer = await requireGateway(services, order).fetchOrder(order.order_id, signal);
  return await recordAnswer(services, order, answer);
}

/** Records the provider's answer; null means that it knows no such order (R-payments-8). */
export async function recordAnswer(services: Services, order: Order, answer: GatewayOrder | null): Promise<Settled> {
  const providerStatus = interpret(services, order, answer);
  if (providerStatus === 'PAID') await recordPayment(services, order);
  else await recordUnpaid(services, order, answer, providerStatus);
  if (providerStatus === 'MISMATCH') await recordMismatch(services, order, answer);
  if (providerStatus === 'NOT_FOUND' && order.status === 'active') {
    services.log.error({ orderId: order.order_id }, 'the provider does not know an order of ours');
  }
  const after = (await findOrder(services.database.db, order.order_id)) ?? order;
  return { order: after, providerStatus: after.status === 'refunded' ? 'REFUNDED' : providerStatus };
}

/**
 * The provider's status, save where it must not be believed: PAID counts only for the very amount that was ordered
 * (R-payments-6).
 */
function interpret({ now }: Services, order: Order, answer: GatewayOrder | null): string {
  if (answer === null) {
    const age = now().since(order.created_at.toTemporalInstant()).total('seconds');
    return order.status === 'created' && age < ON_ITS_WAY_SECONDS ? 'CREATED' : 'NOT_FOUND';
  }
  if (answer.status !== 'PAID') return answer.status;
  return answer.amountPaise === order.amount_paise && answer.currency === order.currency ? 'PAID' : 'MISMATCH';
}

/** Records a payment once: only the call that changes the order's row writes the ledger. A refunded order stays refunded. */
async function recordPayment({ database, now }: Services, order: Order): Promise<void> {
  const at = now().toString();
  await database.db.transaction().execute(async (trx) => {
    const paid = await trx
      .updateTable('orders')
      .set({ status: 'paid', paid_at: at, checked_at: at, updated_at: at })
      .where('id', '=', order.id)
      .where('status', 'not in', ['paid', 'refunded'])
      .returningAll()
      .executeTakeFirst();
    if (!paid) return;
    const userId = await findOrdererId(trx, paid);
    await recordInLedger(trx, {
      kind: 'payment-received',
      userId,
      orderId: order.id,
      amountPaise: order.amount_paise,
    });
  });
}

const STILL_OPEN = ['ACTIVE', 'CREATED', 'TERMINATION_REQUESTED'];

async function recordUnpaid(
  { database, now }: Services,
  order: Order,
  answer: GatewayOrder | null,
  providerStatus: string,
) {
  const at = now().toString();
  const open = answer === null ? ('created' as const) : ('active' as const);
  await database.db
    .updateTable('orders')
    .set(({ fn, val }) => ({
      status: STILL_OPEN.includes(providerStatus) ? open : 'failed',
      provider_order_id: fn.coalesce('provider_order_id', val(answer?.providerOrderId ?? null)),
      payment_session_id: fn.coalesce('payment_session_id', val(answer?.sessionId ?? null)),
      checked_at: at,
      updated_at: at,
    }))
    .where('id', '=', order.id)
    .where('status', 'in', ['created', 'active'])
    .execute();
}

/** Tells an operator of a wrong amount, only the first time it is found (R-payments-6). */
async function recordMismatch({ database, log }: Services, order: Order, answer: GatewayOrder | null): Promise<void> {
  const { db } = database;
  const paid = { amountPaise: answer?.amountPaise ?? null, currency: answer?.currency ?? null };
  const userId = await findOrdererId(db, order);
  const entry = { kind: 'payment-mismatched', userId, orderId: order.id, details: paid } as const;
  if (!(await recordOnceInLedger(db, entry))) return;
  log.error(
    { orderId: order.order_id, ordered: { amountPaise: order.amount_paise, currency: order.currency }, paid },
    'an order was paid with another amount than ordered: nothing was given; refund it at the provider',
  );
}
