import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Inserts an empty workspace (R-companies-1). @returns its id. */
export async function insertWorkspace(trx: Transaction<DB>): Promise<WorkspaceId> {
  const { id } = await trx
    .insertInto('workspaces')
    .values({ id: randomUUIDv7() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Deletes those of the workspaces that no user belongs to any more, with all they tracked (R-users-23).
 * @returns how many those were.
 */
export async function deleteWorkspacesWithoutUsers(
  trx: Transaction<DB>,
  workspaceIds: readonly WorkspaceId[],
): Promise<number> {
  if (workspaceIds.length === 0) return 0;
  const { rows } = await sql`
    delete from workspaces
    where id = any(${workspaceIds}::uuid[]) and not exists (select from users where workspace_id = workspaces.id)
    returning id`.execute(trx);
  return rows.length;
}
