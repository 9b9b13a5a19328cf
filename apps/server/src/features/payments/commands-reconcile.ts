import { GatewayError, startPatience } from '../../platform/payment-gateway.ts';
import { settleOrder } from './commands-settle.ts';
import type { Till } from './commands-till.ts';
import { CHECKED_AFTER_MINUTES, listOrdersToCheck, type Order } from './queries.ts';

/**
 * Asks the provider about orders that nobody has told the end of, so that a lost browser and a lost webhook together
 * still end in premium. A question without an answer is asked again.
 */
export async function reconcileOrders(till: Till): Promise<void> {
  if (!till.gateway) return;
  for (const order of await listOrdersToCheck(till.database.db, till.gateway.provider, till.now())) {
    const answered = await settleOrder(till, order, startPatience()).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof GatewayError)) throw error;
        till.log.warn({ err: error, orderId: order.order_id }, 'an order could not be checked and will be later');
        return false;
      },
    );
    await noteCheck(till, order, answered);
  }
}

/** Questions that were due while nobody could ask or answer count as one. */
async function noteCheck({ database, now }: Till, order: Order, answered: boolean): Promise<void> {
  const at = now();
  const age = at.since(order.created_at.toTemporalInstant()).total('minutes');
  const checks = answered ? CHECKED_AFTER_MINUTES.filter((minutes) => minutes <= age).length : order.checks;
  await database.db
    .updateTable('orders')
    .set({ checks, checked_at: at.toString() })
    .where('id', '=', order.id)
    .execute();
}
