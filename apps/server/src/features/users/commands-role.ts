import type { Role } from '@anupalan/domain/plans';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** Gives a user a role; the caller must record in the ledger why (R-payments-22). */
export async function setRole(
  trx: Transaction<DB>,
  { userId, role, at }: { userId: string; role: Role; at: Temporal.Instant },
): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: at.toString() }).where('id', '=', userId).execute();
}
