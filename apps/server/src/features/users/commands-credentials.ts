import { sql, type Transaction } from 'kysely';
import { forgetBrowsersOf } from '../../identity/known-browsers.ts';
import { voidSteps } from '../../identity/passkey-steps.ts';
import { endSessionsOf } from '../../identity/sessions.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordEndedImpersonations } from './commands-impersonate.ts';
import { composePasswordChangedMail } from './emails-password.ts';

type Posting = Pick<Services, 'jobs' | 'config'>;

/**
 * Sets a password that its user chose, so that none needs to be chosen any more.
 * @param replacing the hash of the password it takes the place of; without it that may be any.
 * @returns whether the user had that password.
 */
export async function setPassword(
  trx: Transaction<DB>,
  userId: string,
  passwordHash: string,
  replacing?: string,
): Promise<boolean> {
  const changed = await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_change: null, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .$if(replacing !== undefined, (query) => query.where('password_hash', '=', replacing ?? ''))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/**
 * Sets a password that its user chose without entering the one before: their sessions end, whatever the old one began is
 * void, no browser stays known, and mail tells (R-accounts-29, R-users-51). The caller holds the user.
 */
export async function renewPassword(
  trx: Transaction<DB>,
  services: Posting,
  { userId, email, passwordHash }: { userId: string; email: string; passwordHash: string },
): Promise<void> {
  await voidSteps(trx, userId);
  await setPassword(trx, userId, passwordHash);
  await recordEndedImpersonations(trx, await endSessionsOf(trx, userId));
  await tellPasswordChanged(trx, services, email);
  await forgetBrowsersOf(trx, userId);
}

/** Tells a user by mail that their password is another one (R-accounts-63). */
export async function tellPasswordChanged(
  trx: Transaction<DB>,
  { jobs, config }: Posting,
  email: string,
): Promise<void> {
  await enqueueMail(trx, jobs, await composePasswordChangedMail(email, config));
}

/**
 * Has a user choose another password before anything else (R-users-50). A set-up link that was printed for an earlier
 * password doesn't come to life again.
 */
export async function requireOtherPassword(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.updateTable('users').set({ password_change: 'required' }).where('id', '=', userId).execute();
  await trx.deleteFrom('set_up_links').where('user_id', '=', userId).execute();
}

/** Replaces the hash of an unchanged password, unless the password was changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  userId: string,
  { old, renewed }: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', userId)
    .where('password_hash', '=', old)
    .execute();
}
