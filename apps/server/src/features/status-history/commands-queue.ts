import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/**
 * Waits for the other transactions of a workspace that lock the entries of several days: two that lock them in different
 * orders would wait for each other. Of the same call sent twice at once the second sees what the first recorded.
 */
export async function queueForDays(trx: Transaction<DB>, workspaceId: WorkspaceId): Promise<void> {
  await queueForChange(trx, `statuses ${workspaceId}`);
}
