import { randomUUIDv7 } from 'node:crypto';
import { Id } from '@anupalan/contract/wire/primitives';
import { can, canCall, isForFrozen } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { refusalOf } from '@anupalan/domain/permissions/refusals';
import { type Scope, scopeOf } from '@anupalan/domain/permissions/scopes';
import type { Action, ResourceOf } from '@anupalan/domain/permissions/table';
import type { Role } from '@anupalan/domain/plans';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { AppError } from '../platform/errors/errors.ts';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { requireChosenPassword } from './chosen-password.ts';
import { BELONGING, type Belonging, type BelongingRow, joinBelonging, toBelonging } from './members/membership.ts';
import { digestToken, newToken } from './secrets.ts';
import { endTokensOf } from './tokens/commands.ts';

/**
 * The caller's session, and their membership in the company that the call is about: for every call as the database has
 * them, so that a changed role or status counts at once (R-accounts-35, R-companies-20).
 */
export interface Session extends Belonging {
  readonly id: string;
  readonly userId: string;
  /** The person's role on the platform. */
  readonly role: Role;
  /** The company that the call names (`x-company`); null where it names none. */
  readonly namedCompany: string | null;
  /** The administrator who is really acting, while impersonating. */
  readonly impersonatorId: string | null;
  /** The API token that calls, and what it may do; null for people (R-tokens-1). */
  readonly token: { readonly id: string; readonly scopes: readonly Scope[] } | null;
  /** Whether the user proved who they are in the last 15 minutes (R-accounts-60). */
  readonly fresh: boolean;
  /** Whether another password has to be chosen before anything else (R-users-50). */
  readonly mustChangePassword: boolean;
  /** Whether an administrator, oneself or the one who is really acting, has no passkey yet. */
  readonly lacksPasskey: boolean;
}

/**
 * The lifetime of a session: 30 days from its last use and 90 in all; an impersonation has one hour (R-accounts-34,
 * R-users-25).
 */
export const LIFETIME = { unused: '30 days', total: '90 days', impersonation: '1 hour' } as const;

/** The open sessions of a person; of more, the one that was unused longest ends (R-accounts-46). */
const SESSIONS_A_PERSON = 50;

/**
 * Begins a session, which is fresh; an impersonation is as fresh as the session `begunBy` that began it. The caller
 * holds the user, so that the bound counts sign-ins at the same moment too.
 * @returns the bearer token, which is stored only as its digest.
 */
export async function beginSession(
  db: Db,
  of: { userId: string; device: string; impersonatorId?: string; begunBy?: string },
): Promise<string> {
  const token = newToken();
  const id = randomUUIDv7();
  const lifetime = of.impersonatorId ? LIFETIME.impersonation : LIFETIME.total;
  await db
    .insertInto('sessions')
    .values({
      token_hash: digestToken(token),
      id,
      user_id: of.userId,
      impersonator_id: of.impersonatorId ?? null,
      device: of.device.slice(0, 200),
      ...(of.begunBy && {
        authenticated_at: sql<Date>`(select authenticated_at from sessions where id = ${of.begunBy})`,
      }),
      expires_at: sql`now() + ${lifetime}::interval`,
    })
    .execute();
  if (!of.impersonatorId) await endSurplus(db, of.userId);
  noteCaller({ sessionId: id, userId: of.userId, impersonatorId: of.impersonatorId ?? null });
  return token;
}

async function endSurplus(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (own) =>
      own
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('impersonator_id', 'is', null)
        .orderBy('last_used_at', 'desc')
        .orderBy('created_at', 'desc')
        .offset(SESSIONS_A_PERSON),
    )
    .execute();
}

/** A session that has ended; the audit log records the end of an impersonation. */
export interface EndedSession {
  readonly userId: string;
  readonly impersonatorId: string | null;
  /** The moment when its time was over, if nobody ended it before. */
  readonly lapsedAt: Date | null;
}

