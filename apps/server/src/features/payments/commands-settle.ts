import type { GatewayOrder } from '../../platform/payment-gateway.ts';
import { grantOrder } from './commands-grant.ts';
import { recordInLedger, recordOnceInLedger } from './commands-ledger.ts';
import { requireGateway, type Till } from './commands-till.ts';
import { findOrder, findOrdererId, type Order } from './queries.ts';

/** An order the provider has never heard of may still be on its way there this long. */
const ON_ITS_WAY_SECONDS = 60;

/** What an order has come to, and in whose words. */
export interface Settled {
  readonly order: Order;
  /** PAID only if it is what was ordered. */
  readonly word: string;
}

/**
 * Asks the provider about an order, records the answer, and gives what a paid order bought. Whoever learns that
 * something may have been paid comes through here: what they were told is never believed.
 * @throws GatewayError when the provider can't say
 */
export async function settleOrder(till: Till, order: Order, signal: AbortSignal): Promise<Settled> {
  const settled = await askAboutOrder(till, order, signal);
  if (settled.order.status === 'paid') await grantOrder(till, settled.order);
  return settled;
}

/** Asks the provider about an order and records the answer. @throws GatewayError when the provider can't say */
export async function askAboutOrder(till: Till, order: Order, signal: AbortSignal): Promise<Settled> {
  const answer = await requireGateway(till, order).fetchOrder(order.order_id, signal);
  return await recordAnswer(till, order, answer);
}

/** Writes down what the provider answered; null is that it knows no such order. */
export async function recordAnswer(till: Till, order: Order, answer: GatewayOrder | null): Promise<Settled> {
  const word = judge(till, order, answer);
  if (word === 'PAID') await recordPayment(till, order);
  else await recordUnpaid(till, order, answer, word);
  if (word === 'MISMATCH') await recordMismatch(till, order, answer);
  if (word === 'NOT_FOUND' && order.status === 'active') {
    till.log.error({ orderId: order.order_id }, 'the provider does not know an order of ours');
  }
  const after = (await findOrder(till.database.db, order.order_id)) ?? order;
  return { order: after, word: after.status === 'refunded' ? 'REFUNDED' : word };
}

/** The provider's word, save where it must not be believed: PAID is only the very amount that was ordered. */
function judge({ now }: Till, order: Order, answer: GatewayOrder | null): string {
  if (answer === null) {
    const age = now().since(order.created_at.toTemporalInstant()).total('seconds');
    return order.status === 'created' && age < ON_ITS_WAY_SECONDS ? 'CREATED' : 'NOT_FOUND';
  }
  if (answer.status !== 'PAID') return answer.status;
  return answer.amountPaise === order.amount_paise && answer.currency === order.currency ? 'PAID' : 'MISMATCH';
}

/** Once, however often it is told: whoever changes the row writes the ledger. A refunded order stays refunded. */
async function recordPayment({ database, now }: Till, order: Order): Promise<void> {
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

async function recordUnpaid({ database, now }: Till, order: Order, answer: GatewayOrder | null, word: string) {
  const at = now().toString();
  const open = answer === null ? ('created' as const) : ('active' as const);
  await database.db
    .updateTable('orders')
    .set(({ fn, val }) => ({
      status: STILL_OPEN.includes(word) ? open : 'failed',
      provider_order_id: fn.coalesce('provider_order_id', val(answer?.providerOrderId ?? null)),
      payment_session_id: fn.coalesce('payment_session_id', val(answer?.sessionId ?? null)),
      checked_at: at,
      updated_at: at,
    }))
    .where('id', '=', order.id)
    .where('status', 'in', ['created', 'active'])
    .execute();
}

/** An operator hears of it once, however often the order is asked about. */
async function recordMismatch({ database, log }: Till, order: Order, answer: GatewayOrder | null): Promise<void> {
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
