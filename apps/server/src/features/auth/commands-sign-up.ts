import type { Registration } from '@anupalan/contract/auth';
import type { User } from '@anupalan/contract/users';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { checkCode, findCode, mailCode, type RightCode, storeCode, useCode } from '../../identity/codes.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret, isSameText, newToken } from '../../identity/secrets.ts';
import { beginSession } from '../../identity/sessions.ts';
import { alreadyRegistered, listTaken, takenField } from '../../identity/taken-fields.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { activateSignUp, insertSignUp } from '../users/commands-sign-up.ts';
import { getUser } from '../users/queries.ts';
import { composeWelcomeMail } from './emails.ts';
import { getSignUpValues } from './queries.ts';

/**
 * Keeps a sign-up and mails its code; it blocks nobody until it is confirmed (R-accounts-3, R-accounts-4).
 * @returns the token that proves this step.
 * @throws AppError conflict with the fields that somebody confirmed already has (R-accounts-5); and as `mailCode` and
 * the password policy.
 */
export async function signUp(services: Services, form: Registration): Promise<string> {
  const { db } = services.database;
  refuseCommonPassword(services.config, { field: 'password', password: form.password, email: form.primaryEmail });
  const [first, ...others] = await listTaken(db, form);
  if (first) throw alreadyRegistered([first, ...others]);
  const mailed = await mailCode(services, 'registration', form.primaryEmail);
  const passwordHash = await hashSecret(form.password);
  const stepToken = newToken();
  await db.transaction().execute(async (trx) => {
    const userId = await insertSignUp(trx, form, passwordHash);
    await storeCode(trx, userId, mailed, stepToken);
  });
  return stepToken;
}

/** A code typed into the code step of a sign-up. */
interface Confirmation {
  email: string;
  otp: string;
  /**
   * The token of the sign-up's cookie: with it only this sign-up's codes are accepted, without it the code tells which
   * sign-up is meant (R-accounts-8).
   */
  stepToken: string | undefined;
  device: string;
  /** Whether the call comes from this machine, where alone the universal code counts (R-accounts-11). */
  fromThisMachine: boolean;
}

/**
 * Makes the user of a sign-up active and signs them in (R-accounts-7).
 * @throws AppError conflict with the fields that were taken meanwhile (R-accounts-5); and as `checkCode`.
 */
export async function confirmSignUp(
  services: Services,
  { device, fromThisMachine, ...typed }: Confirmation,
): Promise<{ message: string; token: string; user: User }> {
  const { db } = services.database;
  const { superOtp } = services.config;
  const universal = superOtp !== undefined && fromThisMachine && isSameText(superOtp, typed.otp);
  const step = { purpose: 'registration', ...typed } as const;
  const code = universal ? await findCode(db, step) : await checkCode(services, step);
  const token = await activate(services, code, device);
  return {
    message: universal ? 'Super OTP verification successful' : 'Email verified successfully',
    token,
    user: await getUser(db, code.userId),
  };
}

async function activate(
  { database: { db }, config, jobs }: Services,
  code: RightCode,
  device: string,
): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      const { email, firstName } = await activateSignUp(trx, code.userId);
      await enqueueMail(trx, jobs, await composeWelcomeMail(email, firstName, config.publicUrl));
      await recordAudit(trx, asAuthor(code.userId), { noun: 'auth', verb: 'sign-up', id: code.userId });
      return await beginSession(trx, { userId: code.userId, device });
    });
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    throw alreadyRegistered([field, ...(await listTaken(db, await getSignUpValues(db, code.userId)))]);
  }
}
