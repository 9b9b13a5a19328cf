import type { HistoryRecord, StatusEntry } from '@anupalan/contract/status-history';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { can } from '@anupalan/domain/permissions';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readAsText } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readEvidenceBeside, readWhyNone } from '../evidence/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { periodOf } from '../tracker/scope.ts';
import { NoteRoom, presentStatusEntries, type StatusRow } from './present.ts';
import {
  type Detail,
  EVERY_ITEM,
  MOST_ENTRIES,
  MOST_RECORDS,
  ONE_ITEM,
  PAGE,
  PAGES,
  type Reader,
} from './statements.ts';

/** Characters of notes in an answer with every record, at most (R-statuses-16). */
const MOST_NOTES = 4_000_000;

/** The entries of an answer; `cut` when they carry their newest record only. */
interface Entries {
  readonly entries: StatusEntry[];
  readonly cut: boolean;
}

/** Entries by item; `cut` as for one item. */
export interface Histories {
  readonly byItem: ReadonlyMap<string, StatusEntry[]>;
  readonly cut: boolean;
}

/**
 * The status entries of the days, by item and day: for a free user the workspace's own with the newest status only, for
 * premium the workspace's own, for an administrator everybody's newest (R-statuses-8, R-statuses-9).
 * @returns null when a workspace has too many for one piece: then they are read in parts (`LargeHistories`).
 */
export async function readStatusHistories(pool: Pool, view: Session, days: Days): Promise<Histories | null> {
  const reader = readerOf(view);
  const values = [view.workspaceId, `${days.from}`, `${days.to}`];
  const read = (detail: Detail) => readAsText<StatusRow>(pool, { text: EVERY_ITEM[detail][reader] }, values);
  const entries = presentIfFew(reader, await read('every'));
  if (entries) return { byItem: groupByItem(entries), cut: false };
  if (reader !== 'administrator') return null;
  return { byItem: groupByItem(presentStatusEntries(await read('newest'), new NoteRoom())), cut: true };
}

/** Entries by the id of their item, in their order. */
export function groupByItem(entries: readonly StatusEntry[]): Map<string, StatusEntry[]> {
  return Map.groupBy(entries, ({ complianceId }) => complianceId);
}

/**
 * The status entries of one item, with those of `day` even when it lies outside the days; otherwise as {@link
 * readStatusHistories}.
 */
export async function readStatusHistory(
  pool: Pool,
  view: Session,
  { itemId, days, day = null }: { itemId: string; days: Days; day?: string | null },
): Promise<Entries> {
  const reader = readerOf(view);
  const values = [view.workspaceId, `${days.from}`, `${days.to}`, itemId, day];
  const read = (detail: Detail) => {
    const statement = { name: `status-history-${reader}-${detail}`, text: ONE_ITEM[detail][reader] };
    return readAsText<StatusRow>(pool, statement, values);
  };
  const entries = presentIfFew(reader, await read('every'));
  if (entries) return { entries, cut: false };
  return { entries: presentStatusEntries(await read('newest'), new NoteRoom()), cut: true };
}

/**
 * The entries in the rows, or null when they are more than an answer has with every record (R-statuses-16). Free users
 * get the newest status alone; the database finds it more slowly than this does.
 */
function presentIfFew(reader: Reader, rows: readonly StatusRow[]): StatusEntry[] | null {
  if (rows.length > MOST_RECORDS[reader] || countNotes(rows) > MOST_NOTES) return null;
  const entries = presentStatusEntries(rows);
  if (reader === 'administrator') return entries;
  if (entries.length > MOST_ENTRIES) return null;
  if (reader === 'free') for (const entry of entries) entry.history = keepNewest(entry.history);
  return entries;
}

/** The newest status that counts, else the newest that was taken back (R-statuses-8). */
function keepNewest(history: readonly HistoryRecord[]): HistoryRecord[] {
  const newest = history.findLast(({ takenBack }) => !takenBack) ?? history.at(-1);
  return newest ? [newest] : [];
}

function countNotes(rows: readonly StatusRow[]): number {
  return rows.reduce((sum, { note }) => sum + (note?.length ?? 0), 0);
}

