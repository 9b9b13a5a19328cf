import { GRACE_DAYS, isOver } from '@anupalan/domain/subscriptions';
import { sql } from 'kysely';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { eachApart } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { changePlan } from './commands-change-plan.ts';
import { composeEndedMail } from './emails.ts';
import { findLastEnd, lockCustomer } from './queries.ts';

/** Months that are read at once. */
const BATCH = 200;

/**
 * Returns customers to the free plan whose last period ended three days ago (R-plans-12). Premium that an administrator
 * gave has no period and so no end; administrators are no customers (R-plans-13). Nothing that was recorded is lost.
 */
export async function endUnpaidPlans(services: Services): Promise<void> {
  const now = services.now();
  const failed = new Set<string>();
  const close = async (some: readonly Month[]) => {
    for (const month of some) await closeMonth(services, month, now);
  };
  while (true) {
    const over = await listOver(services.database.db, now);
    // A month that failed is over still, and is left for the next run.
    const left = over.filter(({ id }) => !failed.has(id));
    const given = { log: services.log, doing: 'closing a month', name: ({ id }: Month) => ({ subscription: id }) };
    for (const { id } of await eachApart(left, close, given)) failed.add(id);
    if (over.length < BATCH || left.length === 0) return;
  }
}

/** A month that was bought; an erased user's has no user any more. */
interface Month {
  readonly id: string;
  readonly userId: string | null;
}

/** The next months that are over with their days of grace, and were not dealt with yet. */
export async function listOver(db: Db, now: Temporal.Instant): Promise<Month[]> {
  return await db
    .selectFrom('subscriptions')
    .select(['id', 'user_id as userId'])
    .where('ended_early_at', 'is', null)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`ends_at <= ${now.toString()}::timestamptz - ${GRACE_DAYS} * interval '1 day'`)
    .orderBy('ends_at')
    .limit(BATCH)
    .execute();
}

/**
 * Closes a month, and ends the plan unless its customer has paid for a later one or become an administrator meanwhile.
 */
async function closeMonth(
  { database, jobs, config }: Services,
  { id, userId }: Month,
  now: Temporal.Instant,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const customer = userId === null ? null : await lockCustomer(trx, userId);
    await trx.updateTable('subscriptions').set({ closed_at: now.toString() }).where('id', '=', id).execute();
    const lastEnd = userId === null ? null : await findLastEnd(trx, userId);
    if (userId === null || customer?.role !== 'premium' || lastEnd === null || !isOver(now, lastEnd)) return;
    const ledger = { kind: 'plan-expired', orderId: null } as const;
    await changePlan(trx, { userId, role: 'user', by: null, verb: 'expire', now, ledger });
    await enqueueMail(trx, jobs, await composeEndedMail(customer, config.publicUrl));
  });
}
