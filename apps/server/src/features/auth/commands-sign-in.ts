import type { RequestOptions } from '@anupalan/contract/passkeys';
import type { User } from '@anupalan/contract/users';
import type { Kysely, Transaction } from 'kysely';
import { refundCodeMail, spendPasswordTry } from '../../identity/account-limits.ts';
import { type Account, findConfirmedUser, holdUser } from '../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { chooseStepToken, mailCode, resendCode, storeCode } from '../../identity/code-asking.ts';
import { checkCode, useCode } from '../../identity/codes.ts';
import { type Browser, findKnownBrowser, rememberBrowser } from '../../identity/known-browsers.ts';
import { mustKeepPasskey } from '../../identity/second-factor.ts';
import { hashSecret, isOutdated, matchesSecret, newToken } from '../../identity/secrets.ts';
import { beginSession, endSession, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { askForPasskey, askForPasskeyAgain, type RefusedFactor } from '../passkeys/commands-sign-in.ts';
import { hasPasskeys } from '../passkeys/queries.ts';
import { renewPasswordHash } from '../users/commands-credentials.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { getUser } from '../users/queries.ts';
import { listPendingUsers } from './queries.ts';

interface EnteredPassword {
  readonly email: string;
  readonly password: string;
}

/** The second step that waits for a browser, and the token by which it proves the first. */
export interface SecondStep {
  readonly stepToken: string;
  /** What the browser needs to ask for a passkey; null when a code was mailed instead (R-passkeys-1). */
  readonly passkeyOptions: RequestOptions | null;
}

/**
 * The password step of signing in: mails a code (R-accounts-12), or asks for a passkey (R-passkeys-1).
 * @returns the token that proves this step, and what the next one takes.
 * @throws AppError unauthenticated with the reason (R-accounts-13); too-many after too many wrong passwords
 * (R-accounts-41); and as `mailCode`.
 */
export async function signIn(services: Services, entered: EnteredPassword, browser: Browser): Promise<SecondStep> {
  const { db } = services.database;
  const confirmed = await findConfirmedUser(db, entered.email);
  const accounts = confirmed ? [confirmed] : await listPendingUsers(db, entered.email);
  if (accounts.length === 0) throw await refuseSignIn(db, 'unknown-email');
  const knownBrowser = confirmed ? await findKnownBrowser(db, confirmed.id, browser) : null;
  const refuseMore = () => recordFailedSignIn(db, 'too-many-tries', confirmed);
  const counted = { email: entered.email, address: browser.address, knownBrowser };
  const refund = await spendPasswordTry(services.limits, counted, refuseMore);
  const account = await findByPassword(accounts, entered.password);
  if (!account) throw await refuseSignIn(db, 'wrong-password', confirmed);
  await refund();
  if (account.status !== 'active') throw await refuseSignIn(db, account.status, account);
  await recordAudit(db, null, { noun: 'auth', verb: 'enter-password', id: account.id });
  await renewHash(db, account, entered.password);
  return await beginSecondStep(services, { ...account, email: entered.email, known: knownBrowser !== null }, browser);
}

/** Asks whoever knows the password for a passkey (R-passkeys-1), or mails a code to who has none (R-accounts-12). */
export async function beginSecondStep(
  services: Services,
  owner: { id: string; email: string; known: boolean },
  browser: Browser,
): Promise<SecondStep> {
  const passkey = await askForPasskey(services, owner.id, { stepToken: newToken(), address: browser.address });
  return passkey ?? { stepToken: await mailSignInCode(services, owner, browser), passkeyOptions: null };
}

/**
 * Takes the second step up again in a browser that has taken the first: asks for a passkey, or mails another code
 * (R-accounts-22, R-passkeys-3).
 * @returns null when the browser has taken no such step.
 * @throws AppError as `resendCode`
 */
export async function resumeSignIn(
  services: Services,
  email: string,
  browser: Browser & { stepToken: string },
): Promise<SecondStep | null> {
  const { stepToken } = browser;
  const user = await findConfirmedUser(services.database.db, email);
  const passkey = user ? await askForPasskeyAgain(services, user.id, browser) : null;
  if (passkey) return passkey;
  const resent = await resendCode(services, { purpose: 'login', email, token: stepToken }, browser);
  return resent ? { stepToken, passkeyOptions: null } : null;
}

async function findByPassword(accounts: Account[], password: string): Promise<Account | undefined> {
  const matches = await Promise.all(accounts.map((account) => matchesSecret(account.password_hash, password)));
  return accounts.find((_, index) => matches[index]);
}

/** Renews the hash of a right password that was made with other parameters than today's (R-accounts-48). */
async function renewHash(db: Db, { id, password_hash: old }: Account, password: string): Promise<void> {
  if (isOutdated(old)) await renewPasswordHash(db, id, { old, renewed: await hashSecret(password) });
}

/** Mails the code of the sign-in step to whoever knows the password. @returns the token that proves this step. */
async function mailSignInCode(
  services: Services,
  { id, email, known }: { id: string; email: string; known: boolean },
  browser: Browser,
): Promise<string> {
  const { db } = services.database;
  const stepToken = await chooseStepToken(db, { userId: id, purpose: 'login', stepToken: browser.stepToken });
  const mailed = await mailCode(services, { purpose: 'login', email, known }, () =>
    recordFailedSignIn(db, 'too-many-tries', { id }),
  );
  const owner = { stepToken, address: browser.address };
  await db.transaction().execute((trx) => storeCode(trx, id, mailed, owner));
  return stepToken;
}

/** A browser that brings the code of its sign-in. */
export interface Arrival {
  readonly browser: Browser;
  /** The browser's own name for itself. */
  readonly device: string;
  /** The session that the call still carries, which the new one replaces. */
  readonly replaced: Session | null;
}

/** A session that has begun, and the tokens by which accounts know its browser from now on. */
export interface BegunSession {
  readonly token: string;
  readonly knownTokens: readonly string[];
}

/**
 * The code step of signing in: exchanges a mailed code for a session (R-accounts-15).
 * @throws AppError unauthenticated when the user is no longer active; and as `checkCode`.
 */
export async function finishSignIn(
  services: Services,
  typed: { email: string; otp: string },
  arrival: Arrival,
): Promise<SignedIn & { passkeyNeeded?: true }> {
  const { db } = services.database;
  const code = await checkCode(services, { ...typed, purpose: 'login', browser: arrival.browser });
  const outcome = await db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    // A mailbox is no way round a passkey that was added after the code was mailed.
    if (await hasPasskeys(trx, code.userId)) return 'passkey-needed';
    return await enterAfter(trx, 'code', code.userId, arrival);
  });
  if (typeof outcome === 'string') throw await refuseSignIn(db, outcome, { id: code.userId });
  await refundCodeMail(services.limits, code);
  // Who signs in with a code has no passkey.
  return mustKeepPasskey(services.config, outcome.user.role) ? { ...outcome, passkeyNeeded: true } : outcome;
}