/** The days that are counted, of a workspace; null is all. */
type Period = ReturnType<typeof periodOf>;

/** Whose entries are counted, of which item, for which reader, of which days. */
interface Counted {
  readonly itemId?: string;
  readonly workspaceId?: WorkspaceId;
  readonly reader?: WorkspaceId;
  readonly period?: Period;
}

/**
 * The numbers of status entries of all time, by item: of one item, of one workspace, or everybody's of all items that a
 * reader may see, which are the catalogue's and their own workspace's. Everybody's are never counted one by one: triggers
 * tally them (migration 0026).
 */
export async function countStatusEntries(
  db: Db,
  { itemId, workspaceId, reader, period = null }: Counted,
): Promise<Map<string, number>> {
  const counted =
    workspaceId === undefined
      ? sql`select compliance_item_id, sum(entries)::bigint as total from item_tallies where true`
      : sql`select compliance_item_id, count(*) as total from status_entries where workspace_id = ${workspaceId}`;
  const ofItem = itemId === undefined ? sql`` : sql`and compliance_item_id = ${itemId}`;
  const ofReader =
    reader === undefined
      ? sql``
      : sql`and compliance_item_id in (
          select id from compliance_items where workspace_id is null union all
          select id from compliance_items where workspace_id = ${reader})`;
  const ofDays =
    period === null ? sql`` : sql`and day between ${period.from ?? '-infinity'} and ${period.to ?? 'infinity'}`;
  const { rows } = await sql<{ item: string; total: number }>`
    select compliance_item_id as item, total
    from (${counted} ${ofItem} ${ofReader} ${ofDays} group by compliance_item_id) counted where total > 0`.execute(db);
  return new Map(rows.map(({ item, total }) => [item, total]));
}

/**
 * A page of all that was recorded about an item for any day, the last changed first, and how many entries there are:
 * the workspace's own, for an administrator everybody's.
 */
export async function readStatusPage(
  { db, pool }: Database,
  view: Session,
  { itemId, page }: { itemId: string; page: number },
): Promise<{ statusHistory: StatusEntry[]; pagination: Pagination }> {
  const whose = readerOf(view) === 'administrator' ? 'everybodys' : 'own';
  const period = periodOf(view);
  const counted = whose === 'own' ? { itemId, workspaceId: view.workspaceId, period } : { itemId };
  const asked = [view.workspaceId, itemId, (page - 1) * PAGE];
  const [rows, totals] = await Promise.all([
    period === null
      ? readAsText<StatusRow>(pool, PAGES[whose], asked)
      : readAsText<StatusRow>(pool, PAGES.ofPeriod, [...asked, period.from ?? '-infinity', period.to ?? 'infinity']),
    countStatusEntries(db, counted),
  ]);
  const statusHistory = presentStatusEntries(rows);
  const records = statusHistory.flatMap(({ history }) => history);
  // Administrators read everybody's, and nobody's files.
  const ids = whose === 'own' ? records.map(({ _id }) => _id) : [];
  const files = await readEvidenceBeside(db, view.workspaceId, ids);
  for (const record of records) {
    const evidence = files.get(record._id);
    if (evidence) record.evidence = evidence;
  }
  // Those alone that had a file can have another reason than they say, or none any more (R-evidence-7, R-evidence-25).
  const proven = records.filter(({ evidence }) => evidence);
  const reasons = await readWhyNone(
    db,
    view.workspaceId,
    proven.map(({ _id }) => _id),
  );
  for (const record of proven) {
    const reason = reasons.get(record._id);
    if (reason === undefined) delete record.noEvidenceReason;
    else record.noEvidenceReason = reason;
  }
  return {
    statusHistory,
    pagination: pageOf({ page, limit: PAGE }, totals.get(itemId) ?? 0),
  };
}

function readerOf(view: Session): Reader {
  const actor = actorOf(view);
  if (can(actor, 'status-history.read-everyone')) return 'administrator';
  return can(actor, 'status-history.read') ? 'premium' : 'free';
}
