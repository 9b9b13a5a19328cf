import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';

/**
 * Moves who is responsible, deputy and checker of an item to the one that it went into (R-catalogue-26). Where somebody
 * was named for that already, the first stays.
 */
export async function moveAssignments(trx: Transaction<DB>, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`
    update assignments moved set compliance_item_id = ${to}
    where compliance_item_id = ${from} and not exists (
      select from assignments other
      where other.workspace_id = moved.workspace_id and other.compliance_item_id = ${to})`.execute(trx);
}
