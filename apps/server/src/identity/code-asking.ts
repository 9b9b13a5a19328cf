import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { waitAside } from '../platform/admission/admit-calls.ts';
import { AppError } from '../platform/errors/errors.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Database, Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { type CodeMailLimits, spendCodeMail } from './account-limits.ts';
import { holdUser } from './accounts.ts';
import { recordAudit } from './audit.ts';
import { type CodePurpose, composeCodeMail } from './code-mail.ts';
import { type Browser, findKnownBrowser } from './known-browsers.ts';
import { digestToken, hashSecret, newCode, newToken } from './secrets.ts';

/** A code is short, so it lives briefly and comes again only after a pause (R-accounts-18, R-accounts-23). */
const LIFETIME = '10 minutes';
const RESEND_PAUSE = '30 seconds';

/** The live codes of an account and purpose; one more voids one of them (R-accounts-42). */
const LIVE_AT_ONCE = 3;

/** The services that mailing a code takes. */
interface AskingServices {
  readonly database: Pick<Database, 'db'>;
  readonly limits: CodeMailLimits;
  readonly mailer: Mailer;
}

/** A code that was mailed and counts only when it is stored. */
export interface MailedCode {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly hash: string;
  /** Whether a browser asked for it that the account knows. */
  readonly known: boolean;
}

/** The browser that a code belongs to: a step's token, and the address where a call without that token may use it. */
export interface CodeOwner {
  readonly stepToken: string;
  /** Null where only the token counts. */
  readonly address: string | null;
}

/** A step of sign-in or sign-up that a browser has taken, as its cookie proves. */
export interface Step {
  readonly purpose: CodePurpose;
  readonly email: string;
  readonly token: string;
}

/**
 * Mails a new code. The mail comes before anything is written: one that can't be handed over leaves nothing behind, and
 * no transaction waits for a mail server (R-accounts-6, R-accounts-18). `onLimit` runs for the first code that is one
 * too many.
 * @throws AppError too-many after 20 codes an hour, or 15 for browsers that the account doesn't know; upstream-failed
 * when the mail was not accepted.
 */
export async function mailCode(
  { limits, mailer }: Pick<AskingServices, 'limits' | 'mailer'>,
  { purpose, email, known = false }: { purpose: CodePurpose; email: string; known?: boolean },
  onLimit?: () => Promise<void>,
): Promise<MailedCode> {
  const refund = await spendCodeMail(limits, { email, known }, onLimit);
  const code = newCode();
  const [mail, hash] = await Promise.all([composeCodeMail(email, purpose, code), hashSecret(code)]);
  try {
    await waitAside(() => mailer.deliver(mail));
  } catch (cause) {
    await refund();
    throw new AppError('upstream-failed', 'Failed to generate and send OTP', { cause });
  }
  return { purpose, email, hash, known };
}

/**
 * Makes a mailed code the one that counts for its browser; that browser's last one for this purpose is void. Codes of
 * other browsers stay, unless they are too many (R-accounts-42). The user's lock lets asks at the same moment store one
 * after the other.
 */
export async function storeCode(
  trx: Transaction<DB>,
  userId: string,
  mailed: MailedCode,
  { stepToken, address }: CodeOwner,
): Promise<void> {
  await holdUser(trx, userId);
  const { purpose } = mailed;
  const stepHash = digestToken(stepToken);
  const addressHash = address === null ? null : digestToken(address);
  if (addressHash) await closeToAddress(trx, { userId, purpose, addressHash });
  const code = {
    email: mailed.email,
    code_hash: mailed.hash,
    known: mailed.known,
    address_hash: addressHash,
    by_address: addressHash !== null,
    wrong_tries: 0,
    wrong_tries_by_address: 0,
    created_at: sql<Date>`now()`,
    expires_at: sql<Date>`now() + ${LIFETIME}::interval`,
  };
  await trx
    .insertInto('one_time_codes')
    .values({ purpose, user_id: userId, step_hash: stepHash, ...code })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose', 'step_hash']).doUpdateSet(code))
    .execute();
  await voidSurplus(trx, { userId, purpose, stepHash });
  await recordAsked(trx, userId, purpose);
}

/** Calls without a cookie from one address count as one browser, so only its newest code is theirs to use. */
async function closeToAddress(
  trx: Transaction<DB>,
  { userId, purpose, addressHash }: { userId: string; purpose: CodePurpose; addressHash: Buffer },
): Promise<void> {
  await trx
    .updateTable('one_time_codes')
    .set({ by_address: false })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('address_hash', '=', addressHash)
    .where('by_address', '=', true)
    .execute();
}

/**
 * Voids what is beyond three live codes: spent ones first, then those of browsers that the account doesn't know, of
 * these the ones of an address that asks most, then the oldest; the new one only when three known browsers wait for
 * theirs (R-accounts-42). Rows stay, so that their browsers may ask again.
 */
async function voidSurplus(
  trx: Transaction<DB>,
  { userId, purpose, stepHash }: { userId: string; purpose: CodePurpose; stepHash: Buffer },
): Promise<void> {
  await sql`
    update one_time_codes set expires_at = now()
    where user_id = ${userId} and purpose = ${purpose} and step_hash in (
      select step_hash from (
        select step_hash, wrong_tries, known, created_at, count(*) over (partition by address_hash) as of_address
        from one_time_codes
        where user_id = ${userId} and purpose = ${purpose} and expires_at > now()
      ) as live
      order by wrong_tries < 5 desc, known desc, step_hash = ${stepHash} desc, of_address, created_at desc
      offset ${LIVE_AT_ONCE})`.execute(trx);
}

const ASKED = {
  login: 'ask-sign-in-code',
  registration: 'ask-sign-up-code',
  'password-reset': 'ask-password-reset',
} as const;

/** Records that a code was asked for; a new e-mail address has an entry of its own (R-audit-log-1). */
async function recordAsked(trx: Transaction<DB>, userId: string, purpose: CodePurpose): Promise<void> {
  if (purpose === 'email-change') return;
  await recordAudit(trx, null, { noun: 'auth', verb: ASKED[purpose], id: userId });
}

/**
 * The token for a step that a browser takes: the one it has, where its cookie is of the same step of the same account,
 * so that its new code replaces its old one; else a new one.
 */
export async function chooseStepToken(
  db: Db,
  { userId, purpose, stepToken }: { userId: string; purpose: CodePurpose; stepToken: string | undefined },
): Promise<string> {
  if (stepToken === undefined) return newToken();
  const taken = await db
    .selectFrom('one_time_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('step_hash', '=', digestToken(stepToken))
    .executeTakeFirst();
  return taken ? stepToken : newToken();
}

/**
 * Mails the code of a step again (R-accounts-22).
 * @returns whether the browser has taken that step at all.
 * @throws AppError too-many until 30 seconds after its last code (R-accounts-23); and as `mailCode`.
 */
export async function resendCode(services: AskingServices, step: Step, browser: Browser): Promise<boolean> {
  const { db } = services.database;
  const userId = await claimResend(db, step);
  if (userId === null) return false;
  try {
    const known = (await findKnownBrowser(db, userId, browser)) !== null;
    const mailed = await mailCode(services, { ...step, known });
    const owner = { stepToken: step.token, address: browser.address };
    await db.transaction().execute((trx) => storeCode(trx, userId, mailed, owner));
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
