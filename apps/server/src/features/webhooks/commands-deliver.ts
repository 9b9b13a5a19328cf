import type { WebhookCall } from '@anupalan/contract/telling/webhooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Config } from '../../config.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Outbound, Outcome } from '../../platform/outbound/outbound.ts';
import { readRetryAfter } from '../../platform/outbound/retry-after.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB, Json } from '../../platform/postgres/database-schema.ts';
import { deleteInParts } from '../../platform/postgres/delete-in-parts.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { nameAddress } from './commands.ts';
import { composeSwitchedOffMail } from './emails.ts';
import { ANSWERS } from './queries.ts';
import { holdAfter, isGivenUp, isWell, pauseAfter } from './rules.ts';
import { signCall } from './sign-call.ts';

/** Seconds for which an instance has a webhook to itself: more than a call can take. */
const BUSY_SECONDS = 60;

/** Milliseconds from which on an address counts as slow. */
const SLOW_MS = 1_000;

/** Bytes of an answer that are kept. */
const KEPT_OF_ANSWER = 1_024;

export interface Needs {
  readonly db: Kysely<DB>;
  readonly outbound: Pick<Outbound, 'post'>;
  readonly jobs: Queue;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** A webhook that this instance may call now. */
export interface Claimed {
  readonly workspace_id: WorkspaceId;
  readonly id: string;
  readonly address: string;
  readonly secrets: Buffer[];
}

/**
 * Takes webhooks that have something to call, `most` of them, the one that waits longest first, for this instance alone:
 * so a webhook gets one call at a time. Slow and quick addresses are taken apart, so that the one kind doesn't wait for
 * the other. What is taken is found once, whatever the plan: a subquery that is run for each row finds others each time.
 */
export async function claimWebhooks(db: Kysely<DB>, pace: 'quick' | 'slow', most: number): Promise<Claimed[]> {
  // Another instance's now() may be a moment after this one's: only what is far past a call's time is a clock set back.
  const isFree = sql`(busy_until is null or busy_until < now()
    or busy_until > now() + make_interval(secs => ${2 * BUSY_SECONDS}))`;
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select workspace_id, id from webhooks
      where off_at is null and due_at <= now() and ${isFree}
        and (coalesce(last_ms, 0) >= ${SLOW_MS}) = ${pace === 'slow'}
      order by due_at limit ${most} for no key update skip locked)
    update webhooks webhook set busy_until = now() + make_interval(secs => ${BUSY_SECONDS})
    from due where webhook.workspace_id = due.workspace_id and webhook.id = due.id
    returning webhook.workspace_id, webhook.id, address,
      case when former_until > now() then array[secret, former_secret] else array[secret] end as secrets`.execute(db);
  return rows;
}

interface WaitingCall {
  readonly id: string;
  readonly event: WebhookCall['event'];
  readonly data: Json;
  readonly happened_at: Date;
  readonly tries: number;
}

/** Makes the next call of a webhook that was claimed, and notes what came of it (R-webhooks-9). */
export async function callWebhook(needs: Needs, webhook: Claimed): Promise<void> {
  const { db, outbound } = needs;
  const { rows } = await sql<WaitingCall>`
    select id, event, data, happened_at, tries from webhook_calls
    where workspace_id = ${webhook.workspace_id} and webhook_id = ${webhook.id} and state = 'waiting'
      and due_at <= now()
    order by due_at, id limit 1`.execute(db);
  const [call] = rows;
  const outcome = call && (await outbound.post({ address: webhook.address, ...signCall(call, webhook.secrets) }));
  await db.transaction().execute(async (trx) => {
    if (call) await noteOutcome(trx, needs, { webhook, call, outcome: outcome ?? { fault: 'connection', ms: 0 } });
    else await releaseUncalled(trx, webhook);
  });
}

/**
 * Lets others have a webhook that nothing was due for. Its lock is taken by a statement of its own: whoever adds a call
 * holds it, and an update that waited for it wouldn't see that call.
 */
async function releaseUncalled(trx: Transaction<DB>, webhook: Claimed): Promise<void> {
  await sql`
    select from webhooks where workspace_id = ${webhook.workspace_id} and id = ${webhook.id}
    for no key update`.execute(trx);
  await release(trx, webhook, 0);
}

interface Made {
  readonly webhook: Claimed;
  readonly call: WaitingCall;
  readonly outcome: Outcome;
}

async function noteOutcome(trx: Transaction<DB>, needs: Needs, { webhook, call, outcome }: Made): Promise<void> {
  const answered = 'status' in outcome ? outcome : null;
  const well = answered !== null && isWell(answered.status);
  const tries = call.tries + 1;
  const retryAfter = answered && readRetryAfter(answered.headers, Date.now());
  const pause = well ? null : pauseAfter(tries, Math.random(), retryAfter);
  const { rows } = await sql<{ failures: number; failing_for: number; off: boolean }>`
    update webhooks set last_ms = ${outcome.ms},
      failures = case when ${well} then 0 else failures + 1 end,
      failing_since = case when ${well} then null else coalesce(failing_since, now()) end
    where workspace_id = ${webhook.workspace_id} and id = ${webhook.id}
    returning failures, off_at is not null as off,
      coalesce(extract(epoch from now() - failing_since), 0)::float as failing_for`.execute(trx);
  const [now] = rows;
  // It was deleted meanwhile, with its calls.
  if (!now) return;
  await sql`
    update webhook_calls set
      state = ${well ? 'delivered' : pause === null ? 'failed' : 'waiting'}, tries = ${tries}, tried_at = now(),
      due_at = now() + make_interval(secs => ${pause}), status = ${answered?.status ?? null},
      fault = ${'fault' in outcome ? outcome.fault : null}, ms = ${outcome.ms},
      answer = ${answered && readText(answered.body)}
    where workspace_id = ${webhook.workspace_id} and id = ${call.id}`.execute(trx);
  await release(trx, webhook, well ? 0 : holdAfter(now.failures, retryAfter));
  if (!well && !now.off && isGivenUp(now.failures, now.failing_for)) await switchOff(trx, needs, webhook);
}

/** Lets others have a webhook that is locked, from the time of its next call, or when it is to be left alone until then. */
async function release(trx: Transaction<DB>, { workspace_id, id }: Claimed, hold: number): Promise<void> {
  await sql`
    update webhooks set busy_until = null, due_at = (
      select case when due_at = 'epoch' then now() else greatest(due_at, now() + make_interval(secs => ${hold})) end
      from webhook_calls where workspace_id = ${workspace_id} and webhook_id = ${id} and state = 'waiting'
      order by due_at limit 1)
    where workspace_id = ${workspace_id} and id = ${id}`.execute(trx);
}

/** Switches a webhook off that failed for long, and tells who answers for it (R-webhooks-11). */
async function switchOff(trx: Transaction<DB>, { jobs, config }: Needs, webhook: Claimed): Promise<void> {
  const { workspace_id, id } = webhook;
  await sql`
    update webhooks set off_at = now(), off_why = 'failures', updated_at = now()
    where workspace_id = ${workspace_id} and id = ${id}`.execute(trx);
  const { rows } = await sql<{ email: string; company: string; companyId: string }>`
    select person.primary_email as email, company.company_name as company, company.id as "companyId"
    from webhooks webhook
      join companies company on company.workspace_id = webhook.workspace_id
      join users person on person.id = ${ANSWERS}
    where webhook.workspace_id = ${workspace_id} and webhook.id = ${id}`.execute(trx);
  const name = nameAddress(webhook.address);
  const nobody = { workspaceId: workspace_id, userId: null, impersonatorId: null };
  await recordActivity(trx, nobody, { what: 'webhooks.switch-off', about: { name } });
  for (const { email, ...about } of rows) {
    await enqueueMail(trx, jobs, await composeSwitchedOffMail(email, { name, ...about }, config.publicUrl));
  }
}

/** The beginning of an answer as text that can be stored and shown. */
function readText(body: Buffer): string {
  return body
    .subarray(0, KEPT_OF_ANSWER)
    .toString('utf8')
    .replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

/** Deletes calls that were made so many days ago or earlier; none is tried for that long. */
export async function deleteOldCalls(db: Db, days: number): Promise<void> {
  await deleteInParts(
    db,
    (most) => sql`
      delete from webhook_calls where (workspace_id, id) in (
        select workspace_id, id from webhook_calls where made_at < now() - make_interval(days => ${days})
        order by made_at limit ${most})`,
  );
}
