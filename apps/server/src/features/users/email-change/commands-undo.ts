import { type Kysely, sql, type Transaction } from 'kysely';
import { asAuthor, recordAudit } from '../../../identity/audit.ts';
import { deleteCodesOf } from '../../../identity/codes.ts';
import { forgetBrowsersOf } from '../../../identity/known-browsers.ts';
import { voidSteps } from '../../../identity/passkey-steps.ts';
import { endSessionsOf } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { requireOtherPassword, setPassword } from '../commands-credentials.ts';
import { recordEndedImpersonations } from '../commands-impersonate.ts';
import { lockAddress, writeAddress } from './commands.ts';
import { composeAddressRestoredMail } from './emails.ts';
import { getChangeToStop, type UndoableChange } from './queries.ts';

/**
 * Stops the change that an account asked for; the link of one that it asked for before stops the present one too
 * (R-accounts-64).
 * @throws AppError not-found for an unknown or expired link; conflict when no change waits any more.
 */
export async function stopEmailChange(db: Kysely<DB>, token: string): Promise<void> {
  const { userId } = await getChangeToStop(db, token);
  await db.transaction().execute(async (trx) => {
    // The user comes before the codes, in the order in which a code that is typed right now takes its locks.
    await lockAddress(trx, userId);
    await deleteCodesOf(trx, userId);
    if (!(await stopAsked(trx, userId))) {
      // It was made or stopped since the link was looked up, and another look says which.
      await getChangeToStop(trx, token);
      throw new AppError('conflict', 'No change of your email address is waiting any more.');
    }
    await recordAudit(trx, null, { noun: 'users', verb: 'stop-email-change', id: userId });
  });
}

async function stopAsked(trx: Transaction<DB>, userId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('email_changes')
    .set({ status: 'stopped' })
    .where('user_id', '=', userId)
    .where('status', '=', 'asked')
    .returning('id')
    .executeTakeFirst();
  return stopped !== undefined;
}

/**
 * Gives an account the address back that it had before a change, and locks its user; this signs out everywhere, voids its
 * codes and the later changes, and has another password chosen, since a thief may know this one (R-accounts-67).
 * @param passwordHash the password to put back; undefined leaves the present one.
 * @throws AppError conflict when it was undone meanwhile; a unique violation when somebody has the address.
 */
export async function restoreEmail(
  trx: Transaction<DB>,
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  { change: { id, userId, email }, passwordHash }: { change: UndoableChange; passwordHash: string | undefined },
): Promise<void> {
  const replacedEmail = await lockAddress(trx, userId);
  await voidSteps(trx, userId);
  if (!(await markUndone(trx, id, userId))) throw new AppError('conflict', 'This change was undone already.');
  await writeAddress(trx, userId, email);
  if (passwordHash !== undefined) await setPassword(trx, userId, passwordHash);
  await requireOtherPassword(trx, userId);
  await recordEndedImpersonations(trx, await endSessionsOf(trx, userId));
  await forgetBrowsersOf(trx, userId);
  await recordAudit(trx, asAuthor(userId), {
    noun: 'users',
    verb: 'undo-email-change',
    id: userId,
    details: { passwordRestored: passwordHash !== undefined },
  });
  await enqueueMail(trx, jobs, await composeAddressRestoredMail(replacedEmail, config));
}

/**
 * Marks a change and all later ones of the account as undone: with the link of a later one, whoever took the account
 * over could undo the undoing.
 */
async function markUndone(trx: Transaction<DB>, id: string, userId: string): Promise<boolean> {
  const undone = await trx
    .updateTable('email_changes')
    .set({ status: 'undone', password_hash: null })
    .where('user_id', '=', userId)
    .where('status', '=', 'done')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('expires_at', '>=', (eb) =>
      eb
        .selectFrom('email_changes as this')
        .select('this.expires_at')
        .where('this.id', '=', id)
        .where('this.status', '=', 'done'),
    )
    .returning('id')
    .execute();
  await stopAsked(trx, userId);
  return undone.some((change) => change.id === id);
}

/** Deletes changes that can't be stopped or undone any more, with the passwords kept for them (R-accounts-69). */
export async function deletePastEmailChanges(db: Db): Promise<void> {
  await db.deleteFrom('email_changes').where('expires_at', '<=', sql<Date>`now()`).execute();
}
