import type { Selectable, Transaction } from 'kysely';
import type { Db } from '../platform/postgres/database.ts';
import type { DB, Users } from '../platform/postgres/database-schema.ts';

/** An account as signing in needs it. */
export type Account = Pick<Selectable<Users>, 'id' | 'status' | 'password_hash'>;

/** The confirmed user of an e-mail, suspended or not. */
export function findConfirmedUser(db: Db, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'password_hash'])
    .where('primary_email', '=', email)
    .where('status', '<>', 'pending')
    .executeTakeFirst();
}

/**
 * Locks a user while a session of theirs begins or a code of theirs is stored: a suspension at the same moment ends the
 * session, or prevents it (R-accounts-35), and what is bounded per person is counted one after the other.
 */
export async function holdUser(trx: Transaction<DB>, userId: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
