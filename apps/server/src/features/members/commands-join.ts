import { randomUUIDv7 } from 'node:crypto';
import { findNoRoom, type GivenRole } from '@anupalan/domain/members';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { recordActivity } from '../activity/commands.ts';
import { type HeldCompany, requireThawed } from './commands-hold.ts';
import { countPeople, findRole, type Place } from './queries-people.ts';

/**
 * Makes a person one of the people of a company that is held (R-members-10).
 * @throws AppError conflict when they are already, or it has no room
 */
export async function joinCompany(
  trx: Transaction<DB>,
  company: HeldCompany,
  { userId, ...place }: Place & { userId: string },
): Promise<void> {
  const { workspaceId } = company;
  requireThawed(company);
  if ((await findRole(trx, workspaceId, userId)) !== null) {
    throw new AppError('conflict', `You are a member of ${company.companyName} already`);
  }
  await requireRoom(trx, company, place.role);
  // A viewer whose last day is over leaves a row until the next night.
  await trx.deleteFrom('memberships').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
  await trx
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, id: randomUUIDv7(), ...place })
    .execute();
  const by = { workspaceId, userId, impersonatorId: null };
  await recordActivity(trx, by, { what: 'members.join', about: { userId, role: place.role } });
}

/** @throws AppError conflict with the way out when a held company has no room for one more of a role (R-members-10). */
export async function requireRoom(trx: Transaction<DB>, company: HeldCompany, role: GivenRole): Promise<void> {
  const reason = findNoRoom({ plan: company.plan, ...(await countPeople(trx, company.workspaceId)) }, role);
  if (reason !== null) throw new AppError('conflict', reason);
}
