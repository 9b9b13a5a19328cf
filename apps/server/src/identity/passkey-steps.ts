import { randomUUIDv7 } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, sql, type Transaction } from 'kysely';
import type { Db } from '../platform/postgres/database.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import { holdUser } from './accounts.ts';
import { deleteCodesOf } from './codes.ts';
import type { Browser } from './known-browsers.ts';
import { digestToken } from './secrets.ts';

/** A step lives as long as its cookie; each of its challenges five minutes (R-passkeys-3). */
const STEP = '30 minutes';
const CHALLENGE = '5 minutes';
/** The wrong tries that a step forgives its browser, and as many the rest of its address (R-passkeys-3). */
const WRONG_TRIES = 5;

/** Steps of an account at once, so that they can't pile up; a stranger's address never pushes out another's. */
const STEPS = 30;
const STEPS_OF_ADDRESS = 3;

/** A browser, by the token of the step it took; callers without cookies are known by their address. */
export type StepBrowser = Pick<Browser, 'stepToken' | 'address'>;

/** A browser's step of an account: about to add a passkey, or to sign in after the right password. */
export interface Step {
  readonly userId: string;
  readonly purpose: 'add' | 'sign-in';
  readonly browser: StepBrowser;
}

/** Keeps the challenge that a browser is about to have signed; its last one is void (R-passkeys-3). */
export async function keepChallenge(
  db: Kysely<DB>,
  { userId, purpose, browser: { stepToken, address } }: Step & { browser: { stepToken: string } },
  challenge: string,
): Promise<void> {
  const fresh = { challenge, challenge_until: sql<Date>`now() + ${CHALLENGE}::interval` };
  await db.transaction().execute(async (trx) => {
    // The user comes before the steps, as when they are voided, so that neither waits for the other.
    await holdUser(trx, userId);
    await trx
      .insertInto('passkey_steps')
      .values({
        id: randomUUIDv7(),
        user_id: userId,
        purpose,
        browser_hash: digestToken(stepToken),
        address_hash: digestToken(address),
        expires_at: sql<Date>`now() + ${STEP}::interval`,
        ...fresh,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'purpose', 'browser_hash']).doUpdateSet(fresh))
      .execute();
    await sql`
      delete from passkey_steps where id in (
        select id from (
          select id, row_number() over (order by id desc) as nth,
                 row_number() over (partition by address_hash order by id desc) as nth_of_address
          from passkey_steps where user_id = ${userId} and purpose = ${purpose}
        ) as ranked
        where nth > ${STEPS} or nth_of_address > ${STEPS_OF_ADDRESS})`.execute(trx);
  });
}

/**
 * Takes the challenge that was signed, once: a try is counted before anything is compared, so that neither repeating
 * nor guessing in parallel gains anything (R-passkeys-3).
 * @returns the id of this browser's step, when that was waiting for it.
 */
export async function takeChallenge(db: Db, step: Step, challenge: string): Promise<string | undefined> {
  const taken = await db
    .updateTable('passkey_steps')
    .set({ challenge: null, ...countedTry(step) })
    .where(isLive(step))
    .where('challenge', '=', challenge)
    .where('challenge_until', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return taken?.id;
}

/** Counts a try at a recovery code. @returns the id of the browser's step, while it is live. */
export async function countTry(db: Db, step: Step): Promise<string | undefined> {
  const counted = await db
    .updateTable('passkey_steps')
    .set(countedTry(step))
    .where(isLive(step))
    .returning('id')
    .executeTakeFirst();
  return counted?.id;
}

/** Whether the browser has taken the password step and not wasted it (R-passkeys-3). */
export async function isStepLive(db: Db, step: Step): Promise<boolean> {
  return (await db.selectFrom('passkey_steps').select('id').where(isLive(step)).executeTakeFirst()) !== undefined;
}

/** Tries with the cookie and tries without it are counted apart, so that no neighbour spends those of its browser. */
function triesOf({ browser: { stepToken } }: Step): 'wrong_tries' | 'wrong_tries_by_address' {
  return stepToken === undefined ? 'wrong_tries_by_address' : 'wrong_tries';
}

function countedTry(step: Step) {
  const tries = triesOf(step);
  return { [tries]: sql<number>`${sql.ref(tries)} + 1` };
}

/** The step of a browser, or without a cookie the newest of its address. */
function isLive(step: Step) {
  const {
    userId,
    purpose,
    browser: { stepToken, address },
  } = step;
  return (eb: ExpressionBuilder<DB, 'passkey_steps'>) =>
    eb.and([
      eb('user_id', '=', userId),
      eb('purpose', '=', purpose),
      eb(triesOf(step), '<', WRONG_TRIES),
      eb('expires_at', '>', sql<Date>`now()`),
      stepToken === undefined
        ? eb('id', '=', (inner) =>
            inner
              .selectFrom('passkey_steps as of_address')
              .select('of_address.id')
              .where('of_address.user_id', '=', userId)
              .where('of_address.purpose', '=', purpose)
              .where('of_address.address_hash', '=', digestToken(address))
              .orderBy('of_address.id', 'desc')
              .limit(1),
          )
        : eb('browser_hash', '=', digestToken(stepToken)),
    ]);
}

/** Ends a step that led to its end. @returns whether it was still there, and not voided meanwhile. */
export async function endStep(trx: Transaction<DB>, id: string): Promise<boolean> {
  const ended = await trx.deleteFrom('passkey_steps').where('id', '=', id).returning('id').executeTakeFirst();
  return ended !== undefined;
}

/** Deletes the steps of a user, whose passkeys are gone. */
export async function deleteStepsOf(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.deleteFrom('passkey_steps').where('user_id', '=', userId).execute();
}

/**
 * Voids whatever was begun with a user's former password or address: mailed codes, and steps that wait for a passkey
 * (R-passkeys-17). The caller holds the user.
 */
export async function voidSteps(trx: Transaction<DB>, userId: string): Promise<void> {
  await deleteCodesOf(trx, userId);
  await deleteStepsOf(trx, userId);
}

/** Deletes steps whose time is over. */
export async function deleteOldSteps(db: Db): Promise<void> {
  await db.deleteFrom('passkey_steps').where('expires_at', '<', sql<Date>`now()`).execute();
}
