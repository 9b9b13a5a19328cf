import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { canonicalJson } from './canonical-json.ts';
import { readEvents } from './queries-events.ts';
import { type Removal, removalOf, thingOf } from './removals.ts';
import { readAs, type SourceRow } from './source-rows.ts';

/**
 * Forgets the salts of contents that events removed, so that nobody can guess what they were by their hashes; what is
 * kept instead is the event that removed them. The sealed event stays as it is. A note that was deleted keeps the salt of
 * its status, which shows that it was a note (R-activity-16).
 * @param rows events of a company that were just sealed
 */
export async function forgetRemoved(
  trx: Transaction<DB>,
  workspaceId: string,
  rows: readonly SourceRow[],
): Promise<void> {
  const removals = rows.flatMap(({ source, id, content }) => {
    const removal = source === 'activity' ? removalOf(content.what) : undefined;
    const thing = thingOf(content.about);
    return removal && thing !== null ? [{ by: id, thing, ...removal }] : [];
  });
  const deleted = removals.filter(({ field }) => field === null);
  const keys = deleted.map(({ source, thing: id }) => ({ source, workspace_id: workspaceId, id }));
  const there = new Set((await readEvents(trx, keys)).map(({ source, id }) => `${source} ${id}`));
  for (const removal of removals) {
    // What is said to be deleted and is there wasn't: its salts tell what it was.
    if (removal.field === null && there.has(`${removal.source} ${removal.thing}`)) continue;
    await forget(trx, workspaceId, removal);
  }
}

/**
 * What was changed before stands in the event of that change, which forgets it too: of a record that is a note, as only
 * notes are changed and deleted. Only what was sealed before the event that removed it has what was removed: the rest has
 * what the row says since.
 */
async function forget(
  trx: Transaction<DB>,
  workspaceId: string,
  { by, thing, source, field }: Removal & { readonly by: string; readonly thing: string },
): Promise<void> {
  const changed = field ?? 'note';
  await sql`
    with remover as (
      select seal, position from sealed_events
      where workspace_id = ${workspaceId} and source = 'activity' and event_id = ${by}),
    gone as (
      select seal, position, removed ->> ${changed}::text as changed_before, case when ${field}::text is null
        then array(select jsonb_object_keys(salts || removed)) else array[${changed}::text] end as names
      from sealed_events where workspace_id = ${workspaceId} and source = ${source} and event_id = ${thing}
        and (source <> 'status' or case when is_input_of('jsonb', body) and salts ->> 'status' ~ '^[0-9a-f]{32}$'
          then body::jsonb #> '{of,record}' is null and encode(sha256(decode(salts ->> 'status', 'hex')
            || convert_to(${canonicalJson(NOTE)}, 'utf8')), 'hex') = body::jsonb #>> '{content,status}' end)),
    forgotten as (
      select seal, position, names from gone
      union all
      select former.seal, former.position, array[${changed}::text]
      from gone join sealed_events former on former.workspace_id = ${workspaceId} and former.source = 'activity'
        and former.event_id = ${readAs(sql`gone.changed_before`, 'uuid')})
    update sealed_events sealed
    set salts = sealed.salts - array_remove(names, 'status'),
      removed = removed || (select jsonb_object_agg(name, ${by}::text) from unnest(names) as name)
    from forgotten, remover
    where sealed.workspace_id = ${workspaceId}
      and (sealed.seal, sealed.position) = (forgotten.seal, forgotten.position)
      and (sealed.seal, sealed.position) < (remover.seal, remover.position)`.execute(trx);
}
