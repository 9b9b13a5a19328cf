import type { Joined } from '@anupalan/contract/fields/joined';
import { fullName } from '@anupalan/domain/names';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { holdCompany, holdPeople } from '../members/commands-hold.ts';
import { joinCompany } from '../members/commands-join.ts';
import { composeAcceptedMail } from './emails.ts';
import { type FoundInvitation, findByToken, getById } from './queries.ts';
import { requireAcceptable } from './rules.ts';

type Needs = Pick<Services, 'database' | 'jobs' | 'config'>;

/**
 * Lets the caller join the company that a link invites them into (R-members-36).
 * @throws AppError not-found; conflict when it was used, withdrawn, has ended, or the company has no room; forbidden for
 * another account than that of the invited address
 */
export async function acceptInvitation(services: Needs, { userId }: Session, token: string): Promise<Joined> {
  return await services.database.db.transaction().execute(async (trx) => {
    await holdPeople(trx, [userId]);
    return await accept(trx, services, userId, () => findByToken(trx, token));
  });
}

/** What became of the invitation that a sign-up began with; `joined` is null where it can't be accepted any more. */
export interface InvitationOutcome {
  readonly joined: Joined | null;
  readonly message: string;
}

/**
 * Accepts the invitation with which a person, who is held, has just signed up; null for whoever signed up without one.
 * The sign-up counts whatever becomes of the invitation (R-members-39).
 */
export async function acceptAfterSignUp(
  trx: Transaction<DB>,
  services: Needs,
  userId: string,
): Promise<InvitationOutcome | null> {
  const signUp = await trx
    .deleteFrom('invited_sign_ups')
    .where('user_id', '=', userId)
    .returning(['workspace_id', 'invitation_id'])
    .executeTakeFirst();
  if (!signUp) return null;
  try {
    const { workspace_id, invitation_id } = signUp;
    const joined = await accept(trx, services, userId, () => getById(trx, workspace_id, invitation_id));
    return { joined, message: welcome(joined) };
  } catch (error) {
    // What is refused is refused before anything was written.
    if (!(error instanceof AppError)) throw error;
    return { joined: null, message: error.message };
  }
}

/** The words for who has joined a company. */
export function welcome({ companyName }: Joined): string {
  return `You have joined ${companyName}`;
}

/**
 * Accepts an invitation for a person who is held. The company is held for it, and what became of the invitation is read
 * then: of two acceptances, or an acceptance and a withdrawal, at once the second hears of the first.
 */
async function accept(
  trx: Transaction<DB>,
  { jobs, config }: Needs,
  userId: string,
  find: () => Promise<FoundInvitation>,
): Promise<Joined> {
  const company = await holdCompany(trx, (await find()).workspace_id);
  const found = await find();
  requireAcceptable(found);
  const user = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'primary_email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.primary_email !== found.email) throw anotherAccount(found.email);
  const { role, until, acts, from_day, to_day } = found;
  await joinCompany(trx, company, { userId, role, until, acts, from_day, to_day });
  await trx
    .updateTable('invitations')
    .set({ status: 'accepted', closed_at: sql<Date>`now()` })
    .where('workspace_id', '=', company.workspaceId)
    .where('id', '=', found.id)
    .execute();
  const { companyId, companyName } = company;
  if (found.inviter_email !== null) {
    const joined = { name: fullName(user.first_name, user.last_name), companyName, companyId, role };
    await enqueueMail(trx, jobs, await composeAcceptedMail(found.inviter_email, joined, config.publicUrl));
  }
  return { companyId, companyName, role };
}

/** The refusal of who is signed in with another account; the address tells the screen whom to ask for. */
function anotherAccount(email: string): AppError {
  return new AppError('forbidden', `This invitation is for ${email}. Sign in with that account to accept it.`, {
    faults: { email },
  });
}
