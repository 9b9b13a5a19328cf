import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { LeftOut } from './commands-take.ts';

/** What became of a message that a worker took. */
export type Outcome = { readonly id: string } & (
  | { readonly state: 'sent'; readonly subject: string; readonly address: string }
  | { readonly state: 'skipped'; readonly error: LeftOut }
  /** The address takes no mail at all, or the message can't be sent to anybody. */
  | {
      readonly state: 'refused' | 'failed';
      readonly subject?: string;
      readonly address: string;
      readonly error: string;
    }
  /** It is tried again. */
  | { readonly state: 'waiting'; readonly error: string; readonly sendAfter: Temporal.Instant }
);

/**
 * Notes what became of messages, each once. An address that refused mail is *not reachable* from then on (R-messages-12).
 */
export async function noteOutcomes(db: Db, outcomes: readonly Outcome[], now: Temporal.Instant): Promise<void> {
  if (outcomes.length === 0) return;
  const moment = sql`${now.toString()}::timestamptz`;
  await sql`
    with noted as (
      update messages m set
        state = became.state,
        subject = coalesce(became.subject, m.subject),
        address = coalesce(became.address, m.address),
        error = became.error,
        sent_at = case when became.state = 'sent' then ${moment} end,
        send_after = coalesce(became.send_after, m.send_after),
        taken_until = null
      from unnest(${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ state }) => state)}::text[],
        ${outcomes.map((one) => ('subject' in one ? (one.subject ?? null) : null))}::text[],
        ${outcomes.map((one) => ('address' in one ? one.address : null))}::text[],
        ${outcomes.map((one) => ('error' in one ? one.error : null))}::text[],
        ${outcomes.map((one) => ('sendAfter' in one ? one.sendAfter.toString() : null))}::timestamptz[]
      ) became (id, state, subject, address, error, send_after)
      where m.id = became.id and m.state = 'waiting'
      returning m.user_id, m.channel, m.state, m.address, m.error)
    insert into unreachable_addresses (user_id, address, since, error)
    select distinct on (user_id) user_id, address, ${moment}, error
    from noted where state = 'refused' and channel = 'mail'
    on conflict (user_id) do update set address = excluded.address, since = excluded.since, error = excluded.error
    `.execute(db);
}
