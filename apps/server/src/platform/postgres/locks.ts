import { sql, type Transaction } from 'kysely';
import type { DB } from './database-schema.ts';

/** Waits until no other transaction, of any instance, holds the lock of this name, and holds it until this one ends. */
export async function queueForChange(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
}
