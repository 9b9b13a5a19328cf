import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Deletes offers whose time is over; those of a company without an owner stay as long as that (R-members-51). */
export async function deleteOldHandovers(db: Db): Promise<void> {
  await db
    .deleteFrom('handovers')
    .where('expires_at', '<', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspaces')
            .whereRef('workspaces.id', '=', 'handovers.workspace_id')
            .where('frozen_from', 'is not', null),
        ),
      ),
    )
    .execute();
}
