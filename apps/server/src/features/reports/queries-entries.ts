import { type Filing, storedFiling } from '@anupalan/contract/fields/filing';
import type { ReportDays, ReportEntry } from '@anupalan/domain/reports/month-report';
import { RESOLVED_STATUSES, type Status } from '@anupalan/domain/statuses';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { saidWhyNone, WHY_RECORD_HAS_NONE } from '../evidence/queries-score.ts';

/** What is recorded for a day of an item. */
export interface DayEntry extends ReportEntry {
  /** The status that waits for its check, of all that the day is open for. */
  readonly waiting: Status | null;
  /** How many of its registration numbers are recorded, what waits included; null where none is, or all are. */
  readonly numbers: { readonly recorded: number; readonly of: number } | null;
  /** The record that waits, else the newest that counts. */
  readonly record: DayRecord | null;
}

interface DayRecord {
  readonly at: Date;
  /** The author's id. */
  readonly by: string | null;
  readonly checkedBy: string | null;
  /** The registration number that it is about, where it is not about all. */
  readonly registrationNumber: string | null;
  readonly note: string;
  readonly filing: Filing | null;
  /** Why it has no evidence, where somebody said so. */
  readonly noEvidenceReason: string | null;
}

/** An item and an ISO day. */
export interface DayOfItem {
  readonly item: string;
  readonly day: string;
}

interface WantedEntries {
  readonly days: Pick<ReportDays, 'since' | 'first' | 'nextLast'>;
  readonly withNotes: boolean;
  readonly moved: readonly DayOfItem[];
  /** The only items that are asked about; without them all are. */
  readonly items?: readonly string[];
}

/**
 * The entries of the days of a report, by item and ISO day: of the days before the month those that aren't settled, and
 * those that were moved into it or past it.
 */
export async function readDayEntries(
  pool: Pool,
  workspaceId: WorkspaceId,
  { days, withNotes, moved, items }: WantedEntries,
): Promise<ReadonlyMap<string, ReadonlyMap<string, DayEntry>>> {
  const ofDays = [`${days.since}`, `${days.first}`, `${days.nextLast}`];
  const ofMoved = [moved.map(({ item }) => item), moved.map(({ day }) => day)];
  const values = [workspaceId, ...ofDays, RESOLVED_STATUSES, ...ofMoved];
  const statement = items ? { ...ENTRIES_OF_ITEMS, values: [...values, items] } : { ...DAY_ENTRIES, values };
  const { rows } = await pool.query<EntryRow>(statement);
  const byItem = new Map<string, Map<string, DayEntry>>();
  for (const row of rows) {
    const ofItem = byItem.get(row.item) ?? new Map<string, DayEntry>();
    byItem.set(row.item, ofItem.set(row.day, presentEntry(row, withNotes)));
  }
  return byItem;
}

function presentEntry(
  { current, numbers, recorded, waits, status, at, by, checked_by, note, filing, ...row }: EntryRow,
  withNotes: boolean,
): DayEntry {
  const isFound = at !== null;
  return {
    current,
    waiting: waits ? status : null,
    numbers: recorded > 0 && recorded < numbers ? { recorded, of: numbers } : null,
    record: isFound
      ? {
          at,
          by,
          checkedBy: checked_by,
          registrationNumber: row.registration_number,
          note: withNotes ? (note ?? '') : '',
          filing: storedFiling(filing),
          noEvidenceReason: row.no_evidence_reason,
        }
      : null,
  };
}

interface EntryRow {
  item: string;
  day: string;
  current: Status;
  /** How many registration numbers have a line of their own, and how many of them are settled or wait. */
  numbers: number;
  recorded: number;
  /** Whether the record waits; it and what follows is null where nothing counts. */
  waits: boolean | null;
  status: Status | null;
  at: Date | null;
  by: string | null;
  checked_by: string | null;
  note: string | null;
  filing: unknown;
  registration_number: string | null;
  no_evidence_reason: string | null;
}

/**
 * The statement. Notes change no status, and what was taken back counts for nothing; what waits is told of a day that is
 * open for nothing else. Parameters: $1 the workspace, $2 and $4 the first and the last day, $3 the first day of the
 * month, $5 the statuses that settle, $6 and $7 the items and the days of what was moved.
 */
const ENTRIES = `
    select entry.compliance_item_id as item, entry.day::text, entry.current_status as current,
      line.numbers, line.recorded, record.*, registration.number as registration_number
    from status_entries entry cross join lateral (
      select count(*)::int as numbers, count(*) filter (where value ->> 'status' = any($5)
        or value ? 'checking' and not value -> 'checking' ? 'reason')::int as recorded
      from jsonb_each(entry.lines)) line left join lateral (
      select true as waits, status, made_at as at, author_id as by, null::uuid as checked_by, note, filing,
        registration_id, ${saidWhyNone('checks.workspace_id', 'checks.id', 'checks')} as no_evidence_reason
      from checks
      where (workspace_id, compliance_item_id, day) = (entry.workspace_id, entry.compliance_item_id, entry.day)
        and outcome is null and entry.settled_at is null
        and (registration_id is null or line.recorded = line.numbers)
      union all
      select false, status, created_at, coalesce(updated_by, (
          select author from imported_authors brought
          where (brought.workspace_id, brought.source, brought.row_id)
            = (record.workspace_id, 'status_records', record.id))), checked_by, note, filing, registration_id,
        ${WHY_RECORD_HAS_NONE}
      from status_records record
      where (workspace_id, compliance_item_id, day) = (entry.workspace_id, entry.compliance_item_id, entry.day)
        and status <> 'NOTE' and counterpart is null
      order by waits desc, at desc limit 1) record on true
      left join registrations registration
        on (registration.id, registration.workspace_id) = (record.registration_id, entry.workspace_id)
    where entry.workspace_id = $1 and entry.day between $2 and $4
      and (entry.day >= $3 or entry.settled_at is null
        or (entry.compliance_item_id, entry.day) in (select * from unnest($6::uuid[], $7::date[])))`;

const DAY_ENTRIES = { name: 'report-entries', text: ENTRIES };

/** The same of some items: $8. */
const ENTRIES_OF_ITEMS = {
  name: 'report-entries-of-items',
  text: `${ENTRIES} and entry.compliance_item_id = any($8)`,
};
