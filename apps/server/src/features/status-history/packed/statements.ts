import { MOST_ENTRIES, MOST_RECORDS, more, type Reader } from '../statements.ts';

/** Entries as a JSON list of `PackedEntry`, as an aggregate of the columns in {@link ENTRY_COLUMNS}. */
const ENTRIES = `'[' || string_agg(format(
  '["%s","%s","%s","%s","%s","%s"%s]', id, day, user_id, current_status, nullif(created_at, updated_at), updated_at,
  case when checking is not null or lines is not null then
    ',' || coalesce(checking::text, 'null') || ',' || coalesce(lines::text, 'null') end),
  ',' order by day) || ']'`;

const ENTRY_COLUMNS = 'id, day, user_id, current_status, created_at, updated_at, checking, lines';

/** Records as a JSON list of `PackedRecord`, as an aggregate of the columns in {@link RECORD_COLUMNS} and `more`. */
const RECORDS = `'[' || string_agg(format(
  '["%s","%s","%s","%s","%s",%s%s]', day, id, status, updated_by, updated_at, to_json(note),
  case when more is not null or counterpart is not null then
    ',' || coalesce(more::text, 'null') || ',' || coalesce(to_json(counterpart)::text, 'null') end),
  ',' order by day, created_at) || ']'`;

const RECORD_COLUMNS = `
  day, id, status, updated_by, updated_at, note, counterpart, created_at,
  checked_by, checked_at, check_note, check_instead, no_evidence_reason, filing, registration_id`;

/**
 * What a workspace recorded of every item, as rows of `PackedRow`: one text is read in a third of the time that its
 * values take one by one. Entries and records are not joined, because how many there are of a workspace is what the
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
    select compliance_item_id, 'entries' as kind, ${ENTRIES} as packed
    from (select * from status_entries where ${own} limit ${MOST_ENTRIES + 1}) entry group by compliance_item_id
    union all
    select compliance_item_id, 'records', ${RECORDS}
    from (
      select *, ${more('$1')} as more from status_records record
      where ${own} and ${shown} limit ${mostRecords + 1}) record
    group by compliance_item_id`;
}

/**
 * The end of a statement that writes a `record` and its `entry`, which it has as they are now: the item's entries and
 * records, as one row of `PackedItem` if something was written. A statement sees nothing of what it writes, so that its
 * own rows take the place of the day's entry. Of more than there may be it has one more.
 * @param those SQL of the entries of other days, and of the records before, that are read; and of records that are shown
 */
export function readWritten(those: { entries: string; records: string; shown: string }, mostRecords: number): string {
  const entries = `
    select ${ENTRY_COLUMNS} from entry
    union all select ${ENTRY_COLUMNS} from status_entries where ${those.entries} limit ${MOST_ENTRIES + 1}`;
  const records = `
    select ${RECORD_COLUMNS} from record where ${those.shown}
    union all select ${RECORD_COLUMNS} from status_records where ${those.records} and ${those.shown} limit ${mostRecords + 1}`;
  return `
    select (select ${ENTRIES} from (${entries}) entry) as entries,
      (select ${RECORDS} from (select *, ${more('$1')} as more from (${records}) record) record) as records
    from record`;
}
