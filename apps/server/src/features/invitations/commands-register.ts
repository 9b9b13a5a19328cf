import type { InvitedRegistration } from '@anupalan/contract/people/invitations';
import { mailCode, storeCode } from '../../identity/code-asking.ts';
import type { Browser } from '../../identity/known-browsers.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret, newToken } from '../../identity/secrets.ts';
import { alreadyRegistered, listTaken } from '../../identity/taken-fields.ts';
import type { Services } from '../../services.ts';
import { insertPendingUser } from '../users/commands-sign-up.ts';
import { findByToken } from './queries.ts';
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
  const { firstName, lastName, personalPhone, password } = form;
  const words = [firstName, lastName, found.company_name, personalPhone];
  refuseCommonPassword(services.config, { field: 'password', password, email, words });
  const [first, ...others] = await listTaken(db, { primaryEmail: email, personalPhone });
  if (first) throw alreadyRegistered([first, ...others]);
  const mailed = await mailCode(services, { purpose: 'registration', email });
  const passwordHash = await hashSecret(password);
  const stepToken = newToken();
  await db.transaction().execute(async (trx) => {
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
