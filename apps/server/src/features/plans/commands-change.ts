import { can } from '@anupalan/domain/permissions';
import type { Plan } from '@anupalan/domain/plans';
import { AppError } from '../../platform/errors.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { grantUnused } from '../payments/commands-grant.ts';
import { askAboutOrder } from '../payments/commands-settle.ts';
import type { Till } from '../payments/commands-till.ts';
import { findOpenOrder } from '../payments/queries.ts';
import { administratorsHaveAll, onSamePlan } from './commands-refuse.ts';
import { changePlan, endPeriods } from './commands-role.ts';
import { lockCustomer } from './queries.ts';

/**
 * Gives a user the plan they have paid for; the provider is asked about what may have been paid meanwhile.
 * @throws AppError forbidden; invalid for plans that can't be bought here; too-many; payment-required; conflict on the
 * same plan. GatewayError when the provider fails.
 */
export async function upgrade(
  till: Till & Pick<Services, 'paymentLimit'>,
  session: Session,
  plan: Plan,
  signal: AbortSignal,
): Promise<void> {
  requireCustomer(session, 'plans.upgrade');
  if (plan === 'enterprise') throw new AppError('invalid', 'Please contact us about the Enterprise plan');
  if (plan === 'free') throw freeIsNoUpgrade(session);
  await till.paymentLimit.spend(session.userId);
  const { db } = till.database;
  const open = await findOpenOrder(db, session.userId);
  if (open && open.provider === till.gateway?.provider) await askAboutOrder(till, open, signal);
  if (await grantUnused(till, session.userId)) return;
  const user = await db.selectFrom('users').select('role').where('id', '=', session.userId).executeTakeFirst();
  if (user?.role === 'premium') throw onSamePlan();
  throw new AppError('payment-required', 'Payment required');
}

/**
 * Returns a user to the free plan at once. What the workspace recorded stays, added states too; nothing is refunded.
 * @throws AppError forbidden; conflict on the free plan
 */
export async function downgrade(till: Till, session: Session): Promise<void> {
  requireCustomer(session, 'plans.downgrade');
  const now = till.now().round({ smallestUnit: 'millisecond', roundingMode: 'floor' });
  await till.database.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, session.userId);
    if (!customer) throw new AppError('unauthenticated', 'Please sign in to continue');
    if (customer.role === 'admin') throw administratorsHaveAll();
    if (customer.role === 'user') throw onSamePlan();
    await endPeriods(trx, { userId: customer.id }, now);
    const ledger = { kind: 'plan-downgraded', orderId: null } as const;
    await changePlan(trx, { userId: customer.id, role: 'user', by: session, verb: 'downgrade', now, ledger });
  });
}

function requireCustomer(session: Session, action: 'plans.upgrade' | 'plans.downgrade'): void {
  if (can(actorOf(session), action)) return;
  if (session.impersonatorId === null) throw administratorsHaveAll();
  throw new AppError('forbidden', 'Plans cannot be changed while impersonating');
}

function freeIsNoUpgrade({ role }: Session): AppError {
  return role === 'user' ? onSamePlan() : new AppError('invalid', 'Please downgrade to return to the Free plan');
}
