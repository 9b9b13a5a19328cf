import { randomBytes, randomUUIDv7 } from 'node:crypto';
import {
  MAX_WEBHOOKS,
  type NewWebhook,
  TEST_EVENT,
  type Webhook,
  type WebhookCall,
  type WebhookChanges,
  type WebhookWithSecret,
} from '@anupalan/contract/telling/webhooks';
import { type Kysely, sql, type Transaction } from 'kysely';
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts';
import { holdSession } from '../../identity/read-session.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { waitAside } from '../../platform/admission/admit-calls.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { recordActivity } from '../activity/commands.ts';
import { holdOwnCompany } from '../members/commands-hold.ts';
import { getCall, getWebhook, webhookNotFound } from './queries.ts';
import { WEBHOOKS_CHANNEL } from './webhooks-channel.ts';

const NOT_PUBLIC = 'Please enter an address on the internet: this one leads into a private network';

/** Bytes of a secret, as Standard Webhooks asks for. */
const SECRET_BYTES = 32;

interface Needs {
  readonly db: Kysely<DB>;
  readonly outbound: Pick<Outbound, 'isAllowed'>;
}

/**
 * Adds a webhook (R-webhooks-1), of who is still somebody who may, and whose session goes on until it is made.
 * @throws AppError invalid when its address leads nowhere public (R-webhooks-4); conflict when there are as many as
 * there may be, or no company yet; forbidden and unauthenticated as the call itself, for what has ended meanwhile.
 */
export async function addWebhook(
  { db, outbound }: Needs,
  session: Session,
  { address, events }: NewWebhook,
): Promise<WebhookWithSecret> {
  await requirePublic(outbound, address);
  const { workspaceId, userId } = session;
  const secret = randomBytes(SECRET_BYTES);
  return db.transaction().execute(async (trx) => {
    const { by } = await holdOwnCompany(trx, session);
    await holdSession(trx, session);
    requirePermission(by, 'webhooks.manage');
    await requireRoom(trx, workspaceId);
    const id = randomUUIDv7();
    await trx
      .insertInto('webhooks')
      .values({ workspace_id: workspaceId, id, address, events, secret, made_by: userId })
      .execute();
    await tell(trx, session, 'create', address);
    return { ...(await getWebhook(trx, workspaceId, id)), secret: showSecret(secret) };
  });
}

/**
 * Changes a webhook, or switches it off, or on again: then what waited is called, and what happened meanwhile is not
 * told (R-webhooks-12). Another address is as good as another webhook: it needs a fresh sign-in (R-accounts-60).
 * @throws AppError invalid as {@link addWebhook}; not-found; forbidden
 */
