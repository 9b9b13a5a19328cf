import { sql, type Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** Sets a password that its user chose, so that none needs to be chosen any more. */
export async function setPassword(trx: Transaction<DB>, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, password_change: null, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
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

/**
 * Replaces a user's e-mail address (R-accounts-32).
 * @returns the address the user had.
 * @throws a unique violation when somebody has the new one.
 */
export async function replaceEmail(trx: Transaction<DB>, userId: string, newEmail: string): Promise<string> {
  const { primary_email } = await trx
    .selectFrom('users')
    .select('primary_email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('users')
    .set({ primary_email: newEmail, updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .execute();
  return primary_email;
}
