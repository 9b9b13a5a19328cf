import { sql } from 'kysely';
import { digestToken } from '../../../identity/secrets.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Db } from '../../../platform/postgres/database.ts';

/** A change of address that can be undone, with the two passwords that may do it (R-accounts-66). */
export interface UndoableChange {
  readonly id: string;
  readonly userId: string;
  /** The address that the account had. */
  readonly email: string;
  readonly accountStatus: 'pending' | 'active' | 'suspended';
  /** The hash of the present password. */
  readonly passwordNow: string;
  /** The hash of the password that was in force when the change was made. */
  readonly passwordThen: string;
  /** When it was asked for; whatever was added since may be a thief's (R-accounts-67). */
  readonly askedAt: Date;
}

/** The change that a link stops. @throws AppError not-found; conflict when it was stopped or made already. */
export async function getChangeToStop(db: Db, token: string): Promise<{ id: string; userId: string }> {
  const change = await db
    .selectFrom('email_changes')
    .select(['id', 'user_id as userId', 'status'])
    .where('stop_hash', '=', digestToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!change) throw linkExpired();
  if (change.status === 'stopped') throw new AppError('conflict', 'This change was stopped already.');
  if (change.status === 'done' || change.status === 'undone') {
    throw new AppError('conflict', 'This change has been made already. The mail that says so has a link to undo it.');
  }
  return change;
}

/** The change that a link undoes. @throws AppError not-found; conflict when it was undone already. */
export async function getChangeToUndo(db: Db, token: string): Promise<UndoableChange> {
  const change = await db
    .selectFrom('email_changes')
    .innerJoin('users', 'users.id', 'email_changes.user_id')
    .select([
      'email_changes.id',
      'user_id as userId',
      'old_email as email',
      'users.status as accountStatus',
      'users.password_hash as passwordNow',
      'email_changes.password_hash as passwordThen',
      'email_changes.asked_at as askedAt',
      'email_changes.status',
    ])
    .where('undo_hash', '=', digestToken(token))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!change) throw linkExpired();
  const { passwordThen, ...rest } = change;
  if (passwordThen === null) throw new AppError('conflict', 'This change was undone already.');
  return { ...rest, passwordThen };
}

/** The addresses that a user gave up in the last days and that nobody else can have yet (R-accounts-68). */
export async function listReservedAddresses(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('email_changes')
    .select('old_email')
    .distinct()
    .where('user_id', '=', userId)
    .where('status', '=', 'done')
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return rows.map(({ old_email }) => old_email);
}

function linkExpired(): AppError {
  return new AppError('not-found', 'This link is not valid, or its time is over.');
}
