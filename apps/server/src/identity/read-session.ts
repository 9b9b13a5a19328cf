import { Id } from '@anupalan/contract/wire/primitives';
import type { Role } from '@anupalan/domain/plans';
import DataLoader from 'dataloader';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import { noteCaller } from '../platform/http/request-context.ts';
import type { Database } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import type { Statement } from '../platform/postgres/prepared-statement.ts';
import { BELONGING, type BelongingRow, IS_CURRENT, joinBelonging, toBelonging } from './members/membership.ts';
import { digestToken } from './secrets.ts';
import { belongTo, LIFETIME, requireNamedCompany, type Session, signInNeeded } from './sessions.ts';
import { holdTokenSession, requireTokenSession } from './tokens/read-token.ts';
import { isApiToken } from './tokens/token-text.ts';

/** The precision of a session's last use: noting every use would make every read a write (R-accounts-34). */
const USE_IS_NOTED_EVERY = '5 minutes';

/** The time for which a sign-in is fresh (R-accounts-60). */
const FRESH_FOR = '15 minutes';

/** The header that names the company a call is about, by its id (R-companies-20). */
export const COMPANY_HEADER = 'x-company';

/** What stands for a company that can't be one: nobody is in it. */
const NO_COMPANY = '00000000-0000-0000-0000-000000000000';

/**
 * What a call reads in the statement of its session, so that it costs no round trip of its own: `columns` is SQL of
 * columns, which may name the caller's user `u` and their membership `m` in the company that the call is about.
 */
export interface BesideSession {
  readonly name: string;
  readonly columns: string;
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
  const asked = { digest: digestToken(token), company: namedCompany(request) };
  const { own, any } = readersOf(database.pool, beside);
  let row = await own.load(asked);
  // Only a few calls are impersonations: theirs are read once more, with the administrator behind them.
  if (row && row.impersonator_id !== null) row = await any.load(asked);
  if (!row) return null;
  if (row.stale) await noteUse(database, row.id);
  if (beside) request.besideSession = row;
  return toSession(row, asked.company);
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

/** What one call asks for: the digest of its token, and the company. */
interface Asked {
  readonly digest: Buffer;
  readonly company: string | null;
}

type Reader = DataLoader<Asked, SessionRow | undefined>;

/**
 * The readers of calls' sessions. Each table that a statement names costs it something, also where no row of it is
 * looked at: so `own` leaves out who is behind an impersonation, which it finds unchecked, and `any` checks them.
 */
interface Readers {
  readonly own: Reader;
  readonly any: Reader;
}

const READERS = new WeakMap<Pool, Map<BesideSession | undefined, Readers>>();

function readersOf(pool: Pool, beside?: BesideSession): Readers {
  const ofPool = READERS.get(pool) ?? new Map<BesideSession | undefined, Readers>();
  READERS.set(pool, ofPool);
  const known = ofPool.get(beside);
  if (known) return known;
  const kind = beside ? `-beside-${beside.name}` : '';
  const columns = beside ? `asked.n::int, ${beside.columns}` : 'asked.n::int';
  const reader = (prefix: string, select: typeof selectSessions) =>
    readTogether(pool, {
      alone: { name: `${prefix}session-by-token${kind}`, text: select(BY_TOKEN, columns) },
      together: { name: `${prefix}sessions-by-tokens${kind}`, text: select(BY_TOKENS, columns) },
    });
  const made = { own: reader('', selectOwnSessions), any: reader('any-', selectSessions) };
  ofPool.set(beside, made);
  return made;
}

/** Most calls whose sessions are read by one statement. */
const MOST_TOGETHER = 100;

/**
 * Reads the sessions of all calls that came in one round of the event loop by one statement, and keeps none of them. It
 * is the first statement of every call, so it is prepared, which Kysely can't do.
 */
function readTogether(pool: Pool, { alone, together }: Record<'alone' | 'together', Statement>): Reader {
  return new DataLoader(
    async (asked) => {
      const [one, another] = asked;
      const query =
        one && !another
          ? { ...alone, values: [one.digest, one.company] }
          : { ...together, values: [asked.map(({ digest }) => digest), asked.map(({ company }) => company)] };
      const { rows } = await pool.query<SessionRow & { n: number }>(query);
      const found = new Map(rows.map((row) => [row.n, row]));
      return asked.map((_, index) => found.get(index + 1));
    },
    { cache: false, maxBatchSize: MOST_TOGETHER, batchScheduleFn: setImmediate },
  );
}

/**
 * The session `s` of the token of a call that comes alone, as most do: making rows of arrays of one costs a fifth of the
 * statement. Parameters: $1 the token's digest, $2 the company that the call names.
 */
const BY_TOKEN = `
  (select $1::bytea as digest, $2::uuid as company, 1 as n) asked join sessions s on s.token_hash = asked.digest`;

/**
 * The sessions `s` of tokens. Parameters: $1 the tokens' digests, $2 the companies that their calls name, in this order.
 * The planner doesn't see how long they are, or it would plan each call anew, which takes four times as long as the call.
 */
const BY_TOKENS = `
  unnest((select $1::bytea[]), (select $2::uuid[])) with ordinality as asked (digest, company, n)
  join sessions s on s.token_hash = asked.digest`;

const COLUMNS = `
  s.id, s.user_id, s.impersonator_id, u.role, ${BELONGING},
  u.password_change is not distinct from 'required' as must_change_password,
  s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale,
  s.authenticated_at > now() - interval '${FRESH_FOR}' as fresh`;

/** The membership `m` of a session's user in the company that the call is about. */
const BELONGS = joinBelonging('u.id', 'asked.company');

/** Whether a session is within its time, and of an active user. */
const OPEN = `
  s.expires_at > now() and s.last_used_at > now() - interval '${LIFETIME.unused}' and u.status = 'active'`;

/** The statement of open sessions, in which nobody has asked yet whether an impersonation holds. */
function selectOwnSessions(sessions: string, beside: string): string {
  return `
    select ${COLUMNS}, ${beside},
           u.role = 'admin' and not exists (select from passkeys p where p.user_id = u.id) as lacks_passkey
    from ${sessions} join users u on u.id = s.user_id ${BELONGS}
    where ${OPEN}`;
}

/** The statement of open sessions: within their time, of active users, and impersonations only of administrators. */
function selectSessions(sessions: string, beside: string): string {
  return `
    select ${COLUMNS}, ${beside},
           coalesce(i.role, u.role) = 'admin'
             and not exists (select from passkeys p where p.user_id = coalesce(i.id, u.id)) as lacks_passkey
    from ${sessions}
      join users u on u.id = s.user_id ${BELONGS}
      left join users i on i.id = s.impersonator_id
    where ${OPEN}
      and (s.impersonator_id is null or (i.role = 'admin' and i.status = 'active' and u.role <> 'admin'))`;
}

/** The statement that reads sessions by their ids. Parameter: $1 the ids. */
const SESSIONS_BY_ID: Statement = {
  name: 'sessions-by-id',
  text: selectSessions(
    '(select id, null::uuid as company from unnest($1::uuid[]) ids (id)) asked join sessions s using (id)',
    `(select json_object_agg(m.workspace_id, m.company_id) from memberships m
      where m.user_id = u.id and ${IS_CURRENT}) as companies`,
  ),
};

interface SessionRow extends BelongingRow {
  id: string;
  user_id: string;
  impersonator_id: string | null;
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
