import type { CompanyPlan } from '@anupalan/domain/members';
import { NO_MEMBER } from '@anupalan/domain/permissions/refusals';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { isCurrent } from './queries-people.ts';

/** A company that is held: its people and what it offers them change one after the other. */
export interface HeldCompany {
  readonly workspaceId: WorkspaceId;
  readonly companyId: string;
  readonly companyName: string;
  readonly plan: CompanyPlan;
  readonly payerId: string | null;
  /** Whether it has no owner, so that nothing is written in it from a moment on, which may be over (R-members-20). */
  readonly ownerless: boolean;
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
      'workspaces.frozen_from',
      'companies.id as companyId',
      'companies.company_name as companyName',
    ])
    .where('workspaces.id', '=', workspaceId)
    .forNoKeyUpdate('workspaces')
    .executeTakeFirstOrThrow(noMember);
  const { companyId, companyName, frozen_from, ...others } = held;
  if (companyId === null || companyName === null) throw new AppError('conflict', 'Register your company first');
  return { workspaceId, companyId, companyName, ownerless: frozen_from !== null, ...others };
}

/**
 * Holds the company of a call, as {@link holdCompany}, and reads what the caller is in it by now: somebody may have
 * changed that since the session was read.
 * @throws AppError forbidden when the caller is no member any more, or nothing is written in the company
 */
export async function holdOwnCompany(
  trx: Transaction<DB>,
  session: Session,
): Promise<{ company: HeldCompany; by: Session }> {
  const company = await holdCompany(trx, session.workspaceId);
  const { role } = await trx
    .selectFrom('memberships')
    .select('role')
    .where('workspace_id', '=', session.workspaceId)
    .where('user_id', '=', session.userId)
    .where(isCurrent)
    .executeTakeFirstOrThrow(noMember);
  return { company, by: { ...session, plan: company.plan, member: { ...session.member, role } } };
}

/** Locks people, in one order and before any company, so that of two calls about the same ones neither waits for ever. */
export async function holdPeople(trx: Transaction<DB>, userIds: readonly string[]): Promise<void> {
  await sql`
    select from users where id = any(${userIds}::uuid[]) order by id for no key update`.execute(trx);
}

function noMember(): AppError {
  return new AppError('forbidden', NO_MEMBER);
}
