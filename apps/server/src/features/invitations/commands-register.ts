import type { InvitedRegistration } from '@anupalan/contract/people/invitations';
import type { Transaction } from 'kysely';
import { mailCode, storeCode } from '../../identity/code-asking.ts';
import type { Browser } from '../../identity/known-browsers.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret, newToken } from '../../identity/secrets.ts';
import { alreadyRegistered, listTaken } from '../../identity/taken-fields.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { insertPendingUser } from '../users/commands-sign-up.ts';
import { type FoundInvitation, findByToken, unknownLink } from './queries.ts';
import { requireAcceptable } from './rules.ts';

/**
 * Keeps the sign-up of somebody who is invited and mails its code, which accepts the invitation too (R-members-39).
 * @returns the invited address, which is the account's, and the token that proves this step
 * @throws AppError not-found; conflict when the invitation can't be accepted, or the address or the phone has an account;
 * and as `mailCode` and the password policy
 */
export async function registerInvited(
  services: Services,
  form: InvitedRegistration,
  { address }: Browser,
): Promise<{ email: string; stepToken: string }> {
  const { db } = services.database;
  const found = await findByToken(db, form.token);
  requireAcceptable(found);
  const { email } = found;
  const { firstName, lastName = '', personalPhone, password } = form;
  const words = [firstName, lastName, found.company_name, personalPhone];
  refuseCommonPassword(services.config, { field: 'password', password, email, words });
  const [first, ...others] = await listTaken(db, { primaryEmail: email, personalPhone });
  if (first) throw alreadyRegistered([first, ...others]);
  const mailed = await mailCode(services, { purpose: 'registration', email });
  const passwordHash = await hashSecret(password);
  const stepToken = newToken();
  await db.transaction().execute(async (trx) => {
    await keepInvitation(trx, found);
    const person = { firstName, lastName, personalPhone, primaryEmail: email };
    const { userId } = await insertPendingUser(trx, person, passwordHash);
    await trx
      .insertInto('invited_sign_ups')
      .values({ user_id: userId, workspace_id: found.workspace_id, invitation_id: found.id })
      .execute();
    await storeCode(trx, userId, mailed, { stepToken, address });
  });
  return { email, stepToken };
}

/** Keeps an invitation from going, with its company, until the sign-up refers to it. @throws AppError not-found */
async function keepInvitation(trx: Transaction<DB>, { workspace_id, id }: FoundInvitation): Promise<void> {
  await trx
    .selectFrom('invitations')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(unknownLink);
}
