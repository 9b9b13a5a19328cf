import type { Role } from '@anupalan/domain/plans';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { QueryConfig } from 'pg';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { WorkspaceId } from '../platform/postgres/workspace-id.ts';
import { digestToken } from './secrets.ts';
import { LIFETIME, type Session, signInNeeded } from './sessions.ts';

/** The precision of a session's last use: noting every use would make every read a write (R-accounts-34). */
const USE_IS_NOTED_EVERY = '5 minutes';

/** The time for which a sign-in is fresh (R-accounts-60). */
const FRESH_FOR = '15 minutes';

/**
 * What a call reads in the statement of its session, so that it costs no round trip of its own: `columns` is SQL of
 * columns, which may name the caller's user `u` and what is asked for, `$2`.
 */
export interface BesideSession {
  readonly name: string;
  readonly columns: string;
  /** What `$2` is; without it `columns` ask for nothing. */
  readonly askFor?: (request: FastifyRequest) => string | null;
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
  const values = beside?.askFor ? [digestToken(token), beside.askFor(request)] : [digestToken(token)];
  const { own, any } = statementsBeside(beside);
  let row = await findSession(database, { ...own, values });
  // Only a few calls are impersonations: theirs are read once more, with the administrator behind them.
  if (row && row.impersonator_id !== null) row = await findSession(database, { ...any, values });
  if (!row) return null;
  if (row.stale) await noteUse(database, row.id);
  if (beside) request.besideSession = row;
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

async function findSession({ pool }: Database, statement: QueryConfig): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>(statement);
  return rows[0];
}

async function noteUse({ db }: Database, id: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', id).execute();
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
 * The statements that read a call's session: the first of every call, so they are prepared, which Kysely can't do. Each
 * table that a statement names costs it something, also where no row of it is looked at: so `own` leaves out who is
 * behind an impersonation, which it finds unchecked, and `any` checks them. Parameter: $1 the token's digest.
 */
interface SessionStatements {
  readonly own: QueryConfig;
  readonly any: QueryConfig;
}

const STATEMENTS = new Map<BesideSession | undefined, SessionStatements>();

function statementsBeside(beside?: BesideSession): SessionStatements {
  const known = STATEMENTS.get(beside);
  if (known) return known;
  const name = beside ? `session-by-token-beside-${beside.name}` : 'session-by-token';
  const made = {
    own: { name, text: selectOwnSessions('s.token_hash = $1', beside?.columns) },
    any: { name: `any-${name}`, text: selectSessions('s.token_hash = $1', beside?.columns) },
  };
  STATEMENTS.set(beside, made);
  return made;
}

const COLUMNS = `
  s.id, s.user_id, s.impersonator_id, u.workspace_id, u.role,
  u.password_change is not distinct from 'required' as must_change_password,
  s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale,
  s.authenticated_at > now() - interval '${FRESH_FOR}' as fresh`;

/** Whether a session is within its time, and of an active user. */
const OPEN = `
  s.expires_at > now() and s.last_used_at > now() - interval '${LIFETIME.unused}' and u.status = 'active'`;

/** The statement of open sessions, in which nobody has asked yet whether an impersonation holds. */
function selectOwnSessions(wanted: string, beside?: string): string {
  return `
    select ${COLUMNS},
           u.role = 'admin' and not exists (select from passkeys p where p.user_id = u.id) as lacks_passkey
           ${beside ? `, ${beside}` : ''}
    from sessions s join users u on u.id = s.user_id
    where ${wanted} and ${OPEN}`;
}

/** The statement of open sessions: within their time, of active users, and impersonations only of administrators. */
function selectSessions(wanted: string, beside?: string): string {
  return `
    select ${COLUMNS},
           coalesce(i.role, u.role) = 'admin'
             and not exists (select from passkeys p where p.user_id = coalesce(i.id, u.id)) as lacks_passkey
           ${beside ? `, ${beside}` : ''}
    from sessions s
      join users u on u.id = s.user_id
      left join users i on i.id = s.impersonator_id
    where ${wanted} and ${OPEN}
      and (s.impersonator_id is null or (i.role = 'admin' and i.status = 'active' and u.role <> 'admin'))`;
}

/** The statement that reads sessions by their ids. Parameter: $1 the ids. */
const SESSIONS_BY_ID = { name: 'sessions-by-id', text: selectSessions('s.id = any($1)') };

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
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
