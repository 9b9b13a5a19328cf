import { randomUUIDv7 } from 'node:crypto';
import { Id } from '@anupalan/contract/primitives';
import type { Actor } from '@anupalan/domain/permissions';
import type { Role } from '@anupalan/domain/plans';
import type { FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { AppError } from './errors.ts';
import { digestToken, newToken } from './secrets.ts';

declare const minted: unique symbol;

/** The key of everything a workspace owns. Only a session gives one out, so forgetting tenancy doesn't compile. */
export type WorkspaceId = string & { readonly [minted]: 'WorkspaceId' };

/** Who is calling, read anew for every call: a changed role or status counts at once. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  readonly role: Role;
  /** The administrator who is really acting, while impersonating. */
  readonly impersonatorId: string | null;
}

/** A session lives 30 days from its last use and 90 in all (an impersonation one hour). */
const LIFETIME = { unused: '30 days', total: '90 days', impersonation: '1 hour' } as const;

/** Writing down each use would make every read a write; this much of the 30 days is left imprecise. */
const USE_IS_NOTED_EVERY = '5 minutes';

/** Begins a session. @returns the bearer token, which is stored only as its digest. */
export async function beginSession(
  db: Db,
  of: { userId: string; device: string; impersonatorId?: string },
): Promise<string> {
  const token = newToken();
  const lifetime = of.impersonatorId ? LIFETIME.impersonation : LIFETIME.total;
  await db
    .insertInto('sessions')
    .values({
      token_hash: digestToken(token),
      id: randomUUIDv7(),
      user_id: of.userId,
      impersonator_id: of.impersonatorId ?? null,
      device: of.device.slice(0, 200),
      expires_at: sql`now() + ${lifetime}::interval`,
    })
    .execute();
  return token;
}

/** The session of a call's bearer token. @throws AppError unauthenticated when there is none, or it has ended. */
export async function requireSession(database: Database, request: FastifyRequest): Promise<Session> {
  const token = bearerToken(request);
  const session = token === null ? null : await findSession(database, token);
  if (!session) throw new AppError('unauthenticated', 'Please sign in to continue');
  return session;
}

/** Those of some sessions that are still open, as they are by now. To be asked about is no use of a session. */
export async function listOpenSessions({ pool }: Pick<Database, 'pool'>, ids: readonly string[]): Promise<Session[]> {
  const { rows } = await pool.query<SessionRow>({ ...SESSIONS_BY_ID, values: [ids] });
  return rows.map(toSession);
}

/** A session that is over. Of an impersonation the audit log says when it ended. */
export interface EndedSession {
  readonly userId: string;
  readonly impersonatorId: string | null;
  /** When its time was over, if nobody ended it before. */
  readonly lapsedAt: Date | null;
}

/** @returns the session, unless somebody else has just ended it. */
export async function endSession(db: Db, sessionId: string): Promise<EndedSession | undefined> {
  const [ended] = await deleteSessions(db, sql`id = ${sessionId}`);
  return ended;
}

/** Ends what a user has open, everywhere and in whosever name, and what others have open in theirs. */
export function endSessionsOf(db: Db, userId: string): Promise<EndedSession[]> {
  return deleteSessions(db, sql`user_id = ${userId} or impersonator_id = ${userId}`);
}

/** Ends the impersonations by a user and of them. */
export function endImpersonationsOf(db: Db, userId: string): Promise<EndedSession[]> {
  return deleteSessions(db, sql`user_id = ${userId} and impersonator_id is not null or impersonator_id = ${userId}`);
}

/** Forgets sessions that are over anyway. */
export function deleteEndedSessions(db: Db): Promise<EndedSession[]> {
  return deleteSessions(db, sql`expires_at <= now() or last_used_at <= now() - ${LIFETIME.unused}::interval`);
}

/** Forgets impersonations whose hour is over. */
export function deleteLapsedImpersonations(db: Db): Promise<EndedSession[]> {
  return deleteSessions(db, sql`expires_at <= now() and impersonator_id is not null`);
}

async function deleteSessions(db: Db, which: RawBuilder<unknown>): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    delete from sessions where ${which}
    returning user_id as "userId", impersonator_id as "impersonatorId",
              case when expires_at <= now() then expires_at end as "lapsedAt"`.execute(db);
  return rows;
}

/** Somebody's own sessions that are still open, without those of an administrator in their name. */
export function selectOpenSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('impersonator_id', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_used_at', '>', sql<Date>`now() - ${LIFETIME.unused}::interval`);
}

/** What a browser calls itself: by it its owner knows a session again. */
export function deviceOf(request: FastifyRequest): string {
  return request.headers['user-agent'] ?? '';
}

/** Who acts in a session, as permissions are asked: `can(actorOf(session), …)`. */
export function actorOf({ userId, role, impersonatorId }: Session): Actor {
  return { userId, role, impersonating: impersonatorId !== null };
}

/** Lets an administrator see or act on another user's view. */
export async function actFor(db: Db, session: Session, userId: string): Promise<Session> {
  if (userId === session.userId) return session;
  if (session.role !== 'admin') throw new AppError('forbidden', 'You can only act for yourself');
  const user = Id.safeParse(userId).success
    ? await db.selectFrom('users').select(['id', 'workspace_id', 'role']).where('id', '=', userId).executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('not-found', 'User not found');
  return { ...session, userId: user.id, workspaceId: mint(user.workspace_id), role: user.role };
}

async function findSession({ db, pool }: Database, token: string): Promise<Session | null> {
  const { rows } = await pool.query<SessionRow>({ ...SESSION_BY_TOKEN, values: [digestToken(token)] });
  const row = rows[0];
  if (!row) return null;
  if (row.stale) await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', row.id).execute();
  return toSession(row);
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.user_id,
    workspaceId: mint(row.workspace_id),
    role: row.role,
    impersonatorId: row.impersonator_id,
  };
}

/** Every call begins with it, so it is prepared. Parameter: $1 the token's digest. */
const SESSION_BY_TOKEN = { name: 'session-by-token', text: selectSessions('s.token_hash = $1') };

/** Parameter: $1 the ids. */
const SESSIONS_BY_ID = { name: 'sessions-by-id', text: selectSessions('s.id = any($1)') };

/** Those that are still open: within their time, of active people, and of administrators in whosever name they act. */
function selectSessions(wanted: string): string {
  return `
    select s.id, s.user_id, s.impersonator_id, u.workspace_id, u.role,
           s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale
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
  workspace_id: string;
  role: Role;
  stale: boolean;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

function mint(workspaceId: string): WorkspaceId {
  return workspaceId as WorkspaceId;
}
