import { sql, type Transaction } from 'kysely';
import { AppError } from '../platform/errors/errors.ts';
import { forgetMailAbout } from '../platform/mail/outbox.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { holdUser } from './accounts.ts';
import { asAuthor, recordAudit } from './audit.ts';
import { CODE_SUBJECTS, type CodePurpose } from './code-mail.ts';
import type { Browser } from './known-browsers.ts';
import { digestToken, matchesSecret } from './secrets.ts';

/** The wrong tries that a code forgives its browser, and as many the rest of its address (R-accounts-19). */
const WRONG_TRIES = 5;

/** The newest of the sign-ups of one address count when nothing else tells which one a code is for. */
const SIGN_UPS_COMPARED = 5;

/** A code that somebody typed, what it must have been mailed for, and the browser it was typed in. */
interface TypedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly otp: string;
  readonly userId?: string;
  readonly browser: Pick<Browser, 'stepToken' | 'address'>;
}

/** A code that was typed right; it counts when `useCode` uses it up, once. */
export interface RightCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly userId: string;
  readonly hash: string;
  /** Whether a browser asked for it that the account knows. */
  readonly known: boolean;
}

/**
 * Compares a typed code with the live codes it may be meant for: with its step's cookie only that step's, without one
 * the newest asked for from the same address (R-accounts-43). Tries are counted before comparing, so guessing in
 * parallel gains nothing (R-accounts-19).
 * @throws AppError unauthenticated when it is wrong, expired or used up (R-accounts-20).
 */
export async function checkCode(
  { database: { db } }: { database: Pick<Database, 'db'> },
  typed: TypedCode,
): Promise<RightCode> {
  const live = await countTry(db, typed);
  if (live.length === 0) {
    await recordRefusal(db, typed, 'expired-code');
    throw expired();
  }
  const matches = await Promise.all(live.map(({ hash }) => matchesSecret(hash, typed.otp)));
  const right = live.find((_, index) => matches[index]);
  if (!right) {
    await recordRefusal(db, typed, 'wrong-code', live.length === 1 ? live[0] : undefined);
    throw invalid();
  }
  return { purpose: typed.purpose, email: typed.email, ...right };
}

const REFUSED = {
  login: 'fail-sign-in',
  registration: 'fail-sign-up',
  'password-reset': 'fail-password-reset',
  'email-change': 'fail-email-change',
} as const;

/**
 * Records a refused code in the audit log, with the account where there is no doubt which one it was for
 * (R-audit-log-3).
 */
async function recordRefusal(
  db: Db,
  { purpose, userId }: TypedCode,
  reason: 'expired-code' | 'wrong-code',
  account?: { userId: string },
): Promise<void> {
  await recordAudit(db, userId === undefined ? null : asAuthor(userId), {
    noun: 'auth',
    verb: REFUSED[purpose],
    id: userId ?? account?.userId ?? null,
    details: { reason },
  });
}

/** Tries with the cookie and tries without it are counted apart, so that no neighbour spends those of its browser. */
async function countTry(db: Db, { purpose, email, userId, browser }: TypedCode) {
  const tries = browser.stepToken === undefined ? 'wrong_tries_by_address' : 'wrong_tries';
  const live = db
    .selectFrom('one_time_codes')
    .select(['user_id', 'step_hash'])
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where(tries, '<', WRONG_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(isOf(browser))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    // The lock order is the same for everybody, or two tries at several sign-ups of one e-mail could wait for each
    // other.
    .orderBy('user_id', 'desc')
    .limit(SIGN_UPS_COMPARED)
    .forUpdate();
  return await db
    .with('live', () => live)
    .updateTable('one_time_codes as code')
    .from('live')
    .set({ [tries]: sql`${sql.ref(`code.${tries}`)} + 1` })
    .where('code.purpose', '=', purpose)
    .whereRef('code.user_id', '=', 'live.user_id')
    .whereRef('code.step_hash', '=', 'live.step_hash')
    .returning(['code.user_id as userId', 'code.code_hash as hash', 'code.known'])
    .execute();
}

/** The codes that a browser may use: its step's, or without a cookie the newest of its address. */
function isOf({ stepToken, address }: TypedCode['browser']) {
  return stepToken === undefined
    ? sql<boolean>`by_address and address_hash = ${digestToken(address)}`
    : sql<boolean>`step_hash = ${digestToken(stepToken)}`;
}

/** The newest code of a step, whatever its digits; `SUPER_OTP` stands for that one (R-accounts-11). */
export async function findCode(db: Db, { purpose, email, browser }: Omit<TypedCode, 'otp'>): Promise<RightCode> {
  const { stepToken } = browser;
  const code = await db
    .selectFrom('one_time_codes')
    .select(['purpose', 'email', 'user_id as userId', 'code_hash as hash', 'known'])
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .$if(stepToken !== undefined, (query) => query.where('step_hash', '=', digestToken(stepToken ?? '')))
    .orderBy('user_id', 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!code) throw expired();
  return code;
}

/** Makes a right code good for as many tries as at first, when something else about its call was refused. */
export async function forgiveTries(db: Db, { purpose, userId, hash }: RightCode): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ wrong_tries: 0, wrong_tries_by_address: 0 })
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .execute();
}

/**
 * Uses a right code up and holds its user; the second of two calls with one code finds it gone (R-accounts-18). The
 * user is locked before the code, as when a code is stored, so that neither waits for the other.
 * @throws AppError unauthenticated
 */
export async function useCode(trx: Transaction<DB>, code: Omit<RightCode, 'known'>): Promise<void> {
  await holdUser(trx, code.userId);
  const used = await trx
    .deleteFrom('one_time_codes')
    .where('purpose', '=', code.purpose)
    .where('user_id', '=', code.userId)
    .where('code_hash', '=', code.hash)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw expired();
}

/**
 * Removes the mails with a user's codes from the local mailbox, at addresses they never confirmed too: such an address
 * may be somebody else's, so other mail to it stays, and all of it when another confirmed user has the address.
 */
export async function forgetCodeMails(trx: Transaction<DB>, userId: string): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select primary_email from users where id = ${userId}
      union select email from one_time_codes where user_id = ${userId}
    ) as mailed (address)
    where not exists (
      select from users where primary_email = address and status <> 'pending' and id <> ${userId})`.execute(trx);
  await forgetMailAbout(
    trx,
    rows.map(({ address }) => address),
    CODE_SUBJECTS,
  );
}

/** Deletes a user's codes of every purpose. */
export async function deleteCodesOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('one_time_codes').where('user_id', '=', userId).execute();
}

/** Deletes codes that expired an hour ago: until then their step may still ask for a new one. */
export async function deleteOldCodes(db: Db): Promise<void> {
  await db.deleteFrom('one_time_codes').where('expires_at', '<', sql<Date>`now() - interval '1 hour'`).execute();
}

function invalid(): AppError {
  return new AppError('unauthenticated', 'Invalid OTP. Please try again.');
}

function expired(): AppError {
  return new AppError('unauthenticated', 'OTP has expired. Please request a new one.');
}
