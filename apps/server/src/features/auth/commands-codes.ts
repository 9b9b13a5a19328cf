import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { digestToken, hashSecret, matchesSecret, newCode } from '../../platform/secrets.ts';
import type { Services } from '../../services.ts';
import { CODE_SUBJECTS, composeCodeMail } from './emails.ts';
import { type CodePurpose, findConfirmedUser } from './queries.ts';

/** How long a code lives, how often it may be mistyped, how soon it may be asked for again (decisions, section 3). */
const LIFETIME = '10 minutes';
const WRONG_TRIES = 5;
const RESEND_PAUSE = '30 seconds';

/** Of sign-ups that stand beside each other the newest count when nothing else tells which one a code is for. */
const SIGN_UPS_COMPARED = 5;

/** A code that is on its way to an address and counts once it is stored. */
interface MailedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly hash: string;
}

/** A step that a browser has taken, as its cookie proves it. */
export interface Step {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly token: string;
}

/** A code that somebody typed, and what else it has to belong to. */
interface TypedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly otp: string;
  readonly userId?: string;
  readonly stepToken?: string | undefined;
}

/** A code that was typed right; `useCode` makes it count, once. */
export interface RightCode {
  readonly purpose: CodePurpose;
  readonly userId: string;
  readonly hash: string;
}

/**
 * Mails a new code. This comes before anything is written: a mail that can't be handed over leaves nothing behind, and
 * no transaction waits for a mail server.
 * @throws AppError too-many after 30 codes an hour; upstream-failed when the mail was not accepted.
 */
export async function mailCode({ limits, mailer }: Services, purpose: CodePurpose, email: string): Promise<MailedCode> {
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
 * Mails the code of a step again.
 * @returns whether the browser has taken that step at all.
 * @throws AppError too-many until 30 seconds after its last code; and as `mailCode`.
 */
export async function resendCode(db: Db, services: Services, step: Step): Promise<boolean> {
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

/** The pause begins before the mail goes out, so that two clicks at once send one. */
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
 * Compares a typed code with the live ones it may be meant for. Tries are counted before comparing, so guessing in
 * parallel gains nothing.
 * @throws AppError unauthenticated when it is wrong, expired or used up; too-many after 20 wrong codes an hour.
 */
export async function checkCode(db: Db, { limits }: Services, typed: TypedCode): Promise<RightCode> {
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

/** Writes a refused code down, with the account where there is no doubt which one it was for. */
async function recordRefusal(
  db: Db,
  { purpose, userId }: TypedCode,
  reason: 'expired-code' | 'wrong-code' | 'too-many-tries',
  account?: { userId: string },
): Promise<void> {
  await recordAudit(db, userId === undefined ? null : themselves(userId), {
    noun: 'auth',
    verb: REFUSED[purpose],
    id: userId ?? account?.userId ?? null,
    details: { reason },
  });
}

/** A code of a sign-up is never for the account that has its address already. */
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
    // Several sign-ups of one e-mail are locked in one order, or two tries could each wait for the other.
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

/** The newest code of a step, whatever its digits: the one a universal code stands for. */
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

/** Uses a right code up. Of two calls with one code the second finds it gone. @throws AppError unauthenticated */
export async function useCode(db: Db, code: RightCode): Promise<void> {
  const used = await db
    .deleteFrom('one_time_codes')
    .where('purpose', '=', code.purpose)
    .where('user_id', '=', code.userId)
    .where('code_hash', '=', code.hash)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw expired();
}

/**
 * Takes what was mailed with a user's codes out of the local mailbox, at addresses they never confirmed too. Such an
 * address may be somebody else's: whatever else came there stays, and all of it when the owner is known.
 */
export async function forgetCodeMails(trx: Transaction<DB>, userId: string): Promise<void> {
  await sql`
    delete from outgoing_mail
    using (
      select primary_email from users where id = ${userId}
      union select email from one_time_codes where user_id = ${userId}
    ) as mailed (address)
    where to_address = address and subject = any(${CODE_SUBJECTS}::text[]) and not exists (
      select from users where primary_email = address and status <> 'pending' and id <> ${userId})`.execute(trx);
}

function invalid(): AppError {
  return new AppError('unauthenticated', 'Invalid OTP. Please try again.');
}

function expired(): AppError {
  return new AppError('unauthenticated', 'OTP has expired. Please request a new one.');
}
