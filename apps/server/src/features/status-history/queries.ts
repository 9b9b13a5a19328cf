import type { StatusEntry } from '@anupalan/contract/status-history';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { can } from '@anupalan/domain/permissions';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readAsText } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Days } from '../tracker/choose-days.ts';
import { presentStatusEntries, type StatusRow } from './present.ts';
import { EVERY_ITEM, ONE_ITEM, PAGE, PAGES, type Reader } from './statements.ts';

/**
 * The status entries of the days, by item and day: for a free user the workspace's own with the newest status only, for
 * premium the workspace's own, for an administrator everybody's newest (R-statuses-8, R-statuses-9).
 */
export async function readStatusHistories(pool: Pool, view: Session, days: Days): Promise<Map<string, StatusEntry[]>> {
  const statement = { text: EVERY_ITEM[readerOf(view)] };
  const rows = await readAsText<StatusRow>(pool, statement, [view.workspaceId, `${days.from}`, `${days.to}`]);
  return Map.groupBy(presentStatusEntries(rows), (entry) => entry.complianceId);
}

/**
 * The status entries of one item, with those of `day` even when it lies outside the days; otherwise as {@link
 * readStatusHistories}.
 */
export async function readStatusHistory(
  pool: Pool,
  view: Session,
  { itemId, days, day = null }: { itemId: string; days: Days; day?: string | null },
): Promise<StatusEntry[]> {
  const reader = readerOf(view);
  const statement = { name: `status-history-${reader}`, text: ONE_ITEM[reader] };
  const values = [view.workspaceId, `${days.from}`, `${days.to}`, itemId, day];
  return presentStatusEntries(await readAsText<StatusRow>(pool, statement, values));
}

/** The numbers of status entries by item, everybody's of all time; or of one item only, or of one workspace. */
export async function countStatusEntries(
  db: Db,
  { itemId, workspaceId }: { itemId?: string; workspaceId?: WorkspaceId } = {},
): Promise<Map<string, number>> {
  const { rows } = await sql<{ item: string; total: number }>`
    select compliance_item_id as item, count(*) as total
    from status_entries
    where (${itemId ?? null}::uuid is null or compliance_item_id = ${itemId ?? null})
      and (${workspaceId ?? null}::uuid is null or workspace_id = ${workspaceId ?? null})
    group by compliance_item_id`.execute(db);
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
  const counted = whose === 'own' ? { itemId, workspaceId: view.workspaceId } : { itemId };
  const [rows, totals] = await Promise.all([
    readAsText<StatusRow>(pool, PAGES[whose], [view.workspaceId, itemId, (page - 1) * PAGE]),
    countStatusEntries(db, counted),
  ]);
  return {
    statusHistory: presentStatusEntries(rows),
    pagination: pageOf({ page, limit: PAGE }, totals.get(itemId) ?? 0),
  };
}

function readerOf(view: Session): Reader {
  const actor = actorOf(view);
  if (can(actor, 'status-history.read-everyone')) return 'administrator';
  return can(actor, 'status-history.read') ? 'premium' : 'free';
}
