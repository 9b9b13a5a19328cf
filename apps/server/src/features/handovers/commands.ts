import { randomUUIDv7 } from 'node:crypto';
import type { Joined } from '@anupalan/contract/fields/joined';
import { fullName } from '@anupalan/domain/names';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Services } from '../../services.ts';
import { recordActivity } from '../activity/commands.ts';
import { claimContact } from '../companies/commands-own.ts';
import { changeOwner, findOwner, requireRoomForCompany } from '../members/commands-hand-over.ts';
import { type HeldCompany, holdCompany, holdMember, holdOwnCompany, holdPeople } from '../members/commands-hold.ts';
import { getMemberOfUser } from '../members/queries-people.ts';
import { endAsking } from '../payers/commands.ts';
import * as emails from './emails.ts';
import { findHandoverOf, getHandoverTo, getWorkspaceOf, type LiveHandover, noOffer, planAfter } from './queries.ts';

/** The time in which an offer can be accepted (R-members-51). */
const OFFER_LIVES = '14 days';

type Needs = Pick<Services, 'database' | 'jobs' | 'config'>;

/**
 * Offers the company of the call to one of its people; nothing changes until they accept (R-members-50).
 * @throws AppError forbidden; not-found; conflict for viewers, for oneself, and while it is offered to somebody already
 */
export async function offerHandover(services: Needs, session: Session, userId: string): Promise<LiveHandover> {
  return await services.database.db.transaction().execute(async (trx) => {
    await holdMember(trx, session.workspaceId, userId);
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'handovers.offer');
    const { workspaceId } = company;
    const member = await getMemberOfUser(trx, workspaceId, userId);
    if (member.role === 'owner') throw new AppError('conflict', 'You own this company already');
    if (member.role === 'viewer') {
      throw new AppError('conflict', 'A viewer cannot take the company over. Give them another role first.');
    }
    const offered = await findHandoverOf(trx, workspaceId);
    if (offered) {
      const name = fullName(offered.first_name, offered.last_name);
      throw new AppError('conflict', `The company is offered to ${name} already. Take that back first.`);
    }
    // An offer whose time is over may still be there.
    await endHandover(trx, workspaceId);
    await trx
      .insertInto('handovers')
      .values({
        workspace_id: workspaceId,
        id: randomUUIDv7(),
        user_id: userId,
        offered_by: by.userId,
        expires_at: sql`now() + ${OFFER_LIVES}::interval`,
      })
      .execute();
    await recordActivity(trx, by, { what: 'handovers.offer', about: { userId } });
    const offer = await findHandoverOf(trx, workspaceId);
    if (!offer) throw noOffer();
    const owner = fullName(offer.owner_first_name ?? '', offer.owner_last_name ?? '');
    const content = { ...company, ...services.config, owner, planAfter: planAfter(offer) };
    await send(trx, services, emails.composeOfferedMail(offer.primary_email, content));
    return offer;
  });
}

/**
 * Makes the caller the owner of a company that was offered to them; the former owner stays as a manager (R-members-52).
 * People are held before the company and in one order, so that owners who hand over to each other at once go one after
 * the other.
 * @throws AppError not-found when the offer is gone; conflict when they can't pay for one more company
 */
export async function acceptHandover(services: Needs, session: Session, id: string): Promise<Joined> {
  const { db } = services.database;
  const { userId } = session;
  const { offered_by } = await getHandoverTo(db, userId, id);
  return await db.transaction().execute(async (trx) => {
    await holdPeople(trx, [userId, offered_by]);
    const { offer, company } = await holdOffered(trx, userId, id);
    // Where somebody pays already, be it the new owner, nobody pays for one more.
    if (company.payerId === null) await requireRoomForCompany(trx, userId);
    const former = await findOwner(trx, company);
    await changeOwner(trx, company, userId);
    await claimContact(trx, company.workspaceId);
    await endHandover(trx, company.workspaceId);
    await endAsking(trx, company);
    const by = { ...session, workspaceId: company.workspaceId };
    await recordActivity(trx, by, { what: 'handovers.accept', about: former === null ? {} : { userId: former } });
    if (offer.owner_email !== null) {
      const owner = fullName(offer.first_name, offer.last_name);
      const content = { ...company, ...services.config, owner };
      await send(trx, services, emails.composeTakenOverMail(offer.owner_email, content));
    }
    return joined(company);
  });
}

/** Refuses a company that was offered to the caller; the owner is told. @throws AppError not-found */
export async function declineHandover(services: Needs, session: Session, id: string): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    const { offer, company } = await holdOffered(trx, session.userId, id);
    await endHandover(trx, company.workspaceId);
    const by = { ...session, workspaceId: company.workspaceId };
    await recordActivity(trx, by, { what: 'handovers.decline', about: { userId: session.userId } });
    if (offer.owner_email === null) return;
    const content = { ...company, ...services.config, member: fullName(offer.first_name, offer.last_name) };
    await send(trx, services, emails.composeDeclinedMail(offer.owner_email, content));
  });
}

/** Takes back the offer of the company of the call. @throws AppError forbidden; not-found */
export async function withdrawHandover(services: Needs, session: Session, id: string): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    const { company, by } = await holdOwnCompany(trx, session);
    requirePermission(by, 'handovers.withdraw');
    const offer = await findHandoverOf(trx, company.workspaceId);
    if (offer?.id !== id) throw noOffer();
    await endHandover(trx, company.workspaceId);
    await recordActivity(trx, by, { what: 'handovers.withdraw', about: { userId: offer.user_id } });
  });
}

/**
 * Makes one of its people the owner of a company that has none, by an administrator of the platform (R-members-55).
 * @throws AppError not-found; conflict when it has an owner, and for viewers
 */
export async function appointOwner(
  services: Needs,
  session: Session,
  { companyId, userId }: { companyId: string; userId: string },
): Promise<Joined> {
  const { db } = services.database;
  const workspaceId = await getWorkspaceOf(db, companyId);
  return await db.transaction().execute(async (trx) => {
    await holdPeople(trx, [userId]);
    const company = await holdCompany(trx, workspaceId);
    if (!company.ownerless) throw new AppError('conflict', 'This company has an owner, who can hand it over');
    const member = await getMemberOfUser(trx, workspaceId, userId);
    if (member.role === 'viewer') throw new AppError('conflict', 'A viewer cannot become the owner');
    await changeOwner(trx, company, userId);
    await claimContact(trx, workspaceId);
    await endHandover(trx, workspaceId);
    await endAsking(trx, company);
    await recordActivity(trx, { ...session, workspaceId }, { what: 'handovers.appoint', about: { userId } });
    await recordAudit(trx, session, { noun: 'handovers', verb: 'appoint', id: userId, details: { companyId } });
    await send(trx, services, emails.composeAppointedMail(member.primary_email, { ...company, ...services.config }));
    return joined(company);
  });
}

/** The offer to somebody, read once the company is held: it may have been taken back or accepted meanwhile. */
async function holdOffered(trx: Transaction<DB>, userId: string, id: string) {
  const { workspace_id } = await getHandoverTo(trx, userId, id);
  const company = await holdCompany(trx, workspace_id);
  return { company, offer: await getHandoverTo(trx, userId, id) };
}

async function endHandover(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await trx.deleteFrom('handovers').where('workspace_id', '=', workspaceId).execute();
}

async function send(trx: Transaction<DB>, { jobs }: Pick<Services, 'jobs'>, mail: Promise<Mail>): Promise<void> {
  await enqueueMail(trx, jobs, await mail);
}

function joined({ companyId, companyName }: HeldCompany): Joined {
  return { companyId, companyName, role: 'owner' };
}
