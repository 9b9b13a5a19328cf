import type { MemberChanges } from '@anupalan/contract/people/members';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { isLastDayPossible, usualLastDay, VIEWER_DAYS } from '@anupalan/domain/members';
import type { Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { holdMember, holdOwnCompany } from './commands-hold.ts';
import { requireRoom } from './commands-join.ts';
import { composeRemovedMail } from './emails.ts';
import { presentMember } from './present-people.ts';
import { getMember, getMemberOfUser, type PersonOfCompany } from './queries-people.ts';

/**
 * Changes the role of a member, or the last day of a viewer (R-members-5). Who becomes a viewer reads all acts and all
 * days, for 30 days unless said.
 * @throws AppError not-found; forbidden; invalid for a day that no viewer can have; conflict when there is no room
 */
export async function changeMember(
  { database: { db }, now }: Pick<Services, 'database' | 'now'>,
  session: Session,
  { id, ...changes }: MemberChanges & { id: string },
): Promise<PersonOfCompany> {
  const today = todayInIndia(now());
  return await db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, id);
    const { company, by } = await holdOwnCompany(trx, session);
    const member = await getMember(trx, company.workspaceId, id);
    const target = { userId: member.user_id, role: member.role };
    const role = changes.role ?? member.role;
    if (changes.role !== undefined) requirePermission(by, 'members.change', target, 'role');
    if (changes.until !== undefined) requireLastDay(role === 'viewer', changes.until, today);
    if (changes.role === undefined) requirePermission(by, 'members.change', target, 'until');
    if (member.role === 'owner' || role === 'owner') throw new AppError('forbidden', HAND_OVER);
    if (role === 'viewer' ? member.role !== 'viewer' : member.role === 'viewer') await requireRoom(trx, company, role);
    const until = role === 'viewer' ? (changes.until?.slice(0, 10) ?? keptDay(member, today)) : null;
    const scope = role === 'viewer' ? {} : { acts: null, from_day: null, to_day: null };
    await trx
      .updateTable('memberships')
      .set({ role, until, ...scope })
      .where('workspace_id', '=', company.workspaceId)
      .where('id', '=', id)
      .execute();
    const changed = await getMember(trx, company.workspaceId, id);
    const about = { userId: member.user_id, role };
    if (role !== member.role) {
      await recordActivity(trx, by, { what: 'members.change-role', about: { ...about, formerRole: member.role } });
    } else if (until !== member.until) {
      await recordActivity(trx, by, {
        what: 'members.change-until',
        about: { ...about, until: presentMember(changed).until },
      });
    }
    return changed;
  });
}

const HAND_OVER = 'Another owner comes by handing the company over';

/** The last day of a viewer stays as it is; somebody who becomes one has the usual days. */
function keptDay({ role, until }: PersonOfCompany, today: Temporal.PlainDate): string | null {
  return role === 'viewer' ? until : usualLastDay(today).toString();
}

/** @throws AppError invalid unless a viewer's last day is within its bounds (R-members-12). */
export function requireLastDay(isViewer: boolean, day: string, today: Temporal.PlainDate): void {
  if (!isViewer) throw wrongDay('Only viewers have a last day');
  if (isLastDayPossible(Temporal.PlainDate.from(day.slice(0, 10)), today)) return;
  throw wrongDay(`Choose a last day from today to ${VIEWER_DAYS.most} days from now`);
}

function wrongDay(message: string): AppError {
  return new AppError('invalid', message, { faults: { until: message } });
}

/**
 * Removes somebody from the company: it ends for them at that moment, and a mail tells them (R-members-6).
 * @throws AppError not-found; forbidden
 */
export async function removeMember(
  { database: { db }, jobs }: Pick<Services, 'database' | 'jobs'>,
  session: Session,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, id);
    const { company, by } = await holdOwnCompany(trx, session);
    const member = await getMember(trx, company.workspaceId, id);
    requirePermission(by, 'members.remove', { userId: member.user_id, role: member.role });
    await endMembership(trx, by, member.user_id);
    await recordActivity(trx, by, { what: 'members.remove', about: { userId: member.user_id, role: member.role } });
    await enqueueMail(trx, jobs, await composeRemovedMail(member.primary_email, company.companyName));
  });
}

/** Leaves the company of the call, at once (R-members-7). @throws AppError forbidden for its owner */
export async function leaveCompany(
  { database: { db } }: Pick<Services, 'database'>,
  session: Session,
): Promise<{ companyName: string }> {
  // Who owns a workspace without a company hears that, too.
  requirePermission(session, 'members.leave');
  return await db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, session.userId);
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'members.leave');
    const member = await getMemberOfUser(trx, company.workspaceId, by.userId);
    await endMembership(trx, by, by.userId);
    await recordActivity(trx, by, { what: 'members.leave', about: { userId: by.userId, role: member.role } });
    return company;
  });
}

/** Ended memberships are gone; what hangs on them goes by the database itself (migration 0029). */
async function endMembership(trx: Transaction<DB>, { workspaceId }: Session, userId: string): Promise<void> {
  await trx.deleteFrom('memberships').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute();
}
