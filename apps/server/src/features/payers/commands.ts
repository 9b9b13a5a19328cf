import { hasPremiumFeatures } from '@anupalan/domain/plans';
import { sql, type Transaction } from 'kysely';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { findOwner, requireRoomForCompany, setPayer } from '../members/commands-hand-over.ts';
import { type HeldCompany, holdMember, holdOwnCompany, holdPeople, requireThawed } from '../members/commands-hold.ts';
import { getMemberOfUser } from '../members/queries-people.ts';
import * as emails from './emails.ts';
import { getPayer, getPerson, type PayerRow } from './queries.ts';

/** The time in which somebody who was asked can accept (R-members-61). */
const ASKED_FOR = '14 days';

type Needs = Pick<Services, 'database' | 'jobs' | 'config'>;

/**
 * Asks a member with Premium to pay for the company of the call (R-members-61).
 * @throws AppError forbidden; not-found; conflict for who can't pay, and while somebody else is asked
 */
export async function askPayer(services: Needs, session: Session, userId: string): Promise<PayerRow> {
  return await services.database.db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, userId);
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'companies.change-payer');
    const { workspaceId } = company;
    const member = await getMemberOfUser(trx, workspaceId, userId);
    const { payer_user_id: payerId, asked_user_id: askedId } = await getPayer(trx, workspaceId);
    if (payerId === userId) throw new AppError('conflict', 'This person pays for the company already');
    if (member.role === 'owner') throw new AppError('conflict', 'You pay again as soon as the one who pays does not');
    if (member.role === 'viewer') throw new AppError('conflict', 'A viewer cannot pay for the company');
    if (!hasPremiumFeatures(member.platform_role)) throw new AppError('conflict', NO_PREMIUM);
    if (askedId !== null) throw new AppError('conflict', 'Somebody is asked already. Take that back first.');
    await trx.deleteFrom('payer_offers').where('workspace_id', '=', workspaceId).execute();
    await trx
      .insertInto('payer_offers')
      .values({
        workspace_id: workspaceId,
        user_id: userId,
        asked_by: by.userId,
        expires_at: sql`now() + ${ASKED_FOR}::interval`,
      })
      .execute();
    await recordActivity(trx, by, { what: 'companies.ask-payer', about: { userId } });
    const { name } = await getPerson(trx, by.userId);
    const about = { name, ...company, ...services.config };
    await send(trx, services, emails.composePayerAskedMail(member.primary_email, about));
    return await getPayer(trx, workspaceId);
  });
}

const NO_PREMIUM = 'This person has no Premium, and so cannot pay for the company';

/**
 * Makes the caller pay for the company of the call, as its owner asked (R-members-62).
 * @throws AppError not-found when nobody asked, or no longer; conflict without Premium, or beyond its companies
 */
export async function acceptPayer(services: Needs, session: Session): Promise<PayerRow> {
  return await services.database.db.transaction().execute(async (trx) => {
    await holdPeople(trx, [session.userId]);
    const { company, by } = await holdOwnCompany(trx, session);
    requireThawed(company);
    const { asked_user_id: askedId } = await getPayer(trx, company.workspaceId);
    if (askedId !== by.userId) throw new AppError('not-found', 'Nobody asks you to pay for this company any more');
    const { name, role } = await getPerson(trx, by.userId);
    if (!hasPremiumFeatures(role)) throw new AppError('conflict', 'Upgrade to Premium to pay for this company');
    await requireRoomForCompany(trx, by.userId);
    await setPayer(trx, company, by.userId);
    await endAsking(trx, company);
    await recordActivity(trx, by, { what: 'companies.change-payer', about: { userId: by.userId } });
    await tellOwner(trx, services, { company, by }, { name, compose: emails.composePayerAcceptedMail });
    return await getPayer(trx, company.workspaceId);
  });
}

/**
 * Lets the owner pay again, and takes back what was asked: by the owner, or by who pays or was asked (R-members-63).
 * @throws AppError forbidden; conflict when only the owner pays and nobody is asked
 */
export async function endPayer(services: Needs, session: Session): Promise<PayerRow> {
  return await services.database.db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, session.userId);
    const { company, by } = await holdOwnCompany(trx, session);
    const { payer_id: payerId, asked_user_id: askedId } = await getPayer(trx, company.workspaceId);
    const ended = askedId === by.userId ? askedId : (payerId ?? askedId);
    if (ended === null) throw new AppError('conflict', 'Nobody but the owner pays for this company');
    requirePermission(by, 'companies.end-payer', { userId: ended });
    const isOwner = (await findOwner(trx, company)) === by.userId;
    if (isOwner || askedId === ended) await endAsking(trx, company);
    if (isOwner || payerId === ended) await setPayer(trx, company, null);
    await recordActivity(trx, by, { what: 'companies.end-payer', about: { userId: ended } });
    const { name } = await getPerson(trx, by.userId);
    await tellOwner(trx, services, { company, by }, { name, compose: emails.composePayerEndedMail });
    return await getPayer(trx, company.workspaceId);
  });
}

/** Takes back what a company asked of somebody, also when it has another owner since (R-members-54). */
export async function endAsking(trx: Transaction<DB>, { workspaceId }: HeldCompany): Promise<void> {
  await trx.deleteFrom('payer_offers').where('workspace_id', '=', workspaceId).execute();
}

/** Tells the owner what somebody else did. */
async function tellOwner(
  trx: Transaction<DB>,
  services: Needs,
  { company, by }: { company: HeldCompany; by: Session },
  { name, compose }: { name: string; compose: typeof emails.composePayerEndedMail },
): Promise<void> {
  const ownerId = await findOwner(trx, company);
  if (ownerId === null || ownerId === by.userId) return;
  const { email } = await getPerson(trx, ownerId);
  await send(trx, services, compose(email, { name, ...company, ...services.config }));
}

async function send(trx: Transaction<DB>, { jobs }: Pick<Services, 'jobs'>, mail: Promise<Mail>): Promise<void> {
  await enqueueMail(trx, jobs, await mail);
}