export async function changeWebhook(
  { db, outbound }: Needs,
  session: Session,
  id: string,
  { address, events, on }: WebhookChanges,
): Promise<Webhook> {
  if (address !== undefined) await requirePublic(outbound, address);
  const { workspaceId } = session;
  return db.transaction().execute(async (trx) => {
    const before = await holdWebhook(trx, workspaceId, id);
    if (address !== undefined && address !== before.address) requireFreshSignIn(session);
    const isSwitched = on !== undefined && on !== (before.off_at === null);
    await trx
      .updateTable('webhooks')
      .set({
        ...(address !== undefined && { address }),
        ...(events && { events }),
        ...(isSwitched && (on ? SWITCHED_ON : SWITCHED_OFF)),
        updated_at: sql<Date>`now()`,
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    const fields = [
      ...(address !== undefined ? ['address'] : []),
      ...(events ? ['events'] : []),
      ...(isSwitched ? [on ? 'on' : 'off'] : []),
    ];
    await tell(trx, session, 'update', address ?? before.address, fields);
    await wake(trx, workspaceId);
    return getWebhook(trx, workspaceId, id);
  });
}

const SWITCHED_ON = {
  off_at: null,
  off_why: null,
  failures: 0,
  failing_since: null,
  since: sql<Date>`now()`,
  looked_until: sql<Date>`now()`,
  due_at: sql<Date | null>`case when due_at is not null then now() end`,
};

const SWITCHED_OFF = { off_at: sql<Date>`now()`, off_why: 'hand' };

/** Gives a webhook another secret; the former one signs as well for a day (R-webhooks-6). @throws AppError not-found */
export function renewSecret(db: Kysely<DB>, session: Session, id: string): Promise<WebhookWithSecret> {
  const { workspaceId } = session;
  const secret = randomBytes(SECRET_BYTES);
  return db.transaction().execute(async (trx) => {
    const { address } = await holdWebhook(trx, workspaceId, id);
    await trx
      .updateTable('webhooks')
      .set(({ ref }) => ({
        former_secret: ref('secret'),
        former_until: sql<Date>`now() + interval '1 day'`,
        secret,
        updated_at: sql<Date>`now()`,
      }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await tell(trx, session, 'renew-secret', address);
    return { ...(await getWebhook(trx, workspaceId, id)), secret: showSecret(secret) };
  });
}

/** Deletes a webhook with its calls. @throws AppError not-found */
export function removeWebhook(db: Kysely<DB>, session: Session, id: string): Promise<void> {
  const { workspaceId } = session;
  return db.transaction().execute(async (trx) => {
    const { address } = await holdWebhook(trx, workspaceId, id);
    await trx.deleteFrom('webhooks').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
    await tell(trx, session, 'delete', address);
  });
}

/** Has a webhook called with a test, one at a time (R-webhooks-13). @throws AppError not-found; conflict while it is off */
export function addTest(db: Kysely<DB>, { workspaceId }: Session, webhookId: string): Promise<WebhookCall> {
  return db.transaction().execute(async (trx) => {
    requireOn(await holdWebhook(trx, workspaceId, webhookId));
    const waiting = await trx
      .selectFrom('webhook_calls')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('webhook_id', '=', webhookId)
      .where('event', '=', TEST_EVENT)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    const id = waiting?.id ?? randomUUIDv7();
    if (!waiting) {
      await trx
        .insertInto('webhook_calls')
        .values({
          ...{ workspace_id: workspaceId, webhook_id: webhookId, id, event_key: `test/${id}`, event: TEST_EVENT },
          ...{ data: '{}', happened_at: sql<Date>`now()`, due_at: AT_ONCE },
        })
        .execute();
    }
    return callAtOnce(trx, workspaceId, { webhookId, id });
  });
}

/** Makes a call again, with all its tries (R-webhooks-13). @throws AppError not-found; conflict while the webhook is off */
export function resendCall(db: Kysely<DB>, { workspaceId }: Session, id: string): Promise<WebhookCall> {
  return db.transaction().execute(async (trx) => {
    await getCall(trx, workspaceId, id);
    const { webhook_id: webhookId } = await trx
      .selectFrom('webhook_calls')
      .select('webhook_id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(webhookNotFound);
    requireOn(await holdWebhook(trx, workspaceId, webhookId));
    return callAtOnce(trx, workspaceId, { webhookId, id });
  });
}

/** The time of calls that somebody asked for: before all others. */
const AT_ONCE = new Date(0);

async function callAtOnce(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<WebhookCall> {
  await trx
    .updateTable('webhook_calls')
    .set({ state: 'waiting', due_at: AT_ONCE, tries: 0 })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('webhooks')
    .set({ due_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', webhookId)
    .execute();
  await wake(trx, workspaceId);
  return getCall(trx, workspaceId, id);
}

/** Locks a webhook, so that what is done with it is done one after the other. @throws AppError not-found */
function holdWebhook(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string) {
  return trx
    .selectFrom('webhooks')
    .select(['address', 'off_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(webhookNotFound);
}

function requireOn({ off_at }: { off_at: Date | null }): void {
  if (off_at !== null) throw new AppError('conflict', 'This webhook is off. Switch it on first.');
}

async function requireRoom(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  const { kept } = await trx
    .selectFrom('webhooks')
    .where('workspace_id', '=', workspaceId)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  if (kept < MAX_WEBHOOKS) return;
  throw new AppError('conflict', `A company can have at most ${MAX_WEBHOOKS} webhooks. Delete one first.`);
}

async function requirePublic(outbound: Needs['outbound'], address: string): Promise<void> {
  if (await waitAside(() => outbound.isAllowed(address))) return;
  throw new AppError('invalid', NOT_PUBLIC, { faults: { address: NOT_PUBLIC } });
}

function tell(
  trx: Transaction<DB>,
  session: Session,
  verb: 'create' | 'update' | 'delete' | 'renew-secret',
  address: string,
  fields?: string[],
): Promise<void> {
  const about = { name: nameAddress(address), ...(fields && { fields }) };
  return recordActivity(trx, session, { what: `webhooks.${verb}`, about });
}

/** An address as the activity names it: by its host, since the rest may be a secret. */
export function nameAddress(address: string): string {
  return new URL(address).hostname.slice(0, 200);
}

/** Tells the instances that there may be something to call, when the transaction commits. */
async function wake(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await sql`select pg_notify(${WEBHOOKS_CHANNEL}, ${workspaceId})`.execute(trx);
}

/** A secret as Standard Webhooks writes it. */
function showSecret(secret: Buffer): string {
  return `whsec_${secret.toString('base64')}`;
}
