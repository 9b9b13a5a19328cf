import { MOST_ENTRIES, MOST_RECORDS, more, type Reader } from '../statements.ts';

/**
 * What a workspace recorded of every item, as rows of {@link PackedRow}: one text is read in a third of the time that
 * its values take one by one. Entries and records are not joined, because how many there are of a workspace is what the
 * planner knows least: it has once compared each record with each entry. Of more than there may be it has one more.
 * Parameters as in `EVERY_ITEM`.
 */
export const PACKED: Readonly<Record<Exclude<Reader, 'administrator'>, string>> = {
  free: packed("status <> 'NOTE'", MOST_RECORDS.free),
  premium: packed('true', MOST_RECORDS.premium),
};

function packed(shown: string, mostRecords: number): string {
  const own = 'workspace_id = $1 and day between $2 and $3';
  return `
    select compliance_item_id, 'entries' as kind, '[' || string_agg(format(
      '["%s","%s","%s","%s","%s","%s"%s]',
      id, day, user_id, current_status, nullif(created_at, updated_at), updated_at,
      case when checking is not null or lines is not null then
        ',' || coalesce(checking::text, 'null') || ',' || coalesce(lines::text, 'null') end),
      ',' order by day) || ']' as packed
    from (select * from status_entries where ${own} limit ${MOST_ENTRIES + 1}) entry group by compliance_item_id
    union all
    select compliance_item_id, 'records', '[' || string_agg(format(
      '["%s","%s","%s","%s","%s",%s%s]', day, id, status, updated_by, updated_at, to_json(note),
      case when more is not null or counterpart is not null then
        ',' || coalesce(more::text, 'null') || ',' || coalesce(to_json(counterpart)::text, 'null') end),
      ',' order by day, created_at) || ']'
    from (
      select *, ${more('workspace_id')} as more from status_records record
      where ${own} and ${shown} limit ${mostRecords + 1}) record
    group by compliance_item_id`;
}
