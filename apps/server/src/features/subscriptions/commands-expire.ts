import { GRACE_DAYS, isOver } from '@anupalan/domain/subscriptions';
import { sql } from 'kysely';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { changePlan } from './commands-change-plan.ts';
import { composeEndedMail } from './emails.ts';
import { findLastEnd, lockCustomer } from './queries.ts';

/**
 * Returns customers to the free plan whose last period ended three days ago (R-plans-12). Premium that an administrator
 * gave has no period and so no end; administrators are no customers (R-plans-13). Nothing that was recorded is lost.
 */
export async function endUnpaidPlans(services: Services): Promise<void> {
  const now = services.now();
  for (const userId of await listUnpaid(services, now)) await endPlan(services, userId, now);
}

async function listUnpaid({ database: { db } }: Services, now: Temporal.Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select('users.id')
    .where('users.role', '=', 'premium')
    .where('ended_early_at', 'is', null)
    .groupBy('users.id')
    .having(sql<boolean>`max(ends_at) <= ${now.toString()}::timestamptz - ${GRACE_DAYS} * interval '1 day'`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends a plan, unless its customer has paid or become an administrator meanwhile. */
async function endPlan({ database, jobs, config }: Services, userId: string, now: Temporal.Instant): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const customer = await lockCustomer(trx, userId);
    const lastEnd = await findLastEnd(trx, userId);
    if (customer?.role !== 'premium' || lastEnd === null || !isOver(now, lastEnd)) return;
    const ledger = { kind: 'plan-expired', orderId: null } as const;
    await changePlan(trx, { userId, role: 'user', by: null, verb: 'expire', now, ledger });
    await enqueueMail(trx, jobs, await composeEndedMail(customer, config.publicUrl));
  });
}
