import type { User } from '@anupalan/contract/users';
import type { Kysely } from 'kysely';
import { type Account, findConfirmedUser, holdUser } from '../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { checkCode, mailCode, storeCode, useCode } from '../../identity/codes.ts';
import { matchesSecret, newToken } from '../../identity/secrets.ts';
import { beginSession, endSession, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { getUser } from '../users/queries.ts';
import { listPendingUsers } from './queries.ts';

/**
 * The password step of signing in: mails a code (R-accounts-12).
 * @returns the token that proves this step.
 * @throws AppError unauthenticated with the reason (R-accounts-13); too-many after 50 wrong passwords an hour
 * (R-accounts-41); and as `mailCode`.
 */
export async function signIn(
  services: Services,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const { db } = services.database;
  const confirmed = await findConfirmedUser(db, email);
  const accounts = confirmed ? [confirmed] : await listPendingUsers(db, email);
  if (accounts.length === 0) throw await refuseSignIn(db, 'unknown-email');
  const account = await findByPassword(services, accounts, { email, password }, () =>
    recordFailedSignIn(db, 'too-many-tries', confirmed),
  );
  if (!account) throw await refuseSignIn(db, 'wrong-password', confirmed);
  if (account.status !== 'active') throw await refuseSignIn(db, account.status, account);
  const mailed = await mailCode(services, 'login', email);
  const stepToken = newToken();
  await storeCode(db, account.id, mailed, stepToken);
  return stepToken;
}

/**
 * Finds the account of an e-mail and a password. A wrong password is counted before it is tried, so that guessing in
 * parallel gains nothing.
 */
async function findByPassword(
  { limits }: Services,
  accounts: Account[],
  { email, password }: { email: string; password: string },
  onLimit: () => Promise<void>,
): Promise<Account | undefined> {
  await limits.wrongPasswords.spend(email, onLimit);
  const matches = await Promise.all(accounts.map((account) => matchesSecret(account.password_hash, password)));
  const account = accounts.find((_, index) => matches[index]);
  if (account) await limits.wrongPasswords.refund(email);
  return account;
}

/**
 * The code step of signing in: exchanges a mailed code for a session (R-accounts-15).
 * @throws AppError unauthenticated when the user is no longer active; and as `checkCode`.
 */
export async function finishSignIn(
  services: Services,
  { device, ...typed }: { email: string; otp: string; device: string },
): Promise<{ token: string; user: User }> {
  const { db } = services.database;
  const code = await checkCode(services, { purpose: 'login', ...typed });
  const outcome = await db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    await holdUser(trx, code.userId);
    const user = await getUser(trx, code.userId);
    if (user.status !== 'active') return { refused: user.status, user };
    const token = await beginSession(trx, { userId: user._id, device });
    await recordAudit(trx, asAuthor(user._id), { noun: 'auth', verb: 'sign-in', id: user._id });
    return { token, user };
  });
  if ('refused' in outcome) throw await refuseSignIn(db, outcome.refused, { id: outcome.user._id });
  return outcome;
}

/** Ends a session, an impersonation too; the second of two calls at once finds it ended (R-accounts-35). */
export async function signOut(db: Kysely<DB>, session: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await endSession(trx, session.id);
    if (!ended) return;
    await recordEndedImpersonations(trx, [ended]);
    if (ended.impersonatorId !== null) return;
    await recordAudit(trx, session, { noun: 'auth', verb: 'sign-out', id: session.userId });
  });
}

const REFUSALS = {
  'unknown-email': 'Email not registered',
  'wrong-password': 'Incorrect password',
  pending: 'Email not verified',
  suspended: 'Account is not active',
} as const;

/** Records a refused sign-in. @returns the error to throw. */
async function refuseSignIn(
  db: Kysely<DB>,
  reason: keyof typeof REFUSALS,
  tried?: Pick<Account, 'id'>,
): Promise<AppError> {
  await recordFailedSignIn(db, reason, tried);
  return new AppError('unauthenticated', REFUSALS[reason]);
}

/**
 * Records a refused sign-in in the audit log by the account that was tried, never by what was typed (R-audit-log-3).
 */
async function recordFailedSignIn(
  db: Db,
  reason: keyof typeof REFUSALS | 'too-many-tries',
  tried?: Pick<Account, 'id'>,
): Promise<void> {
  await recordAudit(db, null, { noun: 'auth', verb: 'fail-sign-in', id: tried?.id ?? null, details: { reason } });
}
