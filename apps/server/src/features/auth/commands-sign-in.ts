import type { User } from '@anupalan/contract/users';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { matchesSecret, newToken } from '../../platform/secrets.ts';
import { beginSession } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { getUser } from '../users/queries.ts';
import { checkCode, mailCode, storeCode, useCode } from './commands-codes.ts';
import { type Account, findConfirmedUser, listPendingUsers } from './queries.ts';

/**
 * The password step: mails a sign-in code.
 * @returns the token that proves this step.
 * @throws AppError unauthenticated with the reason; too-many after 50 wrong passwords an hour; and as `mailCode`.
 */
export async function signIn(
  db: Kysely<DB>,
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const confirmed = await findConfirmedUser(db, email);
  const accounts = confirmed ? [confirmed] : await listPendingUsers(db, email);
  if (accounts.length === 0) throw new AppError('unauthenticated', 'Email not registered');
  const account = await findByPassword(services, email, accounts, password);
  requireActive(account);
  const mailed = await mailCode(services, 'login', email);
  const stepToken = newToken();
  await storeCode(db, account.id, mailed, stepToken);
  return stepToken;
}

/** Counts a wrong password before trying it, so that guessing in parallel gains nothing. */
async function findByPassword(
  { limits }: Services,
  email: string,
  accounts: Account[],
  password: string,
): Promise<Account> {
  await limits.wrongPasswords.spend(email);
  const matches = await Promise.all(accounts.map((account) => matchesSecret(account.password_hash, password)));
  const account = accounts.find((_, index) => matches[index]);
  if (!account) throw new AppError('unauthenticated', 'Incorrect password');
  await limits.wrongPasswords.refund(email);
  return account;
}

/**
 * The code step: exchanges a mailed code for a session.
 * @throws AppError unauthenticated when the user is no longer active; and as `checkCode`.
 */
export async function finishSignIn(
  db: Kysely<DB>,
  services: Services,
  { device, ...typed }: { email: string; otp: string; device: string },
): Promise<{ token: string; user: User }> {
  const code = await checkCode(db, services, { purpose: 'login', ...typed });
  return await db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    const user = await getUser(trx, code.userId);
    requireActive(user);
    return { token: await beginSession(trx, { userId: user._id, device }), user };
  });
}

function requireActive({ status }: Pick<Account, 'status'>): void {
  if (status === 'pending') throw new AppError('unauthenticated', 'Email not verified');
  if (status !== 'active') throw new AppError('unauthenticated', 'Account is not active');
}
