import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { AppError } from '../platform/errors/errors.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { forgetMailAbout } from '../platform/mail/outbox.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import type { AccountLimits } from './account-limits.ts';
import { findConfirmedUser } from './accounts.ts';
import { asAuthor, recordAudit } from './audit.ts';
import { CODE_SUBJECTS, type CodePurpose, composeCodeMail } from './code-mail.ts';
import { digestToken, hashSecret, matchesSecret, newCode } from './secrets.ts';

/** A code is short, so it lives briefly, forgives few slips and comes again only after a pause (R-accounts-18). */
const LIFETIME = '10 minutes';
const WRONG_TRIES = 5;
const RESEND_PAUSE = '30 seconds';

/** The newest of the sign-ups of one address count when nothing else tells which one a code is for. */
const SIGN_UPS_COMPARED = 5;

/** The services that mailing and checking codes takes. */
interface CodeServices {
  readonly database: Pick<Database, 'db'>;
  readonly limits: Pick<AccountLimits, 'codesMailed' | 'wrongCodes'>;
  readonly mailer: Mailer;
}

/** A code that was mailed and counts only when it is stored. */
interface MailedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly hash: string;
}

/** A step of sign-in or sign-up that a browser has taken, as its cookie proves. */
export interface Step {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly token: string;
}

/** A code that somebody typed, and what it must have been mailed for. */
interface TypedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly otp: string;
  readonly userId?: string;
  readonly stepToken?: string | undefined;
}

/** A code that was typed right; it counts when `useCode` uses it up, once. */
export interface RightCode {
  readonly purpose: CodePurpose;
  readonly userId: string;
  readonly hash: string;
}

/**
 * Mails a new code. The mail comes before anything is written: one that can't be handed over leaves nothing behind, and
 * no transaction waits for a mail server (R-accounts-6, R-accounts-18).
 * @throws AppError too-many after 30 codes an hour; upstream-failed when the mail was not accepted.
 */
export async function mailCode(
  { limits, mailer }: Pick<CodeServices, 'limits' | 'mailer'>,
  purpose: CodePurpose,
  email: string,
): Promise<MailedCode> {
  await limits.codesMailed.spend(email);
  const code = newCode();
  const [mail, hash] = await Promise.all([composeCodeMail(email, purpose, code), hashSecret(code)]);
  try {
    await mailer.deliver(mail);
  } catch (cause) {
    await limits.codesMailed.refund(email);
    throw new AppError('upstream-failed', 'Failed to generate and send OTP', { cause });
  }
  return { purpose, email, hash };
}

