import type { OpenSession } from '@anupalan/contract/people/own-sessions';
import type { User } from '@anupalan/contract/users';
import { sql } from 'kysely';
import { type Session, selectOpenSessions } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { findCompany, findCompanyOfUser } from '../companies/queries.ts';
import { presentUser } from './present.ts';

export const USER_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'primary_email',
  'personal_phone',
  'role',
  'status',
  'created_at',
  'password_change',
] as const;

/** Sessions listed at most: nobody reads a longer list, and ending all ends the others too (R-accounts-39). */
const SESSIONS_LISTED = 100;

/**
 * A user with the company of a workspace, or, where none is given, the one that they work in unless they say another.
 * @throws AppError not-found
 */
export async function getUser(db: Db, userId: string, workspaceId?: WorkspaceId): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
  return presentUser(row, await (workspaceId ? findCompany(db, workspaceId) : findCompanyOfUser(db, userId)));
}

/** The administrator who is really acting in a session; undefined when nobody else is. */
export async function findImpersonator(db: Db, { impersonatorId }: Session) {
  if (impersonatorId === null) return undefined;
  return await db
    .selectFrom('users')
    .select(['id as _id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', impersonatorId)
    .executeTakeFirst();
}

/** The open sessions of a user: this one, then those used last (R-accounts-39). */
export async function listSessions(db: Db, { id: ownId, userId }: Session): Promise<OpenSession[]> {
  const rows = await selectOpenSessions(db, userId)
    .select(['id', 'device', 'created_at', 'last_used_at'])
    .orderBy(sql`id = ${ownId}`, 'desc')
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SESSIONS_LISTED)
    .execute();
  return rows.map(({ id, device, created_at, last_used_at }) => ({
    _id: id,
    device,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at.toISOString(),
    current: id === ownId,
  }));
}
