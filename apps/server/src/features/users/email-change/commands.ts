import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../../identity/audit.ts';
import { digestToken, newToken } from '../../../identity/secrets.ts';
import { endOtherSessionsOf, endSessionsOf, type Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Services } from '../../../services.ts';
import { recordEndedImpersonations } from '../commands-impersonate.ts';
import { composeAddressChangedMail, composeChangeAskedMail } from './emails.ts';

/** The time in which a change that was asked for can be confirmed and stopped (R-accounts-64). */
const ASKED_FOR = '1 day';

/** The time in which a change can be undone and the old address stays reserved (R-accounts-66, R-accounts-68). */
const UNDONE_WITHIN = '7 days';

type Posting = Pick<Services, 'jobs' | 'config'>;

/**
 * Notes that a user wants another address and tells the present one, with a link that stops it (R-accounts-64). Asking
 * again for the same address, as for another code, sends no second mail.
 */
export async function askEmailChange(
  trx: Transaction<DB>,
  { jobs, config }: Posting,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<void> {
  const oldEmail = await lockAddress(trx, userId);
  const renewed = await trx
    .updateTable('email_changes')
    .set({ expires_at: sql<Date>`now() + ${ASKED_FOR}::interval` })
    .where('user_id', '=', userId)
    .where('status', '=', 'asked')
    .where('new_email', '=', newEmail)
    .returning('id')
    .executeTakeFirst();
  if (renewed) return;
  const firstAskedAt = await replaceAsked(trx, userId);
  const token = newToken();
  await trx
    .insertInto('email_changes')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      status: 'asked',
      old_email: oldEmail,
      new_email: newEmail,
      stop_hash: digestToken(token),
      // A wish that replaces another is as old as that one, or a thief would hide what they added in between.
      ...(firstAskedAt && { asked_at: firstAskedAt }),
      expires_at: sql<Date>`now() + ${ASKED_FOR}::interval`,
    })
    .execute();
  await enqueueMail(trx, jobs, await composeChangeAskedMail(oldEmail, { newEmail, token, ...config }));
}

/**
 * Gives a user the address that they asked for and confirmed; their other sessions end (R-accounts-65).
 * @throws AppError unauthenticated when it was stopped meanwhile; a unique violation when somebody has the new address.
 */
export async function finishEmailChange(
  trx: Transaction<DB>,
  services: Posting,
  session: Pick<Session, 'id' | 'userId'>,
  newEmail: string,
): Promise<void> {
  const { userId } = session;
  const oldEmail = await lockAddress(trx, userId);
  const token = newToken();
  const done = await trx
    .updateTable('email_changes')
    .set({ old_email: oldEmail, ...madeNow(token, userId) })
    .where('user_id', '=', userId)
    .where('status', '=', 'asked')
    .where('new_email', '=', newEmail)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (!done) throw new AppError('unauthenticated', 'OTP has expired. Please request a new one.');
  await writeAddress(trx, userId, newEmail);
  await recordEndedImpersonations(trx, await endOtherSessionsOf(trx, session));
  await tellOldAddress(trx, services, { oldEmail, newEmail, token });
}

/**
 * Gives a user an address that an administrator typed; all their sessions end (R-users-41).
 * @throws a unique violation when somebody has the address.
 */
export async function imposeEmail(
  trx: Transaction<DB>,
  services: Posting,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<void> {
  const oldEmail = await lockAddress(trx, userId);
  await replaceAsked(trx, userId);
  const token = newToken();
  await trx
    .insertInto('email_changes')
    .values({
      id: randomUUIDv7(),
      user_id: userId,
      old_email: oldEmail,
      new_email: newEmail,
      ...madeNow(token, userId),
    })
    .execute();
  await writeAddress(trx, userId, newEmail);
  await recordEndedImpersonations(trx, await endSessionsOf(trx, userId));
  await tellOldAddress(trx, services, { oldEmail, newEmail, token });
}

/** Records a change in the audit log, by whoever made it. */
export async function recordEmailChange(trx: Transaction<DB>, by: Session, userId: string): Promise<void> {
  await recordAudit(trx, by, { noun: 'users', verb: 'change-email', id: userId });
}

function madeNow(token: string, userId: string) {
  return {
    status: 'done',
    undo_hash: digestToken(token),
    password_hash: sql<string>`(select password_hash from users where id = ${userId})`,
    expires_at: sql<Date>`now() + ${UNDONE_WITHIN}::interval`,
  } as const;
}

/** Locks a user while their address changes. @returns the address they have. */
export async function lockAddress(trx: Transaction<DB>, userId: string): Promise<string> {
  const { primary_email } = await trx
    .selectFrom('users')
    .select('primary_email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return primary_email;
}

/** @throws a unique violation when somebody has the address, or had it in the last days (R-accounts-68). */
export async function writeAddress(trx: Transaction<DB>, userId: string, email: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ primary_email: email, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
}

/** @returns when the replaced change was asked for, as long as it could have been confirmed. */
async function replaceAsked(trx: Transaction<DB>, userId: string): Promise<Date | undefined> {
  const replaced = await trx
    .updateTable('email_changes')
    .set({ status: 'replaced' })
    .where('user_id', '=', userId)
    .where('status', '=', 'asked')
    .returning(['asked_at', sql<boolean>`expires_at > now()`.as('was_live')])
    .executeTakeFirst();
  return replaced?.was_live ? replaced.asked_at : undefined;
}

async function tellOldAddress(
  trx: Transaction<DB>,
  { jobs, config }: Posting,
  { oldEmail, ...made }: { oldEmail: string; newEmail: string; token: string },
): Promise<void> {
  await enqueueMail(trx, jobs, await composeAddressChangedMail(oldEmail, { ...made, ...config }));
}