export interface SignedIn extends BegunSession {
  readonly user: User;
}

/**
 * Begins the session of somebody who took both steps, of which the second was this factor. The caller holds the user.
 * @returns the session; the status of a user who may not sign in any more.
 */
export async function enterAfter(
  trx: Transaction<DB>,
  factor: 'code' | 'passkey' | 'recovery-code',
  userId: string,
  arrival: Arrival,
): Promise<SignedIn | 'pending' | 'suspended'> {
  const user = await getUser(trx, userId);
  if (user.status !== 'active') return user.status;
  const begun = await enter(trx, userId, arrival);
  const details = factor === 'code' ? {} : { factor };
  await recordAudit(trx, asAuthor(userId), { noun: 'auth', verb: 'sign-in', id: userId, details });
  return { ...begun, user };
}

/**
 * Begins the session of somebody who has shown who they are, in a browser that their account knows from now on; a
 * session that the browser still had ends (R-accounts-45). The caller holds the user.
 */
export async function enter(
  trx: Transaction<DB>,
  userId: string,
  { browser, device, replaced }: Arrival,
): Promise<BegunSession> {
  if (replaced) await leave(trx, replaced);
  return {
    token: await beginSession(trx, { userId, device }),
    knownTokens: await rememberBrowser(trx, userId, browser),
  };
}

/**
 * Ends a session, and the impersonations that its user began (R-users-29); the second of two calls at once finds it
 * ended (R-accounts-35).
 */
export async function signOut(db: Kysely<DB>, session: Session): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdUser(trx, session.userId);
    await leave(trx, session);
  });
}

async function leave(trx: Transaction<DB>, session: Session): Promise<void> {
  const ended = await endSession(trx, session);
  await recordEndedImpersonations(trx, ended);
  if (ended.every(({ impersonatorId }) => impersonatorId !== null)) return;
  await recordAudit(trx, session, { noun: 'auth', verb: 'sign-out', id: session.userId });
}

const REFUSALS = {
  'unknown-email': 'Email not registered',
  'wrong-password': 'Incorrect password',
  pending: 'Email not verified',
  suspended: 'Account is not active',
  'passkey-needed': 'Please sign in with your passkey',
  'expired-step': 'Your sign-in has expired. Please try again.',
  'wrong-passkey': 'The passkey could not be verified. Please try again.',
  'repeated-passkey': 'The passkey could not be verified. Please try again.',
  'wrong-recovery-code': 'Invalid recovery code. Please try again.',
} as const satisfies Record<RefusedFactor, string> & Record<string, string>;

/** Records a refused sign-in. @returns the error to throw. */
export async function refuseSignIn(
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
