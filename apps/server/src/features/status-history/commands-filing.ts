import type { Filing } from '@anupalan/contract/fields/filing';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/**
 * Notes at a record that was just made what was filed (R-filing-runs-4), wherever it is: in the history, or waiting for
 * its check, which it keeps until then.
 */
export async function noteFiling(
  trx: Transaction<DB>,
  { workspaceId, recordId }: { workspaceId: WorkspaceId; recordId: string },
  filing: Filing,
): Promise<void> {
  const which = sql`workspace_id = ${workspaceId} and id = ${recordId}`;
  const noted = sql`set filing = ${JSON.stringify(filing)}::jsonb where ${which}`;
  await sql`update checks ${noted}`.execute(trx);
  await sql`update status_records ${noted}`.execute(trx);
}
