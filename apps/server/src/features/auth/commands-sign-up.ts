import type { Registration } from '@anupalan/contract/auth';
import type { User } from '@anupalan/contract/users';
import type { Kysely } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import { refuseCommonPassword } from '../../platform/password-policy.ts';
import { hashSecret, isSameText, newToken } from '../../platform/secrets.ts';
import { beginSession } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { checkCode, findCode, mailCode, type RightCode, storeCode, useCode } from './commands-codes.ts';
import { alreadyRegistered, takenField } from './commands-uniqueness.ts';
import { composeWelcomeMail } from './emails.ts';
import { activateSignUp, getSignUpValues, insertSignUp, listTaken } from './queries.ts';

/**
 * Takes a sign-up down and mails its code. It blocks nobody until it is confirmed.
 * @returns the token that proves this step.
 * @throws AppError conflict with the fields that somebody confirmed already has; and as `mailCode` and the password policy.
 */
export async function signUp(db: Kysely<DB>, services: Services, form: Registration): Promise<string> {
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
  /** With it only this sign-up's codes are accepted; without it the code tells which sign-up is meant. */
  stepToken: string | undefined;
  device: string;
}

/**
 * Makes the user of a sign-up active and signs them in.
 * @throws AppError conflict with the fields that were taken meanwhile; and as `checkCode`.
 */
export async function confirmSignUp(
  db: Kysely<DB>,
  services: Services,
  { device, ...typed }: Confirmation,
): Promise<{ message: string; token: string; user: User }> {
  const { superOtp } = services.config;
  const universal = superOtp !== undefined && isSameText(superOtp, typed.otp);
  const step = { purpose: 'registration', ...typed } as const;
  const code = universal ? await findCode(db, step) : await checkCode(db, services, step);
  const token = await activate(db, services, code, device);
  return {
    message: universal ? 'Super OTP verification successful' : 'Email verified successfully',
    token,
    user: await getUser(db, code.userId),
  };
}

async function activate(db: Kysely<DB>, { config, jobs }: Services, code: RightCode, device: string): Promise<string> {
  try {
    return await db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      const { email, firstName } = await activateSignUp(trx, code.userId);
      await enqueueMail(trx, jobs, await composeWelcomeMail(email, firstName, config.publicUrl));
      await recordAudit(trx, themselves(code.userId), { noun: 'auth', verb: 'sign-up', id: code.userId });
      return await beginSession(trx, { userId: code.userId, device });
    });
  } catch (error) {
    const field = takenField(error);
    if (!field) throw error;
    throw alreadyRegistered([field, ...(await listTaken(db, await getSignUpValues(db, code.userId)))]);
  }
}
