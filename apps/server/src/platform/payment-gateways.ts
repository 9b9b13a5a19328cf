import type { Config } from '../config.ts';
import type { Db } from './database.ts';
import { type CashfreeGateway, openCashfree } from './payment-gateway-cashfree.ts';
import { type LocalGateway, openLocalGateway } from './payment-gateway-local.ts';

export type Gateway = CashfreeGateway | LocalGateway;

/**
 * The gateway of a configuration: Cashfree with credentials; without, the local one where nobody could take it for real;
 * null when nothing can be paid.
 */
export async function openPaymentGateway(
  { cashfree, localMode }: Pick<Config, 'cashfree' | 'localMode'>,
  db: Db,
  now: () => Temporal.Instant,
): Promise<Gateway | null> {
  if (cashfree) return await openCashfree(cashfree);
  return localMode ? openLocalGateway(db, now) : null;
}
