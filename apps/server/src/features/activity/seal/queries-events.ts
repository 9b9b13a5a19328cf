import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';
import { EVENT_COLUMNS, EVENTS, type SourceRow } from './source-rows.ts';

/** What an event is known by. */
export interface EventKey {
  readonly source: string;
  readonly workspace_id: string;
  readonly id: string;
}

/** Where a search ended in the order of sealing. */
export interface Reached {
  readonly workspace: string;
  readonly at: string;
}

const IS_IT = sql<SqlBool>`(sealed.workspace_id, sealed.source, sealed.event_id)
  = (event.workspace_id, event.source, event.id)`;

/** An event that isn't sealed. Asked by key: an anti-join might read all sealed events for a few new ones. */
const IS_NOT_SEALED = sql<SqlBool>`(select 1 from sealed_events sealed where ${IS_IT} limit 1) is null`;

/** The same where all events of some workspaces are asked for: one join instead of a look-up for each. */
function isNotSealedIn(workspaceIds: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from sealed_events sealed where sealed.workspace_id = any(${workspaceIds}::uuid[]) and ${IS_IT})`;
}

/** An event that isn't sealed, with its moment. */
export type Unsealed = EventKey & { readonly at: string };

interface Picking {
  readonly which: RawBuilder<SqlBool>;
  readonly after: Reached | null;
  readonly limit: number;
  /** Workspaces of which all events are looked at. */
  readonly ofAll?: readonly string[];
}

/**
 * Finds events that aren't sealed, in the order of sealing. They are found first and put in order then: in hope of the
 * first few, a whole table might be walked through in that order.
 * @param which a condition on the columns of `event` ({@link EVENTS})
 */
export function pickingEvents({ which, after, limit, ofAll }: Picking): RawBuilder<Unsealed> {
  const from = after
    ? sql`and (event.workspace_id, event.moment) >= (${after.workspace}::uuid, ${after.at}::timestamptz)`
    : sql``;
  return sql<Unsealed>`
    with unsealed as materialized (
      select event.source, event.workspace_id, event.id, event.moment from ${EVENTS}
      where ${which} ${from} and ${ofAll ? isNotSealedIn(ofAll) : IS_NOT_SEALED})
    select source, workspace_id, id, moment::text as at from unsealed
    order by workspace_id, moment, source, id limit ${limit}`;
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
