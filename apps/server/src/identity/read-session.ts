import { Id } from '@anupalan/contract/wire/primitives';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { versionOf } from '../platform/answers/stamps.ts';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { toBelonging } from './members/membership.ts';
import { KeptSessions } from './reading/kept-sessions.ts';
import { SessionReader } from './reading/session-reader.ts';
import {
  type BesideSession,
  type KnownSessionRow,
  type OwnSessionRow,
  SESSIONS_BY_ID,
  type SessionRow,
  sessionStatements,
} from './reading/session-statements.ts';
import { digestToken } from './secrets.ts';
import { belongTo, requireNamedCompany, type Session, signInNeeded } from './sessions.ts';
import { holdTokenSession, requireTokenSession } from './tokens/read-token.ts';
import { isApiToken } from './tokens/token-text.ts';

/** The header that names the company a call is about, by its id (R-companies-20). */
export const COMPANY_HEADER = 'x-company';

/** What stands for a company that can't be one: nobody is in it. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000';

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
  const digest = digestToken(token).toString('hex');
  const company = namedCompany(request);
  const { known, own, any } = readersOf(database.pool, beside);
  const kept = KeptSessions.of(database.pool);
  const key = kept.keyOf(digest, company);
  const before = kept.find(key);
  if (before) {
    const now = await known.read({ digest, id: before.session.workspaceId });
    if (!now) return endKept(kept, key);
    if (versionOf(now.person_stamps) === before.version) {
      if (now.stale) await noteUse(database, before.session.id);
      if (beside) request.besideSession = now;
      return { ...before.session, fresh: now.fresh };
    }
  }
  const found = await own.read({ digest, id: company });
  // Only a few calls are impersonations: theirs are read once more, with the administrator behind them.
  const row = found && found.impersonator_id !== null ? await any.read({ digest, id: company }) : found;
  if (!found || !row) return endKept(kept, key);
  if (row.stale) await noteUse(database, row.id);
  if (beside) request.besideSession = row;
  const session = toSession(row, company);
  const version = versionOf(found.person_stamps);
  if (isKept(found, session, version)) kept.keep(key, { version, session });
  return session;
}

/**
 * Whether what a session says holds until the version of its person is another one: no day ends it, it follows from
 * nobody else, and the person has a version. A company that they are not in is not worth it.
 */
function isKept(
  { lasting, impersonator_id }: SessionRow,
  { namedCompany, companyId }: Session,
  version: string,
): boolean {
  const isThere = namedCompany === null || namedCompany === companyId;
  return lasting && impersonator_id === null && version !== '' && isThere;
}

function endKept(kept: KeptSessions, key: string): null {
  kept.forget(key);
  return null;
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
export async function requireCaller(
  database: Database,
  request: FastifyRequest,
  beside?: BesideSession,
): Promise<Session> {
  const token = bearerToken(request);
  const session =
    token !== null && isApiToken(token)
      ? await requireTokenSession(database, request, { token, named: namedCompany(request), beside })
      : await readSession(database, request, beside);
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

async function noteUse({ db }: Database, id: string): Promise<void> {
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

/** The readers of calls' sessions, as {@link sessionStatements} has them. */
interface Readers {
  readonly known: SessionReader<KnownSessionRow>;
  readonly own: SessionReader<OwnSessionRow>;
  readonly any: SessionReader<SessionRow>;
}

const READERS = new WeakMap<Pool, Map<BesideSession | undefined, Readers>>();

function readersOf(pool: Pool, beside?: BesideSession): Readers {
  const ofPool = READERS.get(pool) ?? new Map<BesideSession | undefined, Readers>();
  READERS.set(pool, ofPool);
  const made = ofPool.get(beside);
  if (made) return made;
  const { known, own, any } = sessionStatements(beside);
  const readers: Readers = {
    known: new SessionReader(pool, known),
    own: new SessionReader(pool, own),
    any: new SessionReader(pool, any),
  };
  ofPool.set(beside, readers);
  return readers;
}

function bearerToken(request: FastifyRequest): string | null {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' && token ? token : null;
}
