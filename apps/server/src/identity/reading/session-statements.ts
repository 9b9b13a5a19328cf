import type { Role } from '@anupalan/domain/plans';
import { stampsOf } from '../../platform/answers/stamps.ts';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { BELONGING, type BelongingRow, IS_CURRENT, joinBelonging } from '../members/membership.ts';
import { LIFETIME } from '../sessions.ts';

/** The precision of a session's last use: noting every use would make every read a write (R-accounts-34). */
const USE_IS_NOTED_EVERY = '5 minutes';

/** The time for which a sign-in is fresh (R-accounts-60). */
const FRESH_FOR = '15 minutes';

/**
 * What a call reads in the statement of its session, so that it costs no round trip of its own: `columns` is SQL of
 * columns, about the workspace that the call is about, of whose id it gets the SQL.
 */
export interface BesideSession {
  readonly name: string;
  readonly columns: (workspace: string) => string;
}

/** What time alone changes of a session. */
interface SessionNow {
  stale: boolean;
  fresh: boolean;
}

/** The stamps of the version of a session's person, under which all else of a {@link SessionRow} is kept. */
interface PersonStamps {
  person_stamps: string;
}

export type KnownSessionRow = SessionNow & PersonStamps;

export interface SessionRow extends BelongingRow, SessionNow {
  id: string;
  user_id: string;
  impersonator_id: string | null;
  role: Role;
  must_change_password: boolean;
  lacks_passkey: boolean;
  /** Whether no moment that is to come ends or changes the membership by itself. */
  lasting: boolean;
}

export type OwnSessionRow = SessionRow & PersonStamps;

/** A statement for a call that comes alone, and the same for several. */
export interface Statements {
  readonly alone: Statement;
  readonly together: Statement;
}

/**
 * The session `s` of the token of a call that comes alone, as most do: making rows of arrays of one costs a fifth of the
 * statement. Parameters: $1 the token's digest, $2 an id that the call asks by.
 */
const BY_TOKEN = `
  (select $1::bytea as digest, $2::uuid as id, 1 as n) asked join sessions s on s.token_hash = asked.digest`;

/**
 * The sessions `s` of different tokens. Parameters: $1 the tokens' digests, $2 the ids that are asked by, in this order.
 * The planner doesn't see how many they are, or it would plan each call anew, which takes four times as long as the call.
 */
const BY_TOKENS = `
  (select *, array_position($1::bytea[], token_hash) as n
   from sessions where token_hash = any((select $1::bytea[])::bytea[])) s
  cross join lateral (select s.n, ($2::uuid[])[s.n] as id) asked`;

const IN_TIME = `s.expires_at > now() and s.last_used_at > now() - interval '${LIFETIME.unused}'`;

const NOW = `
  s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale,
  s.authenticated_at > now() - interval '${FRESH_FOR}' as fresh`;

const PERSON = `${stampsOf('s.user_id')} as person_stamps`;

const COLUMNS = `
  s.id, s.user_id, s.impersonator_id, u.role, ${BELONGING}, m.until is null and m.frozen_from is null as lasting,
  u.password_change is not distinct from 'required' as must_change_password, ${NOW}`;

/** The membership `m` of a session's user in the company that the call is about. */
const BELONGS = joinBelonging('u.id', 'asked.id');

/** Whether a session is within its time, and of an active user. */
const OPEN = `${IN_TIME} and u.status = 'active'`;

/**
 * The statements that read sessions by the digests of their tokens, with what is read beside them. Each table that a
 * statement names costs it something, also where no row of it is looked at.
 *
 * - `known`, by the workspaces that the calls are about: of sessions of which all else is kept.
 * - `own`, by the companies that the calls name: who is behind an impersonation is left out, which is found unchecked.
 * - `any` checks impersonations, too.
 */
export function sessionStatements(beside: BesideSession | undefined): Record<'known' | 'own' | 'any', Statements> {
  const kind = beside ? `-beside-${beside.name}` : '';
  const columns = (workspace: string) => (beside ? `asked.n::int, ${beside.columns(workspace)}` : 'asked.n::int');
  const statements = (prefix: string, select: (sessions: string) => string) => ({
    alone: { name: `${prefix}session-by-token${kind}`, text: select(BY_TOKEN) },
    together: { name: `${prefix}sessions-by-tokens${kind}`, text: select(BY_TOKENS) },
  });
  return {
    known: statements('known-', (sessions) => selectKnownSessions(sessions, columns('asked.id'))),
    own: statements('', (sessions) => selectOwnSessions(sessions, `${columns('m.workspace_id')}, ${PERSON}`)),
    any: statements('any-', (sessions) => selectSessions(sessions, columns('m.workspace_id'))),
  };
}

/** The statement of sessions that are within their time; the version of their person decides about all else. */
function selectKnownSessions(sessions: string, beside: string): string {
  return `select ${NOW}, ${PERSON}, ${beside} from ${sessions} where ${IN_TIME}`;
}

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
export const SESSIONS_BY_ID: Statement = {
  name: 'sessions-by-id',
  text: selectSessions(
    '(select ids.id as session, null::uuid as id from unnest($1::uuid[]) ids (id)) asked join sessions s on s.id = session',
    `(select json_object_agg(m.workspace_id, m.company_id) from memberships m
      where m.user_id = u.id and ${IS_CURRENT}) as companies`,
  ),
};
