import { dueReminders, REMINDER_DAYS } from '@anupalan/domain/subscriptions';
import { sql } from 'kysely';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { eachApart } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { composeRenewalMail } from './emails.ts';

/** Periods that are read at once. */
const BATCH = 200;

interface Ending {
  readonly id: string;
  readonly endsAt: Date;
  readonly primaryEmail: string;
  readonly firstName: string;
}

/**
 * Mails customers whose last period is about to end to renew it: five days before and one day before, each once
 * (R-plans-12).
 */
export async function remindOfRenewal(services: Services): Promise<void> {
  const now = services.now();
  const remindAll = async (some: readonly Ending[]) => {
    for (const ending of some) await remind(services, ending, now);
  };
  const given = {
    log: services.log,
    doing: 'reminding of a renewal',
    name: ({ id }: Ending) => ({ subscription: id }),
  };
  let after: Ending | undefined;
  while (true) {
    const batch = await listEnding(services.database.db, now, after);
    await eachApart(batch, remindAll, given);
    after = batch.at(-1);
    if (batch.length < BATCH) return;
  }
}

/**
 * The next periods that are about to end, without those whose last due reminder was sent, and those that a later one
 * follows: with a later one the next month is paid already.
 */
export async function listEnding(db: Db, now: Temporal.Instant, after?: Ending): Promise<Ending[]> {
  const moment = sql`${now.toString()}::timestamptz`;
  return await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.id',
      'subscriptions.ends_at as endsAt',
      'users.primary_email as primaryEmail',
      'users.first_name as firstName',
    ])
    .where('users.role', '=', 'premium')
    .where('users.status', '=', 'active')
    .where('ended_early_at', 'is', null)
    .where(
      sql<boolean>`ends_at > ${moment} and ends_at <= ${moment} + ${Math.max(...REMINDER_DAYS)} * interval '1 day'`,
    )
    .where(
      sql<boolean>`not exists (
        select from subscriptions later
        where later.user_id = subscriptions.user_id and later.ended_early_at is null
          and later.ends_at > subscriptions.ends_at)`,
    )
    .where(
      sql<boolean>`not exists (
        select from subscription_reminders sent
        where sent.subscription_id = subscriptions.id and sent.days_before <= all (
          select days from unnest(${sql.val([...REMINDER_DAYS])}::int[]) days
          where ends_at <= ${moment} + days * interval '1 day'))`,
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(ends_at, subscriptions.id) > (${after?.endsAt}, ${after?.id})`),
    )
    .orderBy('ends_at')
    .orderBy('subscriptions.id')
    .limit(BATCH)
    .execute();
}

/** Mails once for all reminders that are due; several are due when no instance ran to send them. */
async function remind({ database, jobs, config }: Services, ending: Ending, now: Temporal.Instant): Promise<void> {
  const due = dueReminders(now, ending.endsAt.toTemporalInstant());
  if (due.length === 0) return;
  await database.db.transaction().execute(async (trx) => {
    const noted = await trx
      .insertInto('subscription_reminders')
      .values(due.map((days) => ({ subscription_id: ending.id, days_before: days, sent_at: now.toString() })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('days_before')
      .execute();
    if (!noted.some(({ days_before }) => days_before === due.at(-1))) return;
    await enqueueMail(trx, jobs, await composeRenewalMail(ending, config.publicUrl));
  });
}
