import { randomUUIDv7 } from 'node:crypto';
import type { NewInvitation } from '@anupalan/contract/people/invitations';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { usualLastDay } from '@anupalan/domain/members';
import { sql, type Transaction } from 'kysely';
import { digestToken, newToken } from '../../identity/secrets.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { requireLastDay } from '../members/commands-change.ts';
import { type HeldCompany, holdCompany, holdOwnCompany } from '../members/commands-hold.ts';
import { findRole } from '../members/queries-people.ts';
import { dropDraft } from './commands-drafts.ts';
import { composeInvitationMail } from './emails.ts';
import { limitInvitations } from './limit-invitations.ts';
import { findByToken, findInvited, getById, getInvitation, listActTitles, type OpenInvitation } from './queries.ts';
import { requireOpen } from './rules.ts';

/** The time in which a mailed link can be used (R-members-32). */
const LINK_LIVES = '7 days';

/** The time after which an invitation can be mailed again, so that two clicks send one mail. */
const RESEND_PAUSE = '30 seconds';

/** How often the invited may have another link mailed before a manager does again (R-members-38). */
const MOST_RENEWALS = 3;

type Needs = Pick<Services, 'database' | 'jobs' | 'config' | 'invitationLimits' | 'now'>;

/**
 * Invites somebody into the company of the call by mail (R-members-30 to R-members-35).
 * @throws AppError forbidden; invalid for acts or days that no viewer can have; conflict for who is a member or invited
 * already, and for administrators; too-many
 */
export async function invite(services: Needs, session: Session, form: NewInvitation): Promise<OpenInvitation> {
  return await counted(services, session, async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'invitations.create', form.role);
    const scope = await readScope(trx, company, form, todayInIndia(services.now()));
    await requireNew(trx, company, form.email);
    const id = randomUUIDv7();
    const token = newToken();
    await trx
      .insertInto('invitations')
      .values({
        workspace_id: company.workspaceId,
        id,
        email: form.email,
        role: form.role,
        ...scope,
        invited_by: by.userId,
        token_hash: digestToken(token),
        expires_at: sql`now() + ${LINK_LIVES}::interval`,
      })
      .execute();
    await dropDraft(trx, company.workspaceId, form.email);
    await recordActivity(trx, by, { what: 'invitations.create', about: { role: form.role } });
    return await mailLink(trx, services, company, { id, token });
  });
}

/** The acts, the period and the last day of a viewer, as they are stored; null for others. */
async function readScope(
  db: Db,
  { workspaceId }: HeldCompany,
  { role, until, acts, from, to }: NewInvitation,
  today: Temporal.PlainDate,
) {
  if (role !== 'viewer') return { until: null, acts: null, from_day: null, to_day: null };
  const lastDay = until ?? usualLastDay(today).toString();
  requireLastDay(true, lastDay, today);
  const chosen = acts === undefined ? null : [...new Set(acts)];
  if (chosen !== null && (await listActTitles(db, workspaceId, chosen)).length < chosen.length) {
    const message = 'Act not found';
    throw new AppError('invalid', message, { faults: { acts: message } });
  }
  return {
    until: lastDay.slice(0, 10),
    acts: chosen,
    from_day: from?.slice(0, 10) ?? null,
    to_day: to?.slice(0, 10) ?? null,
  };
}

/** @throws AppError conflict for who is a member or invited already, and for the platform's administrators. */
async function requireNew(trx: Transaction<DB>, { workspaceId }: HeldCompany, email: string): Promise<void> {
  const invited = await findInvited(trx, email);
  if (invited?.role === 'admin') throw refuseAddress('Administrators cannot join companies');
  if (invited && (await findRole(trx, workspaceId, invited.id)) !== null) {
    throw refuseAddress('This person is a member of the company already');
  }
  // One whose link works no longer gives way to the new one.
  await trx
    .updateTable('invitations')
    .set({ status: 'ended', closed_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('status', '=', 'open')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
  const open = await trx
    .selectFrom('invitations')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', email)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (open) throw refuseAddress('This person is invited already. Send the invitation again to mail another link.');
}

function refuseAddress(message: string): AppError {
  return new AppError('conflict', message, { faults: { email: message } });
}

/**
 * Mails another link, which voids the last one (R-members-34).
 * @throws AppError not-found; forbidden; conflict when a viewer's days are over; too-many
 */
export async function resendInvitation(services: Needs, session: Session, id: string): Promise<OpenInvitation> {
  return await counted(services, session, async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'invitations.resend');
    const { role } = await getInvitation(trx, company.workspaceId, id);
    requireOpen(await getById(trx, company.workspaceId, id));
    await requirePause(trx, company.workspaceId, id);
    const token = await replaceLink(trx, company.workspaceId, { id, renewals: 0 });
    await recordActivity(trx, by, { what: 'invitations.resend', about: { role } });
    return await mailLink(trx, services, company, { id, token });
  });
}

