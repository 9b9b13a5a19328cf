import { sql, type Transaction } from 'kysely';
import type { Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { digestToken, newToken } from './secrets.ts';

/** The browser that a call comes from, as far as its address and its cookies tell. */
export interface Browser {
  /** The address as limits count it (`addressKey`). */
  readonly address: string;
  /** The token of the step that it has taken; absent without that step's cookie. */
  readonly stepToken: string | undefined;
  /** The tokens by which accounts know it, one each, the last signed in to first. */
  readonly knownTokens: readonly string[];
}

/**
 * The browsers that an account knows; of more, programs that keep no cookies are forgotten first, then those that
 * signed in longest ago (R-accounts-47).
 */
const BROWSERS_AN_ACCOUNT = 20;

const LIFETIME = '400 days';

/**
 * Finds out whether a browser has signed in to an account before, which opens nothing but keeps limits that others use
 * up away from it (R-accounts-47).
 * @returns the key that its own tries count under; null when the account doesn't know it.
 */
export async function findKnownBrowser(db: Db, userId: string, browser: Browser): Promise<string | null> {
  const [known] = await selectKnown(db, browser, userId);
  return known?.token_hash.toString('base64url') ?? null;
}

/** Finds out whether any account knows a browser. @returns as `findKnownBrowser`. */
export async function findBrowserKnownToAny(db: Db, browser: Browser): Promise<string | null> {
  const [known] = await selectKnown(db, browser);
  return known?.token_hash.toString('base64url') ?? null;
}

async function selectKnown(db: Db, { knownTokens }: Browser, userId?: string) {
  if (knownTokens.length === 0) return [];
  return await db
    .selectFrom('known_browsers')
    .select('token_hash')
    .where('token_hash', 'in', knownTokens.map(digestToken))
    .where('last_sign_in_at', '>', sql<Date>`now() - ${LIFETIME}::interval`)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('token_hash')
    .limit(1)
    .execute();
}

/**
 * Makes a browser that has just signed in known to the account. The caller holds the user, so that the bound counts
 * sign-ins at the same moment too.
 * @returns the tokens that the browser keeps from now on, of which the first is this account's.
 */
export async function rememberBrowser(trx: Transaction<DB>, userId: string, browser: Browser): Promise<string[]> {
  const kept = await renewKnown(trx, userId, browser);
  const token = kept ?? newToken();
  const keepsCookies = browser.stepToken !== undefined || browser.knownTokens.length > 0;
  if (kept === undefined) {
    await trx
      .insertInto('known_browsers')
      .values({ token_hash: digestToken(token), user_id: userId, keeps_cookies: keepsCookies })
      .execute();
    await forgetSurplus(trx, userId);
  }
  return [token, ...browser.knownTokens.filter((other) => other !== token)];
}

async function renewKnown(trx: Transaction<DB>, userId: string, { knownTokens }: Browser) {
  if (knownTokens.length === 0) return undefined;
  const renewed = await trx
    .updateTable('known_browsers')
    .set({ last_sign_in_at: sql<Date>`now()`, keeps_cookies: true })
    .where('user_id', '=', userId)
    .where('token_hash', 'in', knownTokens.map(digestToken))
    .returning('token_hash')
    .execute();
  return knownTokens.find((token) => renewed.some(({ token_hash }) => token_hash.equals(digestToken(token))));
}

async function forgetSurplus(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx
    .deleteFrom('known_browsers')
    .where('token_hash', 'in', (known) =>
      known
        .selectFrom('known_browsers')
        .select('token_hash')
        .where('user_id', '=', userId)
        .orderBy('keeps_cookies', 'desc')
        .orderBy('last_sign_in_at', 'desc')
        .orderBy('created_at', 'desc')
        .offset(BROWSERS_AN_ACCOUNT),
    )
    .execute();
}

/** Forgets the browsers that an account knows: whoever signed in with the old password is a stranger (R-accounts-29). */
export async function forgetBrowsersOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}

/** Deletes browsers that haven't signed in for as long as they may be known. */
export async function deleteOldBrowsers(db: Db): Promise<void> {
  await db
    .deleteFrom('known_browsers')
    .where('last_sign_in_at', '<=', sql<Date>`now() - ${LIFETIME}::interval`)
    .execute();
}
