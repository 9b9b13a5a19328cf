import { MOST_ENTRIES, MOST_RECORDS, more, type Reader } from '../statements.ts';

/**
 * What stands before each entry and each record of it, and after each value, in what is packed: control characters,
 * which neither an id nor a moment has, and which JSON escapes.
 */
export const ENTRY = '\x1f';
export const RECORD = '\x1d';
export const VALUE = '\x1e';

const literal = (separator: string) => `E'\\x${separator.charCodeAt(0).toString(16)}'`;
const [entry, record, value] = [literal(ENTRY), literal(RECORD), literal(VALUE)];

const values = (...columns: string[]) => columns.map((column) => `${column} || ${value}`).join(' || ');

/** What is null is ''. */
const orNothing = (column: string) => `coalesce(${column}::text, '')`;

/** Two columns that only few rows have, as two more values. */
const few = (one: string, other: string) => `
  case when ${one} is null and ${other} is null then ''
    else coalesce(${one}, '') || ${value} || coalesce(${other}, '') || ${value} end`;

/** A row of `status_entries` as a piece of `PackedItem`; a creation in the moment of the last change is ''. */
const ENTRY_PIECE = `compliance_item_id, day, null::timestamptz as recorded_at, ${entry} || ${values(
  'id',
  'day',
  orNothing('user_id'),
  'current_status',
  'updated_at',
  orNothing('nullif(created_at, updated_at)'),
)} || ${few('checking::text', 'lines::text')} as piece`;

/** A row of `status_records`, called `record`, with `more`, as a piece of `PackedItem`. */
const RECORD_PIECE = `compliance_item_id, day, created_at, ${record} || ${values(
  'id',
  'status',
  'to_json(note)',
  'updated_at',
  orNothing('updated_by'),
)} || ${few('more::text', 'counterpart::text')}`;

/** The columns of `PackedItem`, as aggregates of such pieces. */
const PACKED_ITEM = `
  string_agg(piece, '' order by day, recorded_at nulls first) as packed,
  count(*) - count(recorded_at) as entries, count(recorded_at) as records`;

/** All pieces of some entries and records, which are SQL; of more than there may be one more. */
function piecesOf({ entries, records }: { entries: string; records: string }, mostRecords: number): string {
  return `
    (select ${ENTRY_PIECE} from (${entries} limit ${MOST_ENTRIES + 1}) entry)
    union all
    (select ${RECORD_PIECE} from (
       select *, ${more('$1')} as more from (${records} limit ${mostRecords + 1}) record) record)`;
}

/**
 * What a workspace recorded of every item, as rows of `PackedRow`: one text is read in a fraction of the time that its
 * values take one by one, and PostgreSQL writes values alone faster than JSON around them. Entries and records are not
 * joined, because how many there are of a workspace is what the planner knows least: it has once compared each record
 * with each entry. Of more than there may be it has one more. Parameters as in `EVERY_ITEM`.
 */
export const PACKED: Readonly<Record<Exclude<Reader, 'administrator'>, string>> = {
  free: packed("status <> 'NOTE'", MOST_RECORDS.free),
  premium: packed('true', MOST_RECORDS.premium),
};

function packed(shown: string, mostRecords: number): string {
  const own = 'workspace_id = $1 and day between $2 and $3';
  const those = {
    entries: `select * from status_entries where ${own}`,
    records: `select * from status_records where ${own} and ${shown}`,
  };
  return `
    select compliance_item_id, ${PACKED_ITEM}
    from (${piecesOf(those, mostRecords)}) pieces group by compliance_item_id`;
}

const ENTRY_COLUMNS = 'compliance_item_id, day, id, user_id, current_status, created_at, updated_at, checking, lines';

const RECORD_COLUMNS = `
  compliance_item_id, day, id, status, updated_by, updated_at, note, counterpart, created_at,
  checked_by, checked_at, check_note, check_instead, no_evidence_reason, filing, registration_id, imported`;

/**
 * The end of a statement that writes a `record` and its `entry`, which it has as they are now: the item's entries and
 * records, as one row of `PackedItem` if something was written. A statement sees nothing of what it writes, so that its
 * own rows take the place of the day's entry. Of more than there may be it has one more.
 * @param those SQL of the entries of other days, and of the records before, that are read; and of records that are shown
 */
export function readWritten(those: { entries: string; records: string; shown: string }, mostRecords: number): string {
  const read = {
    entries: `
      select ${ENTRY_COLUMNS} from entry
      union all select ${ENTRY_COLUMNS} from status_entries where ${those.entries}`,
    records: `
      select ${RECORD_COLUMNS} from record where ${those.shown}
      union all select ${RECORD_COLUMNS} from status_records where ${those.records} and ${those.shown}`,
  };
  return `
    select ${PACKED_ITEM} from (${piecesOf(read, mostRecords)}) pieces having exists (select from record)`;
}
