import { sql, type Transaction } from 'kysely';
import type { DB } from './database-schema.ts';

/**
 * Waits until no other transaction, of any instance, holds the lock of this name, and holds it until this one ends.
 * Whoever holds `catalogue` may change the catalogue, and nobody else: the database asks for the setting (R-catalogue-28).
 */
export async function queueForChange(trx: Transaction<DB>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(trx);
  if (name === 'catalogue') await sql`select set_config('anupalan.changes', 'catalogue', true)`.execute(trx);
}
