import type { CompanyPlan } from '@anupalan/domain/members';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { sql, type Transaction } from 'kysely';
import { FROZEN, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { findRole } from './queries-people.ts';

/** A company that is held: its people and what it offers them change one after the other. */
export interface HeldCompany {
  readonly workspaceId: WorkspaceId;
  readonly companyId: string;
  readonly companyName: string;
  readonly plan: CompanyPlan;
  readonly payerId: string | null;
  /** Whether it has no owner since its owner was erased (R-companies-24). */
  readonly ownerless: boolean;
  /** Whether nothing is written in it until it has one again. */
  readonly frozen: boolean;
}

/**
 * Holds the company of a workspace until the transaction ends. Whoever locks people as well does it before.
 * @throws AppError conflict for a workspace that has no company
 */
export async function holdCompany(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<HeldCompany> {
  const held = await trx
    .selectFrom('workspaces')
    .leftJoin('companies', (join) =>
      join.onRef('companies.workspace_id', '=', 'workspaces.id').on('companies.confirmed', '=', true),
    )
    .select([
      'workspaces.plan',
      'workspaces.payer_id as payerId',
      sql<boolean>`frozen_from is not null`.as('ownerless'),
      sql<boolean>`coalesce(frozen_from <= now(), false)`.as('frozen'),
      'companies.id as companyId',
      'companies.company_name as companyName',
    ])
    .where('workspaces.id', '=', workspaceId)
    .forNoKeyUpdate('workspaces')
    .executeTakeFirstOrThrow(noMember);
  const { companyId, companyName, ...others } = held;
  if (companyId === null || companyName === null) throw new AppError('conflict', 'Register your company first');
  return { workspaceId, companyId, companyName, ...others };
}

/** @throws AppError forbidden while nothing is written in a company (R-companies-24). */
export function requireThawed({ frozen }: HeldCompany): void {
  if (frozen) throw new AppError('forbidden', FROZEN);
}

/**
 * Holds the company of a call, as {@link holdCompany}, and reads what the caller is in it by now: somebody may have
 * changed that since the session was read.
 * @throws AppError forbidden when the caller is no member any more
 */
export async function holdOwnCompany(
  trx: Transaction<DB>,
  session: Session,
): Promise<{ company: HeldCompany; by: Session }> {
  const company = await holdCompany(trx, session.workspaceId);
  const role = await findRole(trx, session.workspaceId, session.userId);
  if (role === null) throw noMember();
  const { plan, frozen } = company;
  return { company, by: { ...session, plan, frozen, member: { ...session.member, role } } };
}

/** Locks people, in one order and before any company, so that of two calls about the same ones neither waits for ever. */
export async function holdPeople(trx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  await sql`
    select from users where id = any(${userIds}::uuid[]) order by id for no key update`.execute(trx);
}

/**
 * Locks somebody of a company, named by the membership or the person, as {@link holdPeople}: so they aren't erased
 * meanwhile. The owner is held with them, because they may become its payer again.
 */
export async function holdMember(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string): Promise<void> {
  await sql`
    select from users where id in (
      select user_id from memberships
      where workspace_id = ${workspaceId} and (role = 'owner' or id = ${id} or user_id = ${id}))
    order by id for no key update`.execute(trx);
}

function noMember(): AppError {
  return new AppError('forbidden', NO_MEMBER);
}
