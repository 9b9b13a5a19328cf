import { planOfRole } from '@anupalan/domain/plans';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { FROZEN_DAYS } from '../members/commands-clean-up.ts';

/** Offers listed at most. */
const LISTED = 200;

/** What is offered to the caller, in any company, and what their company is offered to; newest first. */
export function listHandovers(db: Db, { userId, workspaceId }: Session) {
  return selectLive(db)
    .where(({ or, eb }) => or([eb('handovers.user_id', '=', userId), eb('handovers.workspace_id', '=', workspaceId)]))
    .orderBy('handovers.created_at', 'desc')
    .limit(LISTED)
    .execute();
}

/** The offer of a company that somebody may accept. @throws AppError not-found when there is none, or no longer */
export async function getHandoverTo(db: Db, userId: string, id: string) {
  return await selectLive(db)
    .where('handovers.id', '=', id)
    .where('handovers.user_id', '=', userId)
    .executeTakeFirstOrThrow(noOffer);
}

/** The offer of a company; undefined when it isn't offered to anybody. */
export async function findHandoverOf(db: Db, workspaceId: WorkspaceId) {
  return await selectLive(db).where('handovers.workspace_id', '=', workspaceId).executeTakeFirst();
}

/** When a company lost its owner, and when it goes; undefined while it has one. */
export async function findFreeze(db: Db, workspaceId: WorkspaceId) {
  return await db
    .selectFrom('workspaces')
    .select([FROZEN_FROM, FROZEN_UNTIL])
    .where('id', '=', workspaceId)
    .where('frozen_from', 'is not', null)
    .executeTakeFirst();
}

/** The companies without an owner that a person works in. */
export async function listOwnerless(db: Db, userId: string) {
  return await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .innerJoin('companies', 'companies.id', 'memberships.company_id')
    .select(['memberships.role', 'companies.id as company_id', 'companies.company_name', FROZEN_FROM, FROZEN_UNTIL])
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '<>', 'viewer')
    .where('workspaces.frozen_from', 'is not', null)
    .orderBy('companies.company_name')
    .limit(LISTED)
    .execute();
}

const FROZEN_FROM = sql<Date>`workspaces.frozen_from`.as('since');
const FROZEN_UNTIL = sql<Date>`workspaces.frozen_from + ${sql.lit(FROZEN_DAYS)} * interval '1 day'`.as('until');

/** An offer as the list has it. */
export type LiveHandover = Awaited<ReturnType<typeof getHandoverTo>>;

/** The refusal of an offer that was taken back, accepted or refused, or whose time is over. */
export function noOffer(): AppError {
  return new AppError('not-found', 'This offer is not there any more');
}

/** The offers that can be accepted: for 14 days, and as long as the company has no owner (R-members-51). */
function selectLive(db: Db) {
  return db
    .selectFrom('handovers')
    .innerJoin('workspaces', 'workspaces.id', 'handovers.workspace_id')
    .innerJoin('companies', 'companies.workspace_id', 'handovers.workspace_id')
    .innerJoin('users as successor', 'successor.id', 'handovers.user_id')
    .leftJoin('users as owner', 'owner.id', 'handovers.offered_by')
    .leftJoin('users as payer', (join) =>
      join.onRef('payer.id', '=', 'workspaces.payer_id').onRef('payer.id', '<>', 'handovers.user_id'),
    )
    .select([
      'handovers.id',
      'handovers.workspace_id',
      'handovers.user_id',
      'handovers.offered_by',
      'handovers.created_at',
      sql<Date>`greatest(handovers.expires_at, workspaces.frozen_from + ${sql.lit(FROZEN_DAYS)} * interval '1 day')`.as(
        'expires_at',
      ),
      'companies.id as company_id',
      'companies.company_name',
      'successor.first_name',
      'successor.last_name',
      'successor.primary_email',
      'successor.role as successor_role',
      'owner.first_name as owner_first_name',
      'owner.last_name as owner_last_name',
      'owner.primary_email as owner_email',
      'payer.role as payer_role',
    ])
    .where(sql<boolean>`(handovers.expires_at > now() or workspaces.frozen_from is not null)`);
}

/** The plan that a company is on once its offer is accepted: of who pays, else of its new owner (R-members-54). */
export function planAfter({ payer_role, successor_role }: LiveHandover): 'free' | 'premium' {
  return planOfRole(payer_role ?? successor_role) ?? 'premium';
}

/** The workspace of a company. @throws AppError not-found */
export async function getWorkspaceOf(db: Db, companyId: string): Promise<WorkspaceId> {
  const { workspace_id } = await db
    .selectFrom('companies')
    .select('workspace_id')
    .where('id', '=', companyId)
    .where('confirmed', '=', true)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Company not found'));
  return workspace_id;
}
