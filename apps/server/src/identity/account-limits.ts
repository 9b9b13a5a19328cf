import type { Pool } from 'pg';
import { AppError } from '../platform/errors/errors.ts';
import { widerKeys } from '../platform/http/callers/addresses.ts';
import { RateLimit, type Refund, spendTogether } from '../platform/http/rate-limits.ts';
import type { Db } from '../platform/postgres/database.ts';
import { type Browser, findBrowserKnownToAny } from './known-browsers.ts';

const QUARTER = 15 * 60;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The limits of sign-in and its neighbours; `docs/topics/guessing.md` has the arithmetic. */
export function createAccountLimits(pool: Pool, attemptsPerIp: number) {
  const limit = (name: string, points: number, seconds: number) => new RateLimit(pool, { name, points, seconds });
  return {
    attemptsPerAddress: limit('auth-address', attemptsPerIp, QUARTER),
    /** The calls that a known browser has beyond those of its address. */
    attemptsPerBrowser: limit('auth-browser', 20, QUARTER),
    codesMailed: limit('codes-mailed', 20, HOUR),
    codesMailedADay: limit('codes-mailed-day', 60, DAY),
    /** The mails that browsers which never signed in to the account may use up, so that five an hour are left. */
    codesMailedToStrangers: limit('codes-mailed-strangers', 15, HOUR),
    codesMailedToStrangersADay: limit('codes-mailed-strangers-day', 40, DAY),
    /** Wrong passwords for an account from one address, or from one browser that the account knows. */
    wrongPasswordsFromOne: limit('wrong-passwords-from-one', 20, HOUR),
    /** Wrong passwords for an account from all browsers that it doesn't know. */
    wrongPasswords: limit('wrong-passwords', 50, HOUR),
    /** Wrong passwords of one session, or of one link that undoes a change of address (R-accounts-62). */
    wrongOwnPasswords: limit('wrong-own-passwords', 20, HOUR),
    /** API tokens that don't work, from one address: as many as sign-ins, and apart from those (R-tokens-8). */
    refusedTokens: limit('refused-tokens', attemptsPerIp, QUARTER),
  };
}

export type AccountLimits = ReturnType<typeof createAccountLimits>;

/**
 * Counts a call to sign in, sign up or reset. A browser that some account knows has calls of its own when others have
 * used up those of its address (R-accounts-40).
 * @throws AppError too-many
 */
export async function spendAttempt(
  db: Db,
  limits: Pick<AccountLimits, 'attemptsPerAddress' | 'attemptsPerBrowser'>,
  browser: Browser,
): Promise<void> {
  try {
    await limits.attemptsPerAddress.spendByAddress(browser.address);
  } catch (refused) {
    if (!(refused instanceof AppError)) throw refused;
    const known = await findBrowserKnownToAny(db, browser);
    if (known === null) throw refused;
    await limits.attemptsPerBrowser.spend(known);
  }
}

/**
 * Counts a password before it is tried, so that guessing in parallel gains nothing. A browser that the account knows
 * counts by itself; all others by their address, and together (R-accounts-41).
 * @returns what takes the count back, for a right password.
 * @throws AppError too-many
 */
export function spendPasswordTry(
  limits: Pick<AccountLimits, 'wrongPasswordsFromOne' | 'wrongPasswords'>,
  { email, address, knownBrowser }: { email: string; address: string; knownBrowser: string | null },
  onLimit: () => Promise<void>,
): Promise<Refund> {
  const uses =
    knownBrowser === null
      ? [
          ...widerKeys(address).map((network) => limits.wrongPasswordsFromOne.use(`${email} from ${network}`)),
          limits.wrongPasswords.use(email),
        ]
      : [limits.wrongPasswordsFromOne.use(`${email} by ${knownBrowser}`)];
  return spendTogether(uses, onLimit);
}

/**
 * Counts a code that is about to be mailed; the last five of an hour are kept for browsers that the account knows
 * (R-accounts-41).
 * @returns what takes the count back, when the mail could not be handed over.
 * @throws AppError too-many
 */
export function spendCodeMail(
  limits: CodeMailLimits,
  code: { email: string; known: boolean },
  onLimit?: () => Promise<void>,
): Promise<Refund> {
  return spendTogether(listCodeMailUses(limits, code), onLimit);
}

/** Takes back the count of a code's mail: whoever uses the code reads the mailbox, so it was no stranger's. */
export async function refundCodeMail(limits: CodeMailLimits, code: { email: string; known: boolean }): Promise<void> {
  for (const { limit, key } of listCodeMailUses(limits, code)) await limit.refund(key);
}

export type CodeMailLimits = Pick<
  AccountLimits,
  'codesMailed' | 'codesMailedADay' | 'codesMailedToStrangers' | 'codesMailedToStrangersADay'
>;

function listCodeMailUses(limits: CodeMailLimits, { email, known }: { email: string; known: boolean }) {
  const ofStrangers = [limits.codesMailedToStrangersADay, limits.codesMailedToStrangers];
  return [...(known ? [] : ofStrangers), limits.codesMailed, limits.codesMailedADay].map((limit) => limit.use(email));
}
