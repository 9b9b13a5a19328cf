import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Deletes requests to pay for a company that nobody accepted in time (R-members-61). */
export async function deleteOldPayerOffers(db: Db): Promise<void> {
  await db.deleteFrom('payer_offers').where('expires_at', '<', sql<Date>`now()`).execute();
}
