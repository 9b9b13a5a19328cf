import { type GivenRole, MEMBER_ROLES, type MemberRole } from '@anupalan/domain/members';
import { sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** People listed at most: 100 and 10 viewers are the limits, above which a company can be since it lost its Premium. */
const PEOPLE_LISTED = 500;

/** Whether a membership `m` counts: the last day of a viewer may be over (R-members-12). */
const isCurrent = sql.raw<boolean>(IS_CURRENT);

/** The people of a company: by role, then by name. */
export function listPeople(db: Db, workspaceId: WorkspaceId) {
  return selectPeople(db, workspaceId)
    .orderBy(sql`array_position(${MEMBER_ROLES}::text[], m.role)`)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('m.id')
    .limit(PEOPLE_LISTED)
    .execute();
}

/** One of the people of a company, by the id of the membership. @throws AppError not-found */
export async function getMember(db: Db, workspaceId: WorkspaceId, id: string) {
  return await selectPeople(db, workspaceId)
    .where('m.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Member not found'));
}

/** One of the people of a company, by the person. @throws AppError not-found */
export async function getMemberOfUser(db: Db, workspaceId: WorkspaceId, userId: string) {
  return await selectPeople(db, workspaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Member not found'));
}

/** One of the people of a company as the list has them. */
export type PersonOfCompany = Awaited<ReturnType<typeof getMember>>;

function selectPeople(db: Db, workspaceId: WorkspaceId) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select([
      'm.id',
      'm.user_id',
      'm.role',
      'm.since',
      'm.until',
      'm.acts',
      'm.from_day',
      'm.to_day',
      'users.first_name',
      'users.last_name',
      'users.primary_email',
      'users.role as platform_role',
    ])
    .where('m.workspace_id', '=', workspaceId)
    .where(isCurrent);
}

/** The role that a person has in a company; null when they aren't in it, or no longer. */
export async function findRole(db: Db, workspaceId: WorkspaceId, userId: string): Promise<MemberRole | null> {
  const membership = await db
    .selectFrom('memberships as m')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where(isCurrent)
    .executeTakeFirst();
  return membership?.role ?? null;
}

/** How many people a company has, as its limits count them. */
export async function countPeople(db: Db, workspaceId: WorkspaceId): Promise<{ people: number; viewers: number }> {
  return await db
    .selectFrom('memberships as m')
    .select([
      sql<number>`(count(*) filter (where role <> 'viewer'))::int`.as('people'),
      sql<number>`(count(*) filter (where role = 'viewer'))::int`.as('viewers'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .executeTakeFirstOrThrow();
}

/** The acts, the period and the last day of a viewer, as the tables have them. */
export interface StoredScope {
  readonly until: string | null;
  readonly acts: string[] | null;
  readonly from_day: string | null;
  readonly to_day: string | null;
}

/** What somebody is to be in a company. */
export interface Place extends StoredScope {
  readonly role: GivenRole;
}
