import type { Role } from '@anupalan/domain/plans';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { BELONGING, type BelongingRow, IS_CURRENT, joinBelonging } from '../members/membership.ts';
import { LIFETIME } from '../sessions.ts';
import { type StampsRow, sessionVersions } from './session-versions.ts';

/** The precision of a session's last use: noting every use would make every read a write (R-accounts-34). */
const USE_IS_NOTED_EVERY = '5 minutes';

/** The time for which a sign-in is fresh (R-accounts-60). */
const FRESH_FOR = '15 minutes';

/** An open session with its person and their membership in the company that the call is about. */
export interface SessionRow extends BelongingRow {
  id: string;
  user_id: string;
  impersonator_id: string | null;
  role: Role;
  must_change_password: boolean;
  lacks_passkey: boolean;
  /** Whether the last use has to be noted again. */
  stale: boolean;
  fresh: boolean;
}

/**
 * Reads the session of a call with its person, membership, plan and versions. Parameters: $1 the token's digest, $2 the
 * id of the company that the call names, or null.
 */
export const SESSION_BY_TOKEN: Statement = {
  name: 'session-by-token',
  text: selectSessions(
    '(select $1::bytea as digest, $2::uuid as company) asked join sessions s on s.token_hash = asked.digest',
    sessionVersions('m.workspace_id'),
  ),
};

/** A row of {@link SESSION_BY_TOKEN}. */
export type CallSessionRow = SessionRow & StampsRow;

/** Reads sessions by their ids. Parameter: $1 the ids. */
export const SESSIONS_BY_ID: Statement = {
  name: 'sessions-by-id',
  text: selectSessions(
    '(select ids.id as session, null::uuid as company from unnest($1::uuid[]) ids (id)) asked join sessions s on s.id = session',
    `(select json_object_agg(m.workspace_id, m.company_id) from memberships m
      where m.user_id = u.id and ${IS_CURRENT}) as companies`,
  ),
};

/** The statement of open sessions: within their time, of active users, and impersonations only by administrators. */
function selectSessions(sessions: string, more: string): string {
  return `
    select s.id, s.user_id, s.impersonator_id, u.role, ${BELONGING}, ${more},
           u.password_change is not distinct from 'required' as must_change_password,
           s.last_used_at < now() - interval '${USE_IS_NOTED_EVERY}' as stale,
           s.authenticated_at > now() - interval '${FRESH_FOR}' as fresh,
           coalesce(i.role, u.role) = 'admin'
             and not exists (select from passkeys p where p.user_id = coalesce(i.id, u.id)) as lacks_passkey
    from ${sessions}
      join users u on u.id = s.user_id ${joinBelonging('u.id', 'asked.company')}
      left join users i on i.id = s.impersonator_id
    where s.expires_at > now() and s.last_used_at > now() - interval '${LIFETIME.unused}' and u.status = 'active'
      and (s.impersonator_id is null or (i.role = 'admin' and i.status = 'active' and u.role <> 'admin'))`;
}