/**
 * Ends a session, and with an own one the impersonations that its user began (R-users-29).
 * @returns what ended, without what somebody else has just ended.
 */
export function endSession(
  trx: Transaction<DB>,
  { id, userId, impersonatorId }: Pick<Session, 'id' | 'userId' | 'impersonatorId'>,
): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`id = ${id} or impersonator_id = ${impersonatorId === null ? userId : null}`);
}

/**
 * Ends a user's sessions: those they have open, in whosever name, and those that administrators have open in theirs
 * (R-accounts-35). Their API tokens end too (R-tokens-3), after the sessions, which wait for whatever holds one: so those
 * that a session is just making are among them.
 */
export async function endSessionsOf(trx: Transaction<DB>, userId: string): Promise<EndedSession[]> {
  const ended = await deleteSessions(trx, sql`user_id = ${userId} or impersonator_id = ${userId}`);
  await endTokensOf(trx, userId);
  return ended;
}

/** Ends a user's sessions but one, as `endSessionsOf`; those they began in other names end too (R-users-29). */
export function endOtherSessionsOf(
  trx: Transaction<DB>,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`user_id = ${userId} and id <> ${id} or impersonator_id = ${userId}`);
}

/** Ends the impersonations by a user and those of them (R-users-29). */
export function endImpersonationsOf(trx: Transaction<DB>, userId: string): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`user_id = ${userId} and impersonator_id is not null or impersonator_id = ${userId}`);
}

/** Deletes sessions whose time is over, found by their end and by the day of their last use. */
export function deleteEndedSessions(trx: Transaction<DB>): Promise<EndedSession[]> {
  const unusedSince = sql`(now() - ${LIFETIME.unused}::interval)`;
  return deleteSessions(
    trx,
    sql`expires_at <= now()
      or last_used_on <= (${unusedSince} at time zone 'UTC')::date and last_used_at <= ${unusedSince}`,
  );
}

/** Deletes impersonations whose hour is over (R-users-25). */
export function deleteLapsedImpersonations(trx: Transaction<DB>): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`expires_at <= now() and impersonator_id is not null`);
}

