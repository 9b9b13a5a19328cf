import type { Membership } from '@anupalan/contract/people/memberships';
import type { OwnMember } from '@anupalan/contract/users';
import type { CompanyPlan } from '@anupalan/domain/members';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Whether a membership `m` is a person's, and hasn't ended. */
function isCurrentOf(userId: string): RawBuilder<SqlBool> {
  return sql`m.user_id = ${userId} and ${sql.raw(IS_CURRENT)}`;
}

/** The companies that a person is in, by name (R-companies-20); an API token is in one (R-tokens-1). */
export async function listMemberships(
  db: Db,
  { userId, token, companyId }: Pick<Session, 'userId' | 'token' | 'companyId'>,
): Promise<Membership[]> {
  if (token === null) return await readMemberships(db, userId);
  return companyId === null ? [] : await readMemberships(db, userId, companyId);
}

/** A person in one company. @throws AppError forbidden where they are in none with this id. */
export async function getMembership(
  db: Db,
  { userId }: Pick<Session, 'userId'>,
  companyId: string,
): Promise<Membership> {
  const [membership] = await readMemberships(db, userId, companyId);
  if (!membership) throw new AppError('forbidden', NO_MEMBER);
  return membership;
}

async function readMemberships(db: Db, userId: string, companyId: string | null = null): Promise<Membership[]> {
  const { rows } = await sql<Membership>`
    select company_id as "companyId", company_name as "companyName", role, plan,
      to_char(until, 'YYYY-MM-DD"T00:00:00.000Z"') as until, coalesce(frozen_from <= now(), false) as frozen
    from memberships m join companies c on c.id = m.company_id
    where ${isCurrentOf(userId)} and (${companyId}::uuid is null or m.company_id = ${companyId})
    order by lower(company_name), company_id`.execute(db);
  return rows;
}

/** What the caller is in the company that their call is about, for the screens. */
export async function describeMember(db: Db, session: Session): Promise<OwnMember> {
  const { userId, workspaceId, companyId, member, plan, frozen } = session;
  const { rows } = await sql<{ companies: number; people: number; companyName: string | null; premium: boolean }>`
    select count(company_id)::int as companies, coalesce(bool_or(m.plan = 'premium'), false) as premium,
      (select count(*) from memberships where workspace_id = ${workspaceId} and role <> 'viewer')::int as people,
      (select company_name from companies where id = ${companyId}) as "companyName"
    from memberships m where ${isCurrentOf(userId)}`.execute(db);
  const { companies = 0, people = 0, companyName = null, premium = false } = rows[0] ?? {};
  const bestPlan = premium || session.role !== 'user' ? 'premium' : 'free';
  return { companyId, companyName, role: member.role, plan, companies, people, frozen, bestPlan };
}

/** The best plan of a person: their own, or that of any company they are in. */
export async function findBestPlan(db: Db, session: Session): Promise<CompanyPlan> {
  return session.plan === 'premium' ? 'premium' : (await describeMember(db, session)).bestPlan;
}

/** The workspace that a person has owned longest; everybody owns one. */
export async function getOwnWorkspace(db: Db, userId: string): Promise<WorkspaceId> {
  const { workspace_id } = await db
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('since')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return workspace_id;
}

/** A company that somebody owns and others work in. */
export interface SharedCompany {
  readonly companyId: string;
  readonly companyName: string;
}

/**
 * The companies that a person owns and in which others work too, and that they have offered to nobody: they need a
 * successor first (R-companies-23).
 */
export async function ownsCompaniesWithOthers(db: Db, userId: string): Promise<SharedCompany[]> {
  const { rows } = await sql<SharedCompany>`
    select c.id as "companyId", company_name as "companyName"
    from memberships own join companies c on c.id = own.company_id
    where own.user_id = ${userId} and own.role = 'owner' and exists (
      select from memberships m where m.workspace_id = own.workspace_id and m.role in ('manager', 'member'))
      and not exists (
        select from handovers h where h.workspace_id = own.workspace_id and h.expires_at > now())
    order by lower(company_name), c.id`.execute(db);
  return rows;
}

/** How many companies a person pays for: their own that nobody else pays for, and those of others (R-companies-22). */
export async function countCompaniesPaidBy(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*)::int as paid from (
      select w.id from memberships m join workspaces w on w.id = m.workspace_id
      where m.user_id = ${userId} and m.role = 'owner' and m.company_id is not null
        and coalesce(w.payer_id, m.user_id) = m.user_id
      union
      select w.id from workspaces w join companies c on c.workspace_id = w.id and c.confirmed
      where w.payer_id = ${userId}) paid`.execute(db);
  return rows[0]?.paid ?? 0;
}
