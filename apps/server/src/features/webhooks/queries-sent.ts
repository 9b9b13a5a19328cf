import type { Sent, SentFailure, SentQueue } from '@anupalan/contract/telling/sent';
import { can } from '@anupalan/domain/permissions';
import { sql } from 'kysely';
import { actorOf } from '../../identity/sessions.ts';
import type { SentSource } from '../messages/sent/sent-source.ts';
import { presentFailedCall, presentSentCall, type SentCallRow } from './present-sent.ts';

/** Days for which calls that were given up are counted, as long as they are kept. */
const COUNTED_DAYS = 30;

/** Calls of webhooks as a source of what went out: to managers those of the company (R-webhooks-14). */
export const SENT_CALLS: SentSource = {
  listSent: async (db, session, limit): Promise<Sent[]> => {
    if (!can(actorOf(session), 'webhooks.list')) return [];
    const { rows } = await sql<SentCallRow>`
      select call.*, webhook.address, webhook.made_by
      from webhooks webhook cross join lateral (
        select id, event, state, tries, made_at, tried_at, due_at, status, fault from webhook_calls
        where workspace_id = webhook.workspace_id and webhook_id = webhook.id
        order by made_at desc, id desc limit ${limit}) call
      where webhook.workspace_id = ${session.workspaceId}
      order by call.made_at desc, call.id desc limit ${limit}`.execute(db);
    return rows.map(presentSentCall);
  },
  readQueues: async (db): Promise<SentQueue[]> => {
    const { rows } = await sql<Omit<SentQueue, 'channel' | 'oldest'> & { oldest: Date | null }>`
      select waiting.*, 0 as refused, failed
      from (
        select count(*)::int as waiting, count(*) filter (where tries > 0)::int as failing, min(made_at) as oldest
        from webhook_calls call join webhooks webhook
          on (webhook.workspace_id, webhook.id) = (call.workspace_id, call.webhook_id)
        where state = 'waiting' and webhook.off_at is null) waiting,
      (select count(*)::int as failed from webhook_calls
        where state = 'failed' and made_at > now() - make_interval(days => ${COUNTED_DAYS})) failed`.execute(db);
    return rows.map(({ oldest, ...queue }) => ({
      channel: 'webhook',
      ...queue,
      oldest: oldest?.toISOString() ?? null,
    }));
  },
  listFailures: async (db, limit): Promise<SentFailure[]> => {
    const { rows } = await sql<SentCallRow>`
      select call.id, call.event, call.state, call.tries, call.made_at, call.tried_at, call.due_at, call.status,
        call.fault, webhook.address, webhook.made_by
      from webhook_calls call join webhooks webhook
        on (webhook.workspace_id, webhook.id) = (call.workspace_id, call.webhook_id)
      where call.state = 'failed' order by call.made_at desc, call.id desc limit ${limit}`.execute(db);
    return rows.map(presentFailedCall);
  },
};
