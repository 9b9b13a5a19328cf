import type { Registration } from '@anupalan/contract/auth';
import type { User } from '@anupalan/contract/users';
import { refundCodeMail } from '../../identity/account-limits.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { mailCode, storeCode } from '../../identity/code-asking.ts';
import { checkCode, findCode, type RightCode, useCode } from '../../identity/codes.ts';
import type { Browser } from '../../identity/known-browsers.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret, isSameText, newToken } from '../../identity/secrets.ts';
import { alreadyRegistered, listTaken, takenField } from '../../identity/taken-fields.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { acceptAfterSignUp, type InvitationOutcome } from '../invitations/commands-accept.ts';
import { activateSignUp, insertSignUp } from '../users/commands-sign-up.ts';
import { getUser } from '../users/queries.ts';
import { type Arrival, type BegunSession, enter } from './commands-sign-in.ts';
import { composeWelcomeMail } from './emails.ts';
import { getSignUpValues } from './queries.ts';

/**
 * Keeps a sign-up and mails its code; it blocks nobody until it is confirmed (R-accounts-3, R-accounts-4).
 * @returns the token that proves this step.
 * @throws AppError conflict with the fields that somebody confirmed already has (R-accounts-5); and as `mailCode` and
 * the password policy.
 */
export async function signUp(services: Services, form: Registration, { address }: Browser): Promise<string> {
  const { db } = services.database;
  const words = [form.firstName, form.lastName, form.companyName, form.personalPhone];
  const { password, primaryEmail: email } = form;
  refuseCommonPassword(services.config, { field: 'password', password, email, words });
  const [first, ...others] = await listTaken(db, form);
  if (first) throw alreadyRegistered([first, ...others]);
  const mailed = await mailCode(services, { purpose: 'registration', email: form.primaryEmail });
  const passwordHash = await hashSecret(form.password);
  const stepToken = newToken();
  await db.transaction().execute(async (trx) => {
    const userId = await insertSignUp(trx, form, passwordHash);
    await storeCode(trx, userId, mailed, { stepToken, address });
  });
  return stepToken;
}

/**
 * Makes the user of a sign-up active and signs them in (R-accounts-7); one that began with an invitation accepts it
 * (R-members-39). With the sign-up's cookie only this sign-up's
 * codes are accepted, without it the code tells which sign-up from the same address is meant (R-accounts-8).
 * The universal code counts on this machine alone (R-accounts-11).
 * @throws AppError conflict with the fields that were taken meanwhile (R-accounts-5); and as `checkCode`.
 */
export async function confirmSignUp(
  services: Services,
  { fromThisMachine, ...typed }: { email: string; otp: string; fromThisMachine: boolean },
  arrival: Arrival,
): Promise<BegunSession & { message: string; user: User; invitation?: InvitationOutcome }> {
  const { db } = services.database;
  const { superOtp } = services.config;
  const universal = superOtp !== undefined && fromThisMachine && isSameText(superOtp, typed.otp);
  const step = { ...typed, purpose: 'registration', browser: arrival.browser } as const;
  const code = universal ? await findCode(db, step) : await checkCode(services, step);
  const begun = await activate(services, code, arrival);
  await refundCodeMail(services.limits, code);
  return {
    ...begun,
    message: universal ? 'Super OTP verification successful' : 'Email verified successfully',
    user: await getUser(db, code.userId),
  };
}

async function activate(
  services: Services,
  code: RightCode,
  arrival: Arrival,
): Promise<BegunSession & { invitation?: InvitationOutcome }> {
  const { config, jobs } = services;
  const { db } = services.database;
  try {
    return await db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      const { email, firstName } = await activateSignUp(trx, code.userId);
      await enqueueMail(trx, jobs, await composeWelcomeMail(email, firstName, config.publicUrl), 'last');
      await recordAudit(trx, asAuthor(code.userId), { noun: 'auth', verb: 'sign-up', id: code.userId });
      const invitation = await acceptAfterSignUp(trx, services, code.userId);
      return { ...(await enter(trx, code.userId, arrival)), ...(invitation && { invitation }) };
    });
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    throw alreadyRegistered([field, ...(await listTaken(db, await getSignUpValues(db, code.userId)))]);
  }
}