/** Deletes sessions, locked in one order, so that of two calls that end the same ones neither waits for the other. */
async function deleteSessions(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    with ending as materialized (select id from sessions where ${which} order by id for update)
    delete from sessions using ending where sessions.id = ending.id
    returning user_id as "userId", impersonator_id as "impersonatorId",
              case when expires_at <= now() then expires_at end as "lapsedAt"`.execute(trx);
  return rows;
}

/** A user's own open sessions, without those of an administrator in their name. */
export function selectOpenSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('impersonator_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_used_at', '>', sql<Date>`now() - ${LIFETIME.unused}::interval`);
}

/** The name a browser gives itself (its User-Agent), by which its owner recognizes a session (R-accounts-39). */
export function deviceOf(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}

/**
 * The actor of a session, as permissions are asked: `can(actorOf(session), …)`. Whoever is in a frozen company reads it
 * like a viewer (R-companies-24).
 */
export function actorOf(session: Session): Actor {
  return session.frozen ? { ...meltedActorOf(session), member: 'viewer' } : meltedActorOf(session);
}

/** The actor of a session as an action asks for them: some are done in a frozen company, too. */
function actorFor(session: Session, action: Action): Actor {
  return isForFrozen(action) ? meltedActorOf(session) : actorOf(session);
}

/** The actor as if the company weren't frozen. */
function meltedActorOf({ userId, role, impersonatorId, token, member, plan }: Session): Actor {
  return { userId, role, impersonating: impersonatorId !== null || token !== null, member: member.role, plan };
}

/** Checks that a session may do an action. @throws AppError forbidden with the action's own words. */
export function requirePermission<A extends Action>(session: Session, action: A, ...resource: ResourceOf[A]): void {
  if (!can(actorFor(session, action), action, ...resource)) throw refuse(session, action);
}

/**
 * Checks that a session may make the calls of an action, before it is known what they are about.
 * @throws AppError unauthenticated without a session; forbidden with the action's own words.
 */
export function requireCallPermission(session: Session | null, action: Action): void {
  if (!session) throw signInNeeded();
  requireChosenPassword(session, action);
  requireScope(session, action);
  if (!canCall(actorFor(session, action), action)) throw refuse(session, action);
}

/** Checks that an API token may be used for the calls of an action (R-tokens-4). @throws AppError forbidden */
function requireScope({ token }: Session, action: Action): void {
  const scope = scopeOf(action);
  if (token === null || (scope !== null && token.scopes.includes(scope))) return;
  throw new AppError('forbidden', scope === null ? NEVER_BY_TOKEN : `This API token lacks the scope ${scope}`);
}

const NEVER_BY_TOKEN = 'API tokens cannot do this';

/** The refusal of who has no session, or one that has ended. */
export function signInNeeded(): AppError {
  return new AppError('unauthenticated', 'Please sign in to continue');
}

function refuse(session: Session, action: Action): AppError {
  if (session.token !== null && scopeOf(action) === null) return new AppError('forbidden', NEVER_BY_TOKEN);
  const frozen = session.frozen && canCall(meltedActorOf(session), action) && !canCall(actorOf(session), action);
  return new AppError('forbidden', frozen ? FROZEN : refusalOf(actorOf(session), action));
}

/** The words for whoever would change something in a frozen company (R-companies-24). */
export const FROZEN = 'This company is frozen until it has an owner. It can be read, and nothing can be changed.';

/**
 * Checks that the caller is in the company that the call names: one that is unknown, of others, or was left is the same
 * to them (R-companies-20).
 * @throws AppError forbidden
 */
export function requireNamedCompany({ namedCompany, companyId, token }: Session): void {
  if (namedCompany === null || namedCompany === companyId) return;
  throw new AppError('forbidden', token === null ? NO_MEMBER : 'This API token is for another company');
}

/**
 * The session with which a caller sees or acts on another user's view; administrators may name anybody, others only
 * themselves (R-users-8). The company that the call names has to be that user's; without one it is their default.
 * @throws AppError forbidden; not-found
 */
export async function actFor(db: Db, session: Session, userId: string): Promise<Session> {
  if (userId === session.userId) {
    requireNamedCompany(session);
    return session;
  }
  requirePermission(session, 'users.act-for', { userId });
  const { rows } = Id.safeParse(userId).success
    ? await sql<BelongingRow & { role: Role }>`
        select u.role, ${sql.raw(BELONGING)}
        from (select id, role, ${session.namedCompany}::uuid as asked from users where id = ${userId}) u
          ${sql.raw(joinBelonging('u.id', 'u.asked'))}`.execute(db)
    : { rows: [] };
  const user = rows[0];
  if (!user) throw new AppError('not-found', 'User not found');
  const view = { ...session, ...toBelonging(user), userId, role: user.role };
  requireNamedCompany(view);
  return view;
}

/**
 * The same session in another company that its user is in.
 * @throws AppError forbidden where they are not.
 */
export async function belongTo(db: Db, session: Session, companyId: string): Promise<Session> {
  if (session.token !== null) requireNamedCompany({ ...session, namedCompany: companyId });
  const { rows } = await sql<BelongingRow>`
    select ${sql.raw(BELONGING)}
    from (select ${session.userId}::uuid as id, ${companyId}::uuid as asked) u
      ${sql.raw(joinBelonging('u.id', 'u.asked'))}`.execute(db);
  const there = rows[0] && { ...session, ...toBelonging(rows[0]), namedCompany: companyId };
  if (!there) throw new AppError('forbidden', NO_MEMBER);
  requireNamedCompany(there);
  return there;
}

/**
 * The session that acts on a view: what an administrator may do in the company of the user they name is what that user
 * may (R-companies-20).
 */
export function actOn(session: Session, { workspaceId, companyId, member, plan, frozen }: Session): Session {
  return { ...session, workspaceId, companyId, member, plan, frozen };
}
