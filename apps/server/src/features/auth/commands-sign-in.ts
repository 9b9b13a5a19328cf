import type { User } from '@anupalan/contract/users';
import type { Kysely } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { matchesSecret, newToken } from '../../platform/secrets.ts';
import { beginSession, endSession, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { getUser } from '../users/queries.ts';
import { checkCode, mailCode, storeCode, useCode } from './commands-codes.ts';
import { type Account, findConfirmedUser, holdUser, listPendingUsers } from './queries.ts';

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

/** Counts a wrong password before trying it, so that guessing in parallel gains nothing. */
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
 * The code step: exchanges a mailed code for a session.
 * @throws AppError unauthenticated when the user is no longer active; and as `checkCode`.
 */
export async function finishSignIn(
  db: Kysely<DB>,
  services: Services,
  { device, ...typed }: { email: string; otp: string; device: string },
): Promise<{ token: string; user: User }> {
  const code = await checkCode(db, services, { purpose: 'login', ...typed });
  const outcome = await db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    await holdUser(trx, code.userId);
    const user = await getUser(trx, code.userId);
    if (user.status !== 'active') return { refused: user.status, user };
    await recordAudit(trx, themselves(user._id), { noun: 'auth', verb: 'sign-in', id: user._id });
    return { token: await beginSession(trx, { userId: user._id, device }), user };
  });
  if ('refused' in outcome) throw await refuseSignIn(db, outcome.refused, { id: outcome.user._id });
  return outcome;
}

/** Ends a session, an impersonation too. Of two calls at once the second finds it ended. */
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

/** @returns what to throw. */
async function refuseSignIn(
  db: Kysely<DB>,
  reason: keyof typeof REFUSALS,
  tried?: Pick<Account, 'id'>,
): Promise<AppError> {
  await recordFailedSignIn(db, reason, tried);
  return new AppError('unauthenticated', REFUSALS[reason]);
}

/** By the account that was tried, never by what was typed. */
async function recordFailedSignIn(
  db: Db,
  reason: keyof typeof REFUSALS | 'too-many-tries',
  tried?: Pick<Account, 'id'>,
): Promise<void> {
  await recordAudit(db, null, { noun: 'auth', verb: 'fail-sign-in', id: tried?.id ?? null, details: { reason } });
}
