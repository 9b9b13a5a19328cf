import { Id } from '@anupalan/contract/wire/primitives';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { toBelonging } from './members/membership.ts';
import {
  type CallSessionRow,
  SESSION_BY_TOKEN,
  SESSIONS_BY_ID,
  type SessionRow,
} from './reading/session-statements.ts';
import { toVersions, type Versions } from './reading/session-versions.ts';
import { digestToken } from './secrets.ts';
import { belongTo, requireNamedCompany, type Session, signInNeeded } from './sessions.ts';
import { holdTokenSession, requireTokenSession } from './tokens/read-token.ts';
import { isApiToken } from './tokens/token-text.ts';

/** The header that names the company a call is about, by its id (R-companies-20). */
export const COMPANY_HEADER = 'x-company';

/** What stands for a company that can't be one: nobody is in it. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000';

/**
 * The session of a call's bearer token; null when there is none, or it has ended. It is read anew for every call, with
 * the versions, which are in `request.versions` then. The statement is prepared because every call begins with it.
 */
export async function readSession({ pool, db }: Database, request: FastifyRequest): Promise<Session | null> {
  const token = bearerToken(request);
  if (token === null) return null;
  const named = namedCompany(request);
  const values = [digestToken(token), named];
  const { rows } = await pool.query<CallSessionRow>({ ...SESSION_BY_TOKEN, values });
  const [row] = rows;
  if (!row) return null;
  if (row.stale) await noteUse(db, row.id);
  request.versions = toVersions(row);
  return toSession(row, named);
}

/**
 * The session of a call's bearer token, as {@link readSession}.
 * @throws AppError unauthenticated when there is none, or it has ended; forbidden where the call names a company that
 * the caller isn't in.
 */
export async function requireSession(database: Database, request: FastifyRequest): Promise<Session> {
  const session = await requireCaller(database, request);
  requireNamedCompany(session);
  return session;
}

/**
 * The session of a call that may be made for another user, as {@link requireSession}: an administrator may name a company
 * of that user, which only `actFor` can judge. Of an API token, which its prefix tells, it is that of its person
 * (R-tokens-1).
 */
export async function requireCaller(database: Database, request: FastifyRequest): Promise<Session> {
  const token = bearerToken(request);
  const session =
    token !== null && isApiToken(token)
      ? await requireTokenSession(database, request, { token, named: namedCompany(request) })
      : await readSession(database, request);
  if (!session) throw signInNeeded();
  noteCaller({ sessionId: session.id, userId: session.userId, impersonatorId: session.impersonatorId });
  return session;
}

/** A session that is open, with the workspaces that its user is in, and the id of the company of each. */
export interface SeenSession {
  readonly session: Session;
  readonly companies: ReadonlyMap<string, string | null>;
}

/**
 * The sessions with these ids that are still open, with what their users are by now; this counts as no use of them. It
 * needs the pool because it is prepared and runs at every beat of live updates.
 */
export async function listOpenSessions(
  { pool }: Pick<Database, 'pool'>,
  ids: readonly string[],
): Promise<SeenSession[]> {
  const { rows } = await pool.query<SessionRow & { companies: Record<string, string | null> }>({
    ...SESSIONS_BY_ID,
    values: [ids],
  });
  return rows.map((row) => ({
    session: toSession(row, null),
    companies: new Map(Object.entries(row.companies)),
  }));
}

/**
 * A session as it is by now, in its company, for calls that take long; it goes on until the transaction ends.
 * @throws AppError unauthenticated when it has ended; forbidden for who isn't in the company any more.
 */
export async function holdSession(trx: Transaction<DB>, session: Session): Promise<Session> {
  if (session.token) return await holdTokenSession(trx, session);
  await sql`select from sessions where id = ${session.id} for key share`.execute(trx);
  const { rows } = await trx.executeQuery<SessionRow>(CompiledQuery.raw(SESSIONS_BY_ID.text, [[session.id]]));
  const [row] = rows;
  if (!row) throw signInNeeded();
  const seen = toSession(row, null);
  return session.companyId === null ? seen : belongTo(trx, seen, session.companyId);
}

async function noteUse(db: Db, id: string): Promise<void> {
  await db.updateTable('sessions').set({ last_used_at: sql`now()` }).where('id', '=', id).execute();
}

function toSession(row: SessionRow, named: string | null): Session {
  return {
    ...toBelonging(row),
    id: row.id,
    userId: row.user_id,
    role: row.role,
    namedCompany: named,
    impersonatorId: row.impersonator_id,
    token: null,
    fresh: row.fresh,
    mustChangePassword: row.must_change_password,
    lacksPasskey: row.lacks_passkey,
  };
}

/** The company that a call names; null where it names none. */
function namedCompany({ headers }: FastifyRequest): string | null {
  const named = headers[COMPANY_HEADER];
  if (named === undefined) return null;
  return Id.safeParse(named).data?.toLowerCase() ?? NO_COMPANY;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The versions that were read with the session; null for calls without one. */
    versions: Versions | null;
  }
}
