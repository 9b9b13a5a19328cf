import type { Db } from '../../../platform/postgres/database.ts';
import { type CashfreeGateway, openCashfree } from './cashfree.ts';
import type { CashfreeSettings } from './cashfree-client.ts';
import { type LocalGateway, openLocalGateway } from './local.ts';

export type Gateway = CashfreeGateway | LocalGateway;

/**
 * Opens the gateway of a configuration: Cashfree with credentials; without, the local one in local mode; null when
 * nothing can be paid (R-payments-12).
 */
export function openPaymentGateway(
  { cashfree, localMode }: { cashfree: CashfreeSettings | undefined; localMode: boolean },
  db: Db,
  now: () => Temporal.Instant,
): Gateway | null {
  if (cashfree) return openCashfree(cashfree);
  return localMode ? openLocalGateway(db, now) : null;
}
