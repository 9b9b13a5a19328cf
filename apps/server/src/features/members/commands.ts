import { randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Opens an empty workspace, which a person owns (R-companies-1). @returns its id. */
export async function openWorkspace(trx: Transaction<DB>, userId: string): Promise<WorkspaceId> {
  const { id } = await trx
    .insertInto('workspaces')
    .values({ id: randomUUIDv7() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('memberships')
    .values({ workspace_id: id, user_id: userId, id: randomUUIDv7(), role: 'owner' })
    .execute();
  return id;
}

/** The person's own workspace without a company, which one more registration waits for; undefined without one. */
export async function lockEmptyWorkspace(trx: Transaction<DB>, userId: string): Promise<WorkspaceId | undefined> {
  const row = await trx
    .selectFrom('memberships')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .where('company_id', 'is', null)
    .orderBy('since')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.workspace_id;
}

/**
 * Takes people, who are about to be erased, out of the workspaces that they own: one that nobody else works in goes with
 * all it tracked, the others are frozen once they had no owner for a while, until somebody owns them again (R-users-23,
 * R-companies-24). One without an owner goes with the last who works in it. All other memberships go with their user.
 * @param ownerlessFor how long others may go on writing, as PostgreSQL's interval
 * @returns how many of the workspaces were deleted, and those that have no owner now
 */
export async function leaveOwnWorkspaces(
  trx: Transaction<DB>,
  userIds: readonly string[],
  { ownerlessFor }: { ownerlessFor: '0 days' | '14 days' },
): Promise<{ deleted: number; frozen: WorkspaceId[] }> {
  // Locks go from the workspace to what is in it, as when something is recorded, so that neither waits for the other.
  const { rows } = await sql<{ id: WorkspaceId }>`
    select w.id from memberships m join workspaces w on w.id = m.workspace_id
    where m.user_id = any(${userIds}::uuid[]) and (m.role = 'owner' or w.frozen_from is not null and m.role <> 'viewer')
    order by w.id for update of w`.execute(trx);
  const left = rows.map(({ id }) => id);
  if (left.length === 0) return { deleted: 0, frozen: [] };
  const deleted = await sql`
    delete from workspaces where id = any(${left}::uuid[]) and not exists (
      select from memberships m
      where m.workspace_id = workspaces.id and m.role <> 'viewer' and m.user_id <> all(${userIds}::uuid[]))
    returning id`.execute(trx);
  const frozen = await sql<{ id: WorkspaceId }>`
    update workspaces set frozen_from = now() + ${ownerlessFor}::interval
    where id = any(${left}::uuid[]) and frozen_from is null returning id`.execute(trx);
  return { deleted: deleted.rows.length, frozen: frozen.rows.map(({ id }) => id) };
}

/** Deletes a workspace with everything in it. */
export async function deleteWorkspace(trx: Transaction<DB>, id: WorkspaceId): Promise<void> {
  await trx.deleteFrom('workspaces').where('id', '=', id).execute();
}

/** Gives a person an empty workspace when they own none any more: everybody has one (R-companies-1). */
export async function ensureOwnWorkspace(trx: Transaction<DB>, userId: string): Promise<void> {
  const own = await trx
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  if (!own) await openWorkspace(trx, userId);
}
