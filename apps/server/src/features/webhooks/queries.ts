import type { Webhook, WebhookCall } from '@anupalan/contract/telling/webhooks';
import type { BoundedPagination } from '@anupalan/contract/wire/primitives';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { countFound, paginate } from '../../platform/postgres/pages.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { presentCall, presentWebhook, type WebhookRow } from './present.ts';

/** Waiting calls are counted this far. */
const COUNTED_AT_MOST = sql.lit(1_000);

/** A company's webhooks, the oldest first. */
export async function readWebhooks(db: Db, workspaceId: WorkspaceId): Promise<Webhook[]> {
  return (await selectWebhooks(db, workspaceId, null)).map(presentWebhook);
}

/** @throws AppError not-found, also for another company's */
export async function getWebhook(db: Db, workspaceId: WorkspaceId, id: string): Promise<Webhook> {
  const [row] = await selectWebhooks(db, workspaceId, id);
  if (!row) throw webhookNotFound();
  return presentWebhook(row);
}

export function webhookNotFound(): AppError {
  return new AppError('not-found', 'Webhook not found');
}

async function selectWebhooks(db: Db, workspaceId: WorkspaceId, id: string | null): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select id, address, events, off_at, off_why, failures, failing_since, created_at, updated_at,
      case when former_until > now() then former_until end as former_until,
      coalesce(${ANSWERS}, made_by) as answers,
      (select count(*) from (
        select from webhook_calls call
        where call.workspace_id = webhook.workspace_id and call.webhook_id = webhook.id and call.state = 'waiting'
        limit ${COUNTED_AT_MOST}) counted)::integer as waiting
    from webhooks webhook
    where workspace_id = ${workspaceId} and (${id}::uuid is null or id = ${id})
    order by created_at, id`.execute(db);
  return rows;
}

/** Who answers for a `webhook` in SQL: who made it as long as they manage the company, else its owner (R-webhooks-3). */
export const ANSWERS = sql`(
  select member.user_id from memberships member
  where member.workspace_id = webhook.workspace_id
    and (member.role = 'owner' or member.user_id = webhook.made_by and member.role = 'manager')
  order by member.user_id = webhook.made_by desc limit 1)`;

const CALL_COLUMNS = [
  'id',
  'event',
  'happened_at',
  'state',
  'tries',
  'due_at',
  'tried_at',
  'status',
  'fault',
  'ms',
  'answer',
] as const;

/** A page of a webhook's calls, newest first. @throws AppError not-found */
export async function readCalls(
  db: Db,
  workspaceId: WorkspaceId,
  webhookId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: WebhookCall[]; pagination: BoundedPagination }> {
  await getWebhook(db, workspaceId, webhookId);
  const calls = db
    .selectFrom('webhook_calls')
    .where('workspace_id', '=', workspaceId)
    .where('webhook_id', '=', webhookId);
  const [rows, counted] = await Promise.all([
    calls
      .select(CALL_COLUMNS)
      .orderBy('made_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countFound(db, calls.select('id')),
  ]);
  return { data: rows.map(presentCall), pagination: paginate({ page, limit }, counted) };
}

/** @throws AppError not-found, also for another company's */
export async function getCall(db: Db, workspaceId: WorkspaceId, id: string): Promise<WebhookCall> {
  const row = await db
    .selectFrom('webhook_calls')
    .select(CALL_COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Call not found');
  return presentCall(row);
}
