import type { CompanyPlan, MemberRole } from '@anupalan/domain/members';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { indianDay } from '../../platform/days/indian-day.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** The acts (by id) and the days (`2026-11-30`) that a viewer sees; null is all. */
export interface Scope {
  readonly acts: readonly string[] | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** A person as a member of a company. */
export interface Member {
  readonly id: string;
  readonly role: MemberRole;
  /** What a viewer sees; null for all others, and for viewers who see everything. */
  readonly scope: Scope | null;
}

/** The company that a call is about, as its caller belongs to it. */
export interface Belonging {
  readonly workspaceId: WorkspaceId;
  /** The company's id; null in a workspace that has no company yet. */
  readonly companyId: string | null;
  readonly member: Member;
  /** The plan of the company, whoever pays for it. */
  readonly plan: CompanyPlan;
  /** Whether the company lost its owner some time ago: it is read and no longer written to (R-companies-24). */
  readonly frozen: boolean;
}

/** A membership as {@link BELONGING} selects it. */
export interface BelongingRow {
  workspace_id: WorkspaceId;
  company_id: string | null;
  member_id: string;
  member_role: MemberRole;
  acts: string[] | null;
  from_day: string | null;
  to_day: string | null;
  plan: CompanyPlan;
  frozen: boolean;
}

/** The columns of a {@link BelongingRow}, of the membership `m`. */
export const BELONGING = `
  m.workspace_id, m.company_id, m.id as member_id, m.role as member_role, m.acts::text[],
  m.from_day::text, m.to_day::text, m.plan, coalesce(m.frozen_from <= now(), false) as frozen`;

/** Whether a membership `m` hasn't ended: the last day of a viewer is a whole one, in India (R-companies-21). */
export const IS_CURRENT = `(m.until is null or m.until >= ${indianDay('now()')})`;

/**
 * The order in which a person's memberships `m` are looked at where nothing says which company is meant: the own
 * company, else the one they have been in longest, else the own empty workspace (R-companies-20).
 */
const DEFAULT_FIRST = "m.company_id is null, m.role <> 'owner', m.since, m.id";

/**
 * A person's membership `m`, to be joined: in the company that is asked for if they are in it, else
 * in their default company. Parameters are SQL: of the user's id, and of a company's, which may be null.
 */
export function joinBelonging(user: string, asked: string): string {
  return `
    cross join lateral (
      select * from memberships m where m.user_id = ${user} and ${IS_CURRENT}
      order by (m.company_id = ${asked}) is not true, ${DEFAULT_FIRST} limit 1) m`;
}

/** The workspace that a user's calls are about unless they name a company, as SQL; `user` is that of their id. */
export function defaultWorkspaceOf(user: RawBuilder<unknown>): RawBuilder<WorkspaceId> {
  return sql`(
    select m.workspace_id from memberships m where m.user_id = ${user} and ${sql.raw(IS_CURRENT)}
    order by ${sql.raw(DEFAULT_FIRST)} limit 1)`;
}

export function toBelonging(row: BelongingRow): Belonging {
  const { acts, from_day: from, to_day: to } = row;
  return {
    workspaceId: row.workspace_id,
    companyId: row.company_id,
    member: {
      id: row.member_id,
      role: row.member_role,
      scope: acts === null && from === null && to === null ? null : { acts, from, to },
    },
    plan: row.plan,
    frozen: row.frozen,
  };
}

/**
 * Keeps a membership from ending or changing until the transaction is over; one that has ended is not there. Its
 * workspace is held before it, in the order in which a company is deleted.
 */
export async function holdMembership(
  trx: Transaction<DB>,
  { member, workspaceId }: Pick<Belonging, 'member' | 'workspaceId'>,
): Promise<void> {
  await sql`select from workspaces where id = ${workspaceId} for key share`.execute(trx);
  await sql`select from memberships where id = ${member.id} for share`.execute(trx);
}
