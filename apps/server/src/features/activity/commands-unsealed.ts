import { type Kysely, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** Minutes after which a company that was left out is tried again. */
const AGAIN_AFTER_MINUTES = 5;

/** A company that the rounds leave out; `isDue` says that it may be tried again. */
export interface UnsealedCompany {
  readonly workspaceId: string;
  readonly isDue: boolean;
}

/** The companies that the rounds leave out (R-activity-18). */
export async function listUnsealed(db: Db): Promise<UnsealedCompany[]> {
  const { rows } = await sql<UnsealedCompany>`
    select workspace_id as "workspaceId", tried_at < now() - make_interval(mins => ${AGAIN_AFTER_MINUTES}) as "isDue"
    from unsealed_companies order by workspace_id`.execute(db);
  return rows;
}

/** Leaves companies out of the next rounds; one that was deleted meanwhile is gone. */
export async function noteUnsealed(db: Kysely<DB>, workspaceIds: readonly string[]): Promise<void> {
  if (workspaceIds.length === 0) return;
  await sql`
    insert into unsealed_companies (workspace_id) select id from workspaces where id = any(${workspaceIds}::uuid[])
    on conflict (workspace_id) do update set tried_at = now()`.execute(db);
}

/** Takes a company back into the rounds. */
export async function forgetUnsealed(db: Kysely<DB>, workspaceId: string): Promise<void> {
  await sql`delete from unsealed_companies where workspace_id = ${workspaceId}`.execute(db);
}
