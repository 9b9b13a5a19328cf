import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { JsonValue } from './canonical-json.ts';
import type { SourceRow } from './source-rows.ts';

/** What deletes or changes contents of another event, by the kind of activity: its source, and which contents. */
const REMOVALS: Readonly<Record<string, { readonly source: string; readonly content: 'note' | 'all' }>> = {
  'status-history.change-note': { source: 'status', content: 'note' },
  'status-history.delete-note': { source: 'status', content: 'all' },
  'payment-dates.delete': { source: 'payment', content: 'all' },
  'submission-dates.delete': { source: 'submission', content: 'all' },
};

/**
 * Forgets the salts of contents that events removed, so that nobody can guess what they were by their hashes; what is
 * kept instead is the event that removed them. The sealed event stays as it is.
 * @param rows events of a company that were just sealed
 */
export async function forgetRemoved(
  trx: Transaction<DB>,
  workspaceId: string,
  rows: readonly SourceRow[],
): Promise<void> {
  for (const { source, id, of, content } of rows) {
    const removal = source === 'activity' && typeof content.what === 'string' ? REMOVALS[content.what] : undefined;
    if (removal) await forget(trx, workspaceId, { by: id, record: of.record ?? null, ...removal });
  }
}

interface Removal {
  /** The event that removed the contents. */
  readonly by: string;
  readonly record: JsonValue;
  readonly source: string;
  readonly content: 'note' | 'all';
}

/** A note that was changed before stands in the event of that change, which forgets it too. */
async function forget(
  trx: Transaction<DB>,
  workspaceId: string,
  { by, record, source, content }: Removal,
): Promise<void> {
  await sql`
    with gone as (
      select seal, position, removed ->> 'note' as changed_before, case ${content}
        when 'all' then array(select jsonb_object_keys(salts || removed)) else array[${content}] end as names
      from sealed_events where workspace_id = ${workspaceId} and source = ${source} and event_id = ${record}::uuid),
    forgotten as (
      select seal, position, names from gone
      union all
      select former.seal, former.position, array['note']
      from gone join sealed_events former on former.workspace_id = ${workspaceId} and former.source = 'activity'
        and former.event_id = gone.changed_before::uuid and former.event_id <> ${by}::uuid)
    update sealed_events sealed
    set salts = sealed.salts - names,
      removed = removed || (select jsonb_object_agg(name, ${by}::text) from unnest(names) as name)
    from forgotten
    where sealed.workspace_id = ${workspaceId}
      and (sealed.seal, sealed.position) = (forgotten.seal, forgotten.position)`.execute(trx);
}