/** @throws AppError too-many while the last mail has only just left. */
async function requirePause(trx: Transaction<DB>, workspaceId: WorkspaceId, id: string): Promise<void> {
  const { wait } = await trx
    .selectFrom('invitations')
    .select(sql<number>`extract(epoch from sent_at + ${RESEND_PAUSE}::interval - now())::float8`.as('wait'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (wait <= 0) return;
  throw new AppError('too-many', 'The invitation has just been sent. Please wait before you send it again.', {
    retryAfter: Math.max(1, wait),
  });
}

/** Withdraws an invitation: its links work no longer (R-members-34). @throws AppError not-found; forbidden */
export async function revokeInvitation({ database: { db } }: Needs, session: Session, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'invitations.revoke');
    const revoked = await trx
      .updateTable('invitations')
      .set({ status: 'revoked', closed_at: sql<Date>`now()` })
      .where('workspace_id', '=', company.workspaceId)
      .where('id', '=', id)
      .where('status', '=', 'open')
      .returning('role')
      .executeTakeFirstOrThrow(() => new AppError('not-found', 'Invitation not found'));
    await recordActivity(trx, by, { what: 'invitations.revoke', about: { role: revoked.role } });
  });
}

/**
 * Mails a new link to the invited when the time of theirs is over, at their wish (R-members-38). It goes to the invited
 * address alone, whoever asks.
 * @returns the address
 * @throws AppError not-found; conflict when the link still works, the invitation has ended, or this was done three times
 */
export async function renewInvitation(services: Needs, token: string): Promise<string> {
  const { workspace_id: workspaceId } = await findByToken(services.database.db, token);
  return await services.database.db.transaction().execute(async (trx) => {
    const company = await holdCompany(trx, workspaceId);
    const { id, email, renewals, ...invitation } = await findByToken(trx, token);
    requireOpen(invitation);
    if (!invitation.expired) throw new AppError('conflict', 'This link still works: you can accept the invitation.');
    if (renewals >= MOST_RENEWALS) {
      throw new AppError('conflict', 'A new link was mailed several times. Please ask the person who invites you.');
    }
    const renewed = await replaceLink(trx, workspaceId, { id, renewals: renewals + 1 });
    await mailLink(trx, services, company, { id, token: renewed });
    return email;
  });
}

async function replaceLink(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { id, renewals }: { id: string; renewals: number },
): Promise<string> {
  const token = newToken();
  await trx
    .updateTable('invitations')
    .set((eb) => ({
      former_hash: eb.ref('token_hash'),
      token_hash: digestToken(token),
      renewals,
      sent_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + ${LINK_LIVES}::interval`,
    }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return token;
}

async function mailLink(
  trx: Transaction<DB>,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  { workspaceId, companyName }: Pick<HeldCompany, 'workspaceId' | 'companyName'>,
  { id, token }: { id: string; token: string },
): Promise<OpenInvitation> {
  const invitation = await getInvitation(trx, workspaceId, id);
  const { email, role, until, expires_at: expiresAt } = invitation;
  const invited = { inviter: invitation, companyName, role, until, expiresAt, token };
  await enqueueMail(trx, jobs, await composeInvitationMail(email, invited, config.publicUrl));
  return invitation;
}

/** Runs what mails an invitation, counted as one of the day; what fails doesn't count. */
async function counted<T>(services: Needs, session: Session, run: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  const refund = await limitInvitations(services.invitationLimits, session);
  try {
    return await services.database.db.transaction().execute(run);
  } catch (error) {
    await refund();
    throw error;
  }
}
