import { SCOPES, type Scope } from '@anupalan/domain/permissions/scopes';
import type { Role } from '@anupalan/domain/plans';
import type { FastifyRequest } from 'fastify';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKey } from '../../platform/http/callers/addresses.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { addressOf } from '../../platform/http/request-context.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { BELONGING, type BelongingRow, IS_CURRENT, toBelonging } from '../members/membership.ts';
import { type StampsRow, sessionVersions, toVersions } from '../reading/session-versions.ts';
import { digestToken } from '../secrets.ts';
import type { Session } from '../sessions.ts';
import { noteTokenUse, USE_IS_NOTED_EVERY } from './commands.ts';
import { isWellFormed } from './token-text.ts';

const REFUSED = 'This API token does not work: it expired, was revoked, or never existed';

const NOT_ALLOWED = 'The owner of this company does not allow API tokens';

/** What a call by a token asks for, as a session does: `named` is the company that it names. */
interface AskedByToken {
  readonly token: string;
  readonly named: string | null;
}

/**
 * The session of an API token: its person's, in its one company (R-tokens-1). It is read by one statement, and its use
 * is noted when nobody waits for that.
 * @throws AppError unauthenticated for a token that doesn't work, which counts like a failed sign-in: too-many after
 * several; forbidden where the owner forbids tokens
 */
export async function requireTokenSession(
  database: Database,
  request: FastifyRequest,
  { token, named }: AskedByToken,
): Promise<Session> {
  const { rows } = isWellFormed(token)
    ? await database.pool.query<TokenRow & StampsRow>({ ...BY_TOKEN, values: [digestToken(token)] })
    : { rows: [] };
  const [row] = rows;
  if (!row) return await refuse(request);
  if (row.stale) {
    noteTokenUse(database.db, row.id).catch((error: unknown) =>
      request.log.warn({ err: error }, 'the use of an API token could not be noted'),
    );
  }
  request.versions = toVersions(row);
  return toSession(row, named);
}

/**
 * The session of a token as it is by now; it goes on until the transaction ends.
 * @throws AppError unauthenticated when the token has ended
 */
export async function holdTokenSession(trx: Transaction<DB>, { id, namedCompany }: Session): Promise<Session> {
  await sql`select from api_tokens where id = ${id} for key share`.execute(trx);
  const { rows } = await trx.executeQuery<TokenRow>(CompiledQuery.raw(BY_ID, [id]));
  const [row] = rows;
  if (!row) throw refused();
  return toSession(row, namedCompany);
}

/** @throws AppError unauthenticated; too-many */
async function refuse(request: FastifyRequest): Promise<never> {
  await request.server.refusedTokens.spendByAddress(addressKey(addressOf(request)));
  throw refused();
}

function refused(): AppError {
  return new AppError('unauthenticated', REFUSED);
}

function toSession(row: TokenRow, named: string | null): Session {
  if (!row.allowed) throw new AppError('forbidden', NOT_ALLOWED);
  const allowed = new Set<string>(row.scopes);
  return {
    ...toBelonging(row),
    id: row.id,
    userId: row.user_id,
    role: row.role,
    namedCompany: named,
    impersonatorId: null,
    token: { id: row.id, scopes: SCOPES.filter((scope) => allowed.has(scope)) },
    fresh: false,
    mustChangePassword: row.must_change_password,
    lacksPasskey: false,
  };
}

/** Administrators of the platform have no tokens: whoever becomes one has none that works (R-tokens-1). */
const TOKEN = `
    join users u on u.id = t.user_id and u.status = 'active' and u.role <> 'admin'
    join memberships m on m.workspace_id = t.workspace_id and m.user_id = t.user_id and ${IS_CURRENT}
    left join api_token_policies p on p.workspace_id = t.workspace_id
  where t.expires_at > now()`;

const COLUMNS = `
  t.id, t.user_id, u.role, t.scopes, ${BELONGING}, coalesce(p.allowed, true) as allowed,
  u.password_change is not distinct from 'required' as must_change_password,
  (t.last_used_at > now() - interval '${USE_IS_NOTED_EVERY}') is not true as stale`;

/** The statement of a token with the versions, by its digest $1. */
const BY_TOKEN: Statement = {
  name: 'api-token',
  text: `select ${COLUMNS}, ${sessionVersions('m.workspace_id')} from api_tokens t ${TOKEN} and t.token_hash = $1`,
};

const BY_ID = `select ${COLUMNS} from api_tokens t ${TOKEN} and t.id = $1`;

interface TokenRow extends BelongingRow {
  id: string;
  user_id: string;
  role: Role;
  scopes: Scope[];
  allowed: boolean;
  must_change_password: boolean;
  stale: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts tokens that don't work, by the address that they come from (R-tokens-8). */
    readonly refusedTokens: RateLimit;
  }
}
