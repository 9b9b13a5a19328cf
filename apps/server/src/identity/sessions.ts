import { randomUUIDv7 } from 'node:crypto';
import { Id } from '@anupalan/contract/wire/primitives';
import { type Action, type Actor, can, canCall, type ResourceOf } from '@anupalan/domain/permissions';
import type { Role } from '@anupalan/domain/plans';
import { refusalOf } from '@anupalan/domain/refusals';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { QueryConfig } from 'pg';
import { AppError } from '../platform/errors/errors.ts';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../platform/postgres/workspace-id.ts';
import { requireChosenPassword } from './chosen-password.ts';
import { digestToken, newToken } from './secrets.ts';

/**
 * The caller's session, read from the database for every call, so that a changed role or status counts at once
 * (R-accounts-35).
 */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  /** The administrator who is really acting, while impersonating. */
  readonly impersonatorId: string | null;
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
const LIFETIME = { unused: '30 days', total: '90 days', impersonation: '1 hour' } as const;

/** The precision of a session's last use: noting every use would make every read a write (R-accounts-34). */
const USE_IS_NOTED_EVERY = '5 minutes';

/** The open sessions of a person; of more, the one that was unused longest ends (R-accounts-46). */
const SESSIONS_A_PERSON = 50;

/** The time for which a sign-in is fresh (R-accounts-60). */
const FRESH_FOR = '15 minutes';

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

/**
 * What a call reads in the statement of its session, so that it costs no round trip of its own: `json` is SQL of a JSON
 * value, which may name the caller's user `u` and what is asked for, `$2`.
 */
export interface BesideSession {
  readonly name: string;
  readonly json: string;
  readonly askFor: (request: FastifyRequest) => string | null;
}

/**
 * The session of a call's bearer token; null when there is none, or it has ended. What is read beside it is in
 * `request.besideSession` then.
 */
export async function readSession(
  database: Database,
  request: FastifyRequest,
  beside?: BesideSession,
): Promise<Session | null> {
  const token = bearerToken(request);
  if (token === null) return null;
  const digest = digestToken(token);
  const row = await findSession(
    database,
    beside
      ? { ...withBeside(beside), values: [digest, beside.askFor(request)] }
      : { ...SESSION_BY_TOKEN, values: [digest] },
  );
  if (!row) return null;
  if (beside) request.besideSession = row.beside;
  return toSession(row);
}

/**
 * The session of a call's bearer token, as {@link readSession}.
 * @throws AppError unauthenticated when there is none, or it has ended.
 */
export async function requireSession(
  database: Database,
  request: FastifyRequest,
  beside?: BesideSession,
): Promise<Session> {
  const session = await readSession(database, request, beside);
  if (!session) throw signInNeeded();
  noteCaller({ sessionId: session.id, userId: session.userId, impersonatorId: session.impersonatorId });
  return session;
}

/**
 * The sessions with these ids that are still open, with what their users are by now; this counts as no use of them. It
 * needs the pool because it is prepared and runs at every beat of live updates.
 */
export async function listOpenSessions({ pool }: Pick<Database, 'pool'>, ids: readonly string[]): Promise<Session[]> {
  const { rows } = await pool.query<SessionRow>({ ...SESSIONS_BY_ID, values: [ids] });
  return rows.map(toSession);
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
 * (R-accounts-35).
 */
export function endSessionsOf(trx: Transaction<DB>, userId: string): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`user_id = ${userId} or impersonator_id = ${userId}`);
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

/** Deletes sessions whose time is over. */
export function deleteEndedSessions(trx: Transaction<DB>): Promise<EndedSession[]> {
  return deleteSessions(trx, sql`expires_at <= now() or last_used_at <= now() - ${LIFETIME.unused}::interval`);
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

/** The actor of a session, as permissions are asked: `can(actorOf(session), …)`. */
export function actorOf({ userId, role, impersonatorId }: Session): Actor {
  return { userId, role, impersonating: impersonatorId !== null };
}

/** Checks that a session may do an action. @throws AppError forbidden with the action's own words. */
export function requirePermission<A extends Action>(session: Session, action: A, ...resource: ResourceOf[A]): void {
  if (!can(actorOf(session), action, ...resource)) throw refuse(session, action);
}

/**
 * Checks that a session may make the calls of an action, before it is known what they are about.
 * @throws AppError unauthenticated without a session; forbidden with the action's own words.
 */
export function requireCallPermission(session: Session | null, action: Action): void {
  if (!session) throw signInNeeded();
  requireChosenPassword(session, action);
  if (!canCall(actorOf(session), action)) throw refuse(session, action);
}

function signInNeeded(): AppError {
  return new AppError('unauthenticated', 'Please sign in to continue');
}

function refuse(session: Session, action: Action): AppError {
  return new AppError('forbidden', refusalOf(actorOf(session), action));
}

/**
 * The session with which a caller sees or acts on another user's view; administrators may name anybody, others only
 * themselves (R-users-8).
 */
export async function actFor(db: Db, session: Session, userId: string): Promise<Session> {
  if (userId === session.userId) return session;
  requirePermission(session, 'users.act-for', { userId });
  const user = Id.safeParse(userId).success
    ? await db.selectFrom('users').select(['id', 'workspace_id', 'role']).where('id', '=', userId).executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('not-found', 'User not found');
  return { ...session, userId: user.id, workspaceId: user.workspace_id, role: user.role };
}

async function findSession({ db, pool }: Database, statement: QueryConfig): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>(statement);
  const row = rows[0];
  if (row?.stale) await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', row.id).execute();
  return row;
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    role: row.role,
    impersonatorId: row.impersonator_id,
    fresh: row.fresh,
    mustChangePassword: row.must_change_password,
    lacksPasskey: row.lacks_passkey,
  };
}

/**
 * The statement that reads a call's session: the first of every call, so it is prepared, which Kysely can't do.
 * Parameter: $1 the token's digest.
 */
const SESSION_BY_TOKEN = { name: 'session-by-token', text: selectSessions('s.token_hash = $1') };

function withBeside({ name, json }: BesideSession) {
  return { name: `session-by-token-beside-${name}`, text: selectSessions('s.token_hash = $1', json) };
}

/** The statement that reads sessions by their ids. Parameter: $1 the ids. */
const SESSIONS_BY_ID = { name: 'sessions-by-id', text: selectSessions('s.id = any($1)') };

/** The statement of open sessions: within their time, of active users, and impersonations only of administrators. */
function selectSessions(wanted: string, beside?: string): string {
  return `
    select s.id, s.user_id, s.impersonator_id, u.workspace_id, u.role,
           u.password_change is not distinct from 'required' as must_change_password,
           s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale,
           s.authenticated_at > now() - interval '${FRESH_FOR}' as fresh,
           coalesce(i.role, u.role) = 'admin'
             and not exists (select from passkeys p where p.user_id = coalesce(i.id, u.id)) as lacks_passkey
           ${beside ? `, ${beside} as beside` : ''}
    from sessions s
      join users u on u.id = s.user_id
      left join users i on i.id = s.impersonator_id
    where ${wanted}
      and s.expires_at > now() and s.last_used_at > now() - interval '${LIFETIME.unused}'
      and u.status = 'active'
      and (s.impersonator_id is null or (i.role = 'admin' and i.status = 'active' and u.role <> 'admin'))`;
}

interface SessionRow {
  id: string;
  user_id: string;
  impersonator_id: string | null;
  workspace_id: WorkspaceId;
  role: Role;
  must_change_password: boolean;
  stale: boolean;
  fresh: boolean;
  lacks_passkey: boolean;
  beside?: unknown;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
