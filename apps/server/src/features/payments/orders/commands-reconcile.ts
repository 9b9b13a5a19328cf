import type { Services } from '../../../services.ts';
import { GatewayError, providerTimeout } from '../gateway/gateway.ts';
import { CHECKED_AFTER_MINUTES, listOrdersToCheck, type Order } from '../queries.ts';
import { settleOrder } from './commands-settle.ts';

/**
 * Asks the provider about orders whose end nobody has reported, so that a lost browser and a lost webhook together
 * still end in premium (R-payments-7, R-payments-10). A question without an answer is asked again.
 */
export async function reconcileOrders(services: Services): Promise<void> {
  if (!services.gateway) return;
  for (const order of await listOrdersToCheck(services.database.db, services.gateway.provider, services.now())) {
    const answered = await settleOrder(services, order, providerTimeout()).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof GatewayError)) throw error;
        services.log.warn({ err: error, orderId: order.order_id }, 'an order could not be checked and will be later');
        return false;
      },
    );
    await noteCheck(services, order, answered);
  }
}

/** Counts a question that was due. All that were due while nobody could ask or answer count as one. */
async function noteCheck({ database, now }: Services, order: Order, answered: boolean): Promise<void> {
  const at = now();
  const age = at.since(order.created_at.toTemporalInstant()).total('minutes');
  const checks = answered ? CHECKED_AFTER_MINUTES.filter((minutes) => minutes <= age).length : order.checks;
  await database.db
    .updateTable('orders')
    .set({ checks, checked_at: at.toString() })
    .where('id', '=', order.id)
    .execute();
}
