import type { Sent, SentFailure, SentQueue } from '@anupalan/contract/telling/sent';
import { sql } from 'kysely';
import { type LoggedMailRow, presentFailedMail, presentLoggedMail } from './present-mail-log.ts';
import type { SentSource } from './sent-source.ts';

/** Days for which failures are counted. */
const COUNTED_DAYS = 30;

/** Hours after which the queue has given a mail up. */
const GIVEN_UP_HOURS = 30;

const COLUMNS = sql`
  id, user_id, subject, address, made_at, tried_at, tries, error,
  case when state = 'waiting' and made_at < now() - make_interval(hours => ${sql.lit(GIVEN_UP_HOURS)})
    then 'failed' else state end as state`;

/** Mails that answer what somebody did as a source of what went out: codes, notices, receipts (R-messages-14). */
export const SENT_MAILS: SentSource = {
  listSent: async (db, { userId, impersonatorId }, limit): Promise<Sent[]> => {
    const { rows } = await sql<LoggedMailRow>`
      select ${COLUMNS} from mail_log where user_id = ${userId} order by made_at desc, id desc limit ${limit}`.execute(
      db,
    );
    return rows.map((row) => presentLoggedMail(impersonatorId === null ? row : { ...row, subject: null }));
  },
  // What waits is counted once it was tried in vain: before that it is in the job queue for moments.
  readQueues: async (db): Promise<SentQueue[]> => {
    const { rows } = await sql<Omit<SentQueue, 'channel' | 'oldest' | 'refused'> & { oldest: Date | null }>`
      select count(*) filter (where state = 'waiting')::int as waiting,
        count(*) filter (where state = 'waiting')::int as failing,
        min(made_at) filter (where state = 'waiting') as oldest, count(*) filter (where state = 'failed')::int as failed
      from (select ${COLUMNS} from mail_log
        where state <> 'sent' and made_at > now() - make_interval(days => ${COUNTED_DAYS})) mail`.execute(db);
    return rows.map(({ oldest, ...queue }) => ({
      channel: 'notice',
      ...queue,
      refused: 0,
      oldest: oldest?.toISOString() ?? null,
    }));
  },
  listFailures: async (db, limit): Promise<SentFailure[]> => {
    const { rows } = await sql<LoggedMailRow>`
      select * from (select ${COLUMNS} from mail_log where state <> 'sent') mail
      where state = 'failed' order by made_at desc, id desc limit ${limit}`.execute(db);
    return rows.map(presentFailedMail);
  },
};
