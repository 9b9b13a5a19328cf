import type { Plan } from '@anupalan/domain/plans';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { grantUnused } from '../payments/orders/commands-grant.ts';
import { askAboutOrder } from '../payments/orders/commands-settle.ts';
import { findOpenOrder } from '../payments/queries.ts';
import { changePlan } from '../subscriptions/commands-change-plan.ts';
import { endPeriods } from '../subscriptions/commands-periods.ts';
import { onSamePlan } from '../subscriptions/errors.ts';
import { lockCustomer } from '../subscriptions/queries.ts';

/**
 * Gives a user the plan they have paid for; the provider is asked about what may have been paid meanwhile (R-plans-15).
 * @throws AppError invalid for plans that can't be bought here; too-many; payment-required; conflict on the same plan.
 * GatewayError when the provider fails.
 */
export async function upgrade(services: Services, session: Session, plan: Plan, signal: AbortSignal): Promise<void> {
  if (plan === 'enterprise') throw new AppError('invalid', 'Please contact us about the Enterprise plan');
  if (plan === 'free') throw freeIsNoUpgrade(session);
  await services.paymentLimit.spend(session.userId);
  const { db } = services.database;
  const open = await findOpenOrder(db, session.userId);
  if (open && open.provider === services.gateway?.provider) await askAboutOrder(services, open, signal);
  if (await grantUnused(services, session.userId)) return;
  const user = await db.selectFrom('users').select('role').where('id', '=', session.userId).executeTakeFirst();
  if (user?.role === 'premium') throw onSamePlan();
  throw new AppError('payment-required', 'Payment required');
}

/**
 * Returns a user to the free plan at once (R-plans-14). What the workspace recorded stays, added states too
 * (R-companies-15); nothing is refunded.
 * @throws AppError forbidden; conflict on the free plan
 */
export async function downgrade(services: Services, session: Session): Promise<void> {
  const now = services.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  await services.database.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.userId);
    if (!customer) throw new AppError('unauthenticated', 'Please sign in to continue');
    // The role may have changed since the call began.
    requirePermission({ ...session, role: customer.role }, 'plans.downgrade');
    if (customer.role === 'user') throw onSamePlan();
    await endPeriods(trx, { userId: customer.id }, now);
    const ledger = { kind: 'plan-downgraded', orderId: null } as const;
    await changePlan(trx, { userId: customer.id, role: 'user', by: session, verb: 'downgrade', now, ledger });
  });
}

function freeIsNoUpgrade({ role }: Session): AppError {
  return role === 'user' ? onSamePlan() : new AppError('invalid', 'Please downgrade to return to the Free plan');
}