/** Makes a mailed code the one that counts; the user's last one for this purpose is void. */
export async function storeCode(db: Db, userId: string, mailed: MailedCode, stepToken?: string): Promise<void> {
  const code = {
    email: mailed.email,
    code_hash: mailed.hash,
    step_hash: stepToken === undefined ? null : digestToken(stepToken),
    wrong_tries: 0,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + ${LIFETIME}::interval`,
  };
  await db
    .insertInto('one_time_codes')
    .values({ purpose: mailed.purpose, user_id: userId, ...code })
    .onConflict((conflict) => conflict.columns(['purpose', 'user_id']).doUpdateSet(code))
    .execute();
}

/**
 * Mails the code of a step again (R-accounts-22).
 * @returns whether the browser has taken that step at all.
 * @throws AppError too-many until 30 seconds after its last code (R-accounts-23); and as `mailCode`.
 */
export async function resendCode(services: CodeServices, step: Step): Promise<boolean> {
  const { db } = services.database;
  const userId = await claimResend(db, step);
  if (userId === null) return false;
  try {
    await storeCode(db, userId, await mailCode(services, step.purpose, step.email), step.token);
  } catch (error) {
    await releaseResend(db, step);
    throw error;
  }
  return true;
}

/** Starts the pause before the mail goes out, so that two clicks at once send one code. */
async function claimResend(db: Db, step: Step): Promise<string | null> {
  const claimed = await db
    .updateTable('one_time_codes')
    .set({ created_at: sql<Date>`now()` })
    .where(isOf(step))
    .where('created_at', '<=', sql<Date>`now() - ${RESEND_PAUSE}::interval`)
    .returning('user_id')
    .executeTakeFirst();
  if (claimed) return claimed.user_id;
  const last = await db
    .selectFrom('one_time_codes')
    .select(sql<number>`extract(epoch from created_at + ${RESEND_PAUSE}::interval - now())::float8`.as('wait'))
    .where(isOf(step))
    .executeTakeFirst();
  if (!last) return null;
  throw new AppError('too-many', 'Please wait before you ask for another code.', {
    retryAfter: Math.max(1, last.wait),
  });
}

async function releaseResend(db: Db, step: Step): Promise<void> {
  await db
    .updateTable('one_time_codes')
    .set({ created_at: sql<Date>`now() - ${RESEND_PAUSE}::interval` })
    .where(isOf(step))
    .execute();
}

function isOf(step: Step) {
  return (eb: ExpressionBuilder<DB, 'one_time_codes'>) =>
    eb.and({ purpose: step.purpose, email: step.email, step_hash: digestToken(step.token) });
}

/**
 * Compares a typed code with the live codes it may be meant for. Tries are counted before comparing, so guessing in
 * parallel gains nothing (R-accounts-19).
 * @throws AppError unauthenticated when it is wrong, expired or used up (R-accounts-20); too-many after 20 wrong codes
 * an hour.
 */
export async function checkCode(
  { database: { db }, limits }: Pick<CodeServices, 'database' | 'limits'>,
  typed: TypedCode,
): Promise<RightCode> {
  await limits.wrongCodes.spend(typed.email, () => recordTooManyTries(db, typed));
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
  await limits.wrongCodes.refund(typed.email);
  return { purpose: typed.purpose, ...right };
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
  reason: 'expired-code' | 'wrong-code' | 'too-many-tries',
  account?: { userId: string },
): Promise<void> {
  await recordAudit(db, userId === undefined ? null : asAuthor(userId), {
    noun: 'auth',
    verb: REFUSED[purpose],
    id: userId ?? account?.userId ?? null,
    details: { reason },
  });
}

/** Codes of a sign-up are never recorded under the confirmed account that has its address. */
async function recordTooManyTries(db: Db, typed: TypedCode): Promise<void> {
  const account = typed.purpose === 'registration' ? undefined : await findConfirmedUser(db, typed.email);
  await recordRefusal(db, typed, 'too-many-tries', account && { userId: account.id });
}

async function countTry(db: Db, { purpose, email, userId, stepToken }: TypedCode) {
  const live = db
    .selectFrom('one_time_codes')
    .select('user_id')
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .where('wrong_tries', '<', WRONG_TRIES)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .$if(stepToken !== undefined, (query) => query.where('step_hash', '=', digestToken(stepToken ?? '')))
    // The lock order is the same for everybody, or two tries at several sign-ups of one e-mail could wait for each
    // other.
    .orderBy('user_id', 'desc')
    .limit(SIGN_UPS_COMPARED)
    .forUpdate();
  return await db
    .with('live', () => live)
    .updateTable('one_time_codes as code')
    .from('live')
    .set({ wrong_tries: sql`code.wrong_tries + 1` })
    .where('code.purpose', '=', purpose)
    .whereRef('code.user_id', '=', 'live.user_id')
    .returning(['code.user_id as userId', 'code.code_hash as hash'])
    .execute();
}

/** The newest code of a step, whatever its digits; `SUPER_OTP` stands for that one (R-accounts-11). */
export async function findCode(db: Db, { purpose, email, stepToken }: Omit<TypedCode, 'otp'>): Promise<RightCode> {
  const code = await db
    .selectFrom('one_time_codes')
    .select(['purpose', 'user_id as userId', 'code_hash as hash'])
    .where('purpose', '=', purpose)
    .where('email', '=', email)
    .$if(stepToken !== undefined, (query) => query.where('step_hash', '=', digestToken(stepToken ?? '')))
    .orderBy('user_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!code) throw expired();
  return code;
}

/**
 * Uses a right code up; the second of two calls with one code finds it gone (R-accounts-18).
 * @throws AppError unauthenticated
 */
export async function useCode(trx: Transaction<DB>, code: RightCode): Promise<void> {
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
