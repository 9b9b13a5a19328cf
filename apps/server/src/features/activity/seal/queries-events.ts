import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { EVENT_COLUMNS, EVENTS, type SourceRow } from './source-rows.ts';

/** What an event is known by. */
export interface EventKey {
  readonly source: string;
  readonly workspace_id: string;
  readonly id: string;
}

/** Where a batch ended in the order of sealing: company, moment, source and id. */
export interface Reached {
  readonly workspace: string;
  readonly at: string;
}

/** An event that isn't sealed. Asked by key: an anti-join might read all sealed events for a few new ones. */
const IS_NOT_SEALED = sql<SqlBool>`(
  select 1 from sealed_events sealed
  where (sealed.workspace_id, sealed.source, sealed.event_id) = (event.workspace_id, event.source, event.id)
  limit 1) is null`;

/**
 * Finds events that aren't sealed, in the order of sealing.
 * @param which a condition on the columns of `event` ({@link EVENTS})
 */
export async function pickEvents(
  db: Db,
  { which, after, limit }: { which: RawBuilder<SqlBool>; after: Reached | null; limit: number },
): Promise<(EventKey & { at: string })[]> {
  const from = after
    ? sql`and (event.workspace_id, event.moment) >= (${after.workspace}::uuid, ${after.at}::timestamptz)`
    : sql``;
  const { rows } = await sql<EventKey & { at: string }>`
    select event.source, event.workspace_id, event.id, event.moment::text as at from ${EVENTS}
    where ${which} ${from} and ${IS_NOT_SEALED}
    order by event.workspace_id, event.moment, event.source, event.id limit ${limit}`.execute(db);
  return rows;
}

/** Reads what rows say, by their keys, in the order of sealing; without those that were deleted meanwhile. */
export async function readEvents(db: Db, keys: readonly EventKey[]): Promise<SourceRow[]> {
  if (keys.length === 0) return [];
  const workspaces = [...new Set(keys.map((key) => key.workspace_id))];
  const { rows } = await sql<SourceRow>`
    select ${EVENT_COLUMNS} from ${EVENTS}
    where event.workspace_id = any(${workspaces}::uuid[]) and event.id = any(${keys.map(({ id }) => id)}::uuid[])
    order by event.workspace_id, event.moment, event.source, event.id`.execute(db);
  const wanted = new Set(keys.map(({ source, id }) => `${source} ${id}`));
  return rows.filter(({ source, id }) => wanted.has(`${source} ${id}`));
}
