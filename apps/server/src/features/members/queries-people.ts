import { type GivenRole, MEMBER_ROLES, type MemberRole } from '@anupalan/domain/members';
import { sql } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** People listed at most: 100 and 10 viewers are the limits, above which a company can be since it lost its Premium. */
const PEOPLE_LISTED = 500;

/** Whether a row of `memberships` counts: the last day of a viewer may be over (R-members-12). */
export const isCurrent = sql<boolean>`(until is null or until >= (now() at time zone 'utc')::date)`;

/** The people of a company: by role, then by name. */
export function listPeople(db: Db, workspaceId: WorkspaceId) {
  return selectPeople(db, workspaceId)
    .orderBy(sql`array_position(${MEMBER_ROLES}::text[], memberships.role)`)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('memberships.id')
    .limit(PEOPLE_LISTED)
    .execute();
}

/** One of the people of a company, by the id of the membership. @throws AppError not-found */
export async function getMember(db: Db, workspaceId: WorkspaceId, id: string) {
  return await selectPeople(db, workspaceId)
    .where('memberships.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Member not found'));
}

/** One of the people of a company, by the person. @throws AppError not-found */
export async function getMemberOfUser(db: Db, workspaceId: WorkspaceId, userId: string) {
  return await selectPeople(db, workspaceId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Member not found'));
}

/** One of the people of a company as the list has them. */
export type PersonOfCompany = Awaited<ReturnType<typeof getMember>>;

function selectPeople(db: Db, workspaceId: WorkspaceId) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'memberships.id',
      'memberships.user_id',
      'memberships.role',
      'memberships.since',
      'memberships.until',
      'memberships.acts',
      'memberships.from_day',
      'memberships.to_day',
      'users.first_name',
      'users.last_name',
      'users.primary_email',
      'users.role as platform_role',
    ])
    .where('memberships.workspace_id', '=', workspaceId)
    .where(isCurrent);
}

/** The role that a person has in a company; null when they aren't in it, or no longer. */
export async function findRole(db: Db, workspaceId: WorkspaceId, userId: string): Promise<MemberRole | null> {
  const membership = await db
    .selectFrom('memberships')
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
    .selectFrom('memberships')
    .select([
      sql<number>`(count(*) filter (where role <> 'viewer'))::int`.as('people'),
      sql<number>`(count(*) filter (where role = 'viewer'))::int`.as('viewers'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where(isCurrent)
    .executeTakeFirstOrThrow();
}

/** How many companies a person pays for: their own that nobody else pays for, and others' (R-members-11). */
export async function countCompaniesPaid(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ companies: number }>`
    select count(*)::int as companies from (
      select id from workspaces where payer_id = ${userId}
      union
      select workspaces.id from memberships join workspaces on workspaces.id = memberships.workspace_id
        where memberships.user_id = ${userId} and memberships.role = 'owner' and payer_id is null
    ) as paid join companies on companies.workspace_id = paid.id and confirmed`.execute(db);
  return rows[0]?.companies ?? 0;
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
