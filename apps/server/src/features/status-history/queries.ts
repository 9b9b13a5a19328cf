import type { Pagination } from '@anupalan/contract/primitives';
import type { StatusEntry, StatusWindow } from '@anupalan/contract/status-history';
import { isBefore } from '@anupalan/domain/calendar-day';
import { statusWindow } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Pool } from 'pg';
import { AppError } from '../../platform/errors.ts';
import { readAsText } from '../../platform/prepared-statement.ts';
import { actorOf, type Session, type WorkspaceId } from '../../platform/sessions.ts';
import { presentStatusEntries, type StatusRow } from './present.ts';
import { EVERY_ITEM, ONE_ITEM, PAGE, PAGES, type Reader } from './queries-statements.ts';

/** The days an answer covers, both ends included. */
export interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const YEARS_AT_MOST = 3;

/**
 * The days a call asks for; an end it leaves out lies as far from the other as is allowed.
 * @throws AppError invalid when the ends are the wrong way round or too far apart (decisions, section 2).
 */
export function chooseDays({ from, to }: StatusWindow, today: Temporal.PlainDate): Days {
  const usual = statusWindow(today);
  const days = {
    from: from ? dayOf(from) : to ? dayOf(to).subtract({ years: YEARS_AT_MOST }) : usual.from,
    to: to ? dayOf(to) : from ? dayOf(from).add({ years: YEARS_AT_MOST }) : usual.to,
  };
  if (isBefore(days.to, days.from)) throw invalidDays('The last day must not be before the first');
  if (isBefore(days.from.add({ years: YEARS_AT_MOST }), days.to)) {
    throw invalidDays(`Please choose at most ${YEARS_AT_MOST} years`);
  }
  return days;
}

function invalidDays(message: string): AppError {
  return new AppError('invalid', message, { faults: { to: message } });
}

/** The contract's midnight as a day. */
function dayOf(isoMidnight: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(isoMidnight.slice(0, 10));
}

/**
 * The status entries of those days by item, by day: the workspace's own for a free user (of each the newest status only)
 * and for premium, everybody's newest for an administrator.
 */
export async function readStatusHistories(pool: Pool, view: Session, days: Days): Promise<Map<string, StatusEntry[]>> {
  const statement = { text: EVERY_ITEM[readerOf(view)] };
  const rows = await readAsText<StatusRow>(pool, statement, [view.workspaceId, `${days.from}`, `${days.to}`]);
  return Map.groupBy(presentStatusEntries(rows), (entry) => entry.complianceId);
}

/** {@link readStatusHistories} of one item, with the entries of `day` wherever that lies. */
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

/** How many status entries each item has, everybody's of all time; or one item only, or one workspace's. */
export async function countStatusEntries(
  pool: Pool,
  { itemId, workspaceId }: { itemId?: string; workspaceId?: WorkspaceId } = {},
): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ item: string; total: number }>(
    `select compliance_item_id as item, count(*) as total from status_entries
     where ($1::uuid is null or compliance_item_id = $1) and ($2::uuid is null or workspace_id = $2)
     group by compliance_item_id`,
    [itemId ?? null, workspaceId ?? null],
  );
  return new Map(rows.map(({ item, total }) => [item, total]));
}

/**
 * One page of all that was recorded about an item, whenever it was for, and how many entries there are: the workspace's
 * own, for an administrator everybody's. What changed last comes first.
 */
export async function readStatusPage(
  pool: Pool,
  view: Session,
  { itemId, page }: { itemId: string; page: number },
): Promise<{ statusHistory: StatusEntry[]; pagination: Pagination }> {
  const whose = readerOf(view) === 'administrator' ? 'everybodys' : 'own';
  const counted = whose === 'own' ? { itemId, workspaceId: view.workspaceId } : { itemId };
  const [rows, totals] = await Promise.all([
    readAsText<StatusRow>(pool, PAGES[whose], [view.workspaceId, itemId, (page - 1) * PAGE]),
    countStatusEntries(pool, counted),
  ]);
  const total = totals.get(itemId) ?? 0;
  return {
    statusHistory: presentStatusEntries(rows),
    pagination: { page, limit: PAGE, total, pages: Math.ceil(total / PAGE) },
  };
}

function readerOf(view: Session): Reader {
  const actor = actorOf(view);
  if (can(actor, 'status-history.read-everyone')) return 'administrator';
  return can(actor, 'status-history.read') ? 'premium' : 'free';
}
