import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { indianDay } from '../../platform/days/indian-day.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import { recordActivity } from '../activity/commands.ts';

/** Days for which the people of a frozen company can read it and take what they need (R-companies-24). */
export const FROZEN_DAYS = 90;

/** Deletes the memberships of viewers whose last day is over, and the companies that were frozen long enough. */
export async function cleanUpMembers(db: Kysely<DB>, log: Pick<Logger, 'error'>): Promise<void> {
  await endViewers(db);
  const remove = async (some: readonly { readonly workspaceId: WorkspaceId }[]) => {
    for (const { workspaceId } of some) {
      // One at a time: each takes all that it tracked with it. Somebody may own it again by now.
      await sql`delete from workspaces where id = ${workspaceId} and ${frozenLongEnough()}`.execute(db);
    }
  };
  const frozen = (await listFrozenLongEnough(db)).map((workspaceId) => ({ workspaceId }));
  await eachCompany(frozen, remove, { log, doing: 'deleting a frozen company' });
}

async function endViewers(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('memberships')
      .where(sql<boolean>`until < ${sql.raw(indianDay('now()'))}`)
      .returning(['workspace_id', 'user_id', 'role'])
      .execute();
    for (const { workspace_id: workspaceId, user_id: userId, role } of ended) {
      const nobody = { workspaceId, userId: null, impersonatorId: null };
      await recordActivity(trx, nobody, { what: 'members.end', about: { userId, role } });
    }
  });
}

async function listFrozenLongEnough(db: Db): Promise<WorkspaceId[]> {
  const rows = await db.selectFrom('workspaces').select('id').where(frozenLongEnough()).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

function frozenLongEnough() {
  return sql<boolean>`frozen_from < now() - ${FROZEN_DAYS} * interval '1 day'`;
}
