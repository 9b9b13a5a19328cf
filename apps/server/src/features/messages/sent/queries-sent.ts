import type { FileFault, LateSeal, Sent, SentFailure, SentQueue } from '@anupalan/contract/telling/sent';
import { sql } from 'kysely';
import type { Session } from '../../../identity/sessions.ts';
import { listFaults } from '../../../platform/files/store/queries.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { Services } from '../../../services.ts';
import { listLateSeals } from '../../activity/seal/queries-seals.ts';
import { type MessageRow, presentFailure, presentSent } from '../present.ts';
import type { SentSource } from './sent-source.ts';

/** Entries of a list at most. */
const LISTED = 100;

/** Days for which refusals and failures are counted. */
const COUNTED_DAYS = 30;

type Sources = Pick<Services, 'sentSources'>;

/** What went out to the caller by all channels, newest first (R-messages-14). */
export async function listSent(db: Db, { sentSources }: Sources, session: Session): Promise<Sent[]> {
  const lists = await Promise.all(sentSources.map((source) => source.listSent(db, session, LISTED)));
  return newest(lists.flat());
}

/** How sending stands (R-messages-16). */
export async function readSentQueues(
  db: Db,
  { sentSources }: Sources,
  now: Temporal.Instant,
): Promise<{
  queues: SentQueue[];
  unreachable: number;
  failures: SentFailure[];
  files: FileFault[];
  sealedLate: LateSeal[];
}> {
  const [queues, failures, unreachable, faults, late] = await Promise.all([
    Promise.all(sentSources.map((source) => source.readQueues(db, now))),
    Promise.all(sentSources.map((source) => source.listFailures(db, LISTED))),
    countUnreachable(db),
    listFaults(db, LISTED),
    listLateSeals(db, LISTED),
  ]);
  const files = faults.map(({ file, fault, found_at }) => ({ file, fault, at: found_at.toISOString() }));
  const sealedLate = late.map(({ company, seal, count, at }) => ({ company, seal, count, at: at.toISOString() }));
  return { queues: queues.flat(), unreachable, failures: newest(failures.flat()), files, sealedLate };
}

function newest<T extends { readonly at: string }>(entries: T[]): T[] {
  return entries.sort((one, other) => other.at.localeCompare(one.at)).slice(0, LISTED);
}

async function countUnreachable(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from unreachable_addresses refusing
      join users person on person.id = refusing.user_id and person.primary_email = refusing.address`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Messages as a source of what went out. */
export const SENT_MESSAGES: SentSource = {
  listSent: async (db, { userId, workspaceId, impersonatorId }, limit) => {
    const some = (where: ReturnType<typeof sql>) => sql`(
      select id, user_id, channel, kind, made_at, sent_at, send_after, state, subject, address, tries, error
      from messages where user_id = ${userId} and ${where} order by made_at desc, id desc limit ${limit})`;
    const { rows } = await sql<MessageRow>`
      select * from (
        ${some(sql`workspace_id = ${workspaceId}`)} union all ${some(sql`workspace_id is null`)}) message
      order by made_at desc, id desc limit ${limit}`.execute(db);
    // Subjects are the person's mail, and what is in theirs may be nobody else's to see (R-events-20).
    return rows.map((row) => presentSent(impersonatorId === null ? row : { ...row, subject: null }));
  },
  readQueues: async (db, now) => {
    const moment = sql`${now.toString()}::timestamptz`;
    const { rows } = await sql<Omit<SentQueue, 'oldest'> & { oldest: Date | null }>`
      with waiting as (
        select channel, count(*)::int as waiting, count(*) filter (where tries > 0)::int as failing,
          min(case when tries > 0 then made_at else send_after end)
            filter (where tries > 0 or send_after <= ${moment}) as oldest
        from messages where state = 'waiting' group by channel),
      wrong as (
        select channel, count(*) filter (where state = 'refused')::int as refused,
          count(*) filter (where state = 'failed')::int as failed
        from messages
        where state in ('refused', 'failed') and made_at > ${moment} - make_interval(days => ${COUNTED_DAYS})
        group by channel)
      select channel, coalesce(waiting, 0) as waiting, oldest, coalesce(failing, 0) as failing,
        coalesce(refused, 0) as refused, coalesce(failed, 0) as failed
      from (values ('mail')) always (channel)
        full join waiting using (channel) full join wrong using (channel)
      order by channel`.execute(db);
    return rows.map(({ oldest, ...queue }) => ({ ...queue, oldest: oldest?.toISOString() ?? null }));
  },
  listFailures: async (db, limit) => {
    const { rows } = await sql<MessageRow>`
      select id, user_id, channel, kind, made_at, sent_at, send_after, state, subject, address, tries, error
      from messages where state in ('refused', 'failed')
      order by made_at desc, id desc limit ${limit}`.execute(db);
    return rows.map(presentFailure);
  },
};
