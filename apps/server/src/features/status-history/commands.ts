import { randomUUIDv7 } from 'node:crypto';
import type { Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { violatedForeignKey } from '../../platform/database-errors.ts';
import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/sessions.ts';

/**
 * Records a status for one day of an item: the day's entry and one more record of its history, both or neither.
 * Of updates at the same moment each is recorded, one after the other under the entry's row lock; their records' times
 * grow in that order, whatever the clock does, so the newest record is what the entry stands for.
 * @throws AppError not-found when the item was deleted meanwhile.
 */
export async function recordStatus(
  db: Db,
  { view, by }: { view: Session; by: Session },
  { itemId, day, status, note }: { itemId: string; day: string; status: Status; note: string },
): Promise<void> {
  await sql`
    with entry as (
      insert into status_entries
        (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
      values (${view.workspaceId}, ${itemId}, ${day}, ${randomUUIDv7()}, ${view.userId}, ${status},
        clock_timestamp(), clock_timestamp())
      on conflict (workspace_id, compliance_item_id, day) do update set
        current_status = excluded.current_status,
        updated_at = greatest(clock_timestamp(), status_entries.updated_at + interval '1 microsecond')
      returning *
    )
    insert into status_records
      (workspace_id, compliance_item_id, day, id, status, note, updated_by, impersonator_id, created_at, updated_at)
    select workspace_id, compliance_item_id, day, ${randomUUIDv7()}, ${status}, ${note}, ${by.userId},
      ${by.impersonatorId}, updated_at, updated_at
    from entry`
    .execute(db)
    .catch((error: unknown) => {
      if (violatedForeignKey(error)) throw new AppError('not-found', 'Compliance item not found', { cause: error });
      throw error;
    });
}
