import type { Pagination } from '@anupalan/contract/primitives';
import type { StatusEntry, StatusWindow } from '@anupalan/contract/status-history';
import { isBefore } from '@anupalan/domain/calendar-day';
import { statusWindow } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Pool } from 'pg';
import { AppError } from '../../platform/errors.ts';
import { readAsText } from '../../platform/prepared-statement.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import { presentStatusEntries, type StatusRow } from './present.ts';

/** The days an answer covers, both ends included. */
export interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const YEARS_AT_MOST = 3;

/** An administrator's answer is bounded (decisions, section 2). */
const NEWEST_AN_ITEM = 100;
const NEWEST_IN_ALL = 5_000;

/** Entries of a page of an item's whole history. */
const PAGE = 100;

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

/** How many status entries each item has, everybody's of all time; or one item only. */
export async function countStatusEntries(pool: Pool, itemId?: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ item: string; total: number }>(
    `select compliance_item_id as item, count(*) as total from status_entries
     ${itemId === undefined ? '' : 'where compliance_item_id = $1'} group by compliance_item_id`,
    itemId === undefined ? [] : [itemId],
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
  const whose = readerOf(view) === 'administrator' ? EVERYBODYS : OWN;
  const values = [itemId, ...(whose === OWN ? [view.workspaceId] : [])];
  const [rows, total] = await Promise.all([
    readAsText<StatusRow>(pool, whose.page, [...values, (page - 1) * PAGE]),
    countRows(pool, whose.count, values),
  ]);
  return {
    statusHistory: presentStatusEntries(rows),
    pagination: { page, limit: PAGE, total, pages: Math.ceil(total / PAGE) },
  };
}

async function countRows(pool: Pool, statement: { name: string; text: string }, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ total: number }>({ ...statement, values });
  return rows[0]?.total ?? 0;
}

/** Parameters: $1 the item; of their own $2 the workspace; of a page then how many entries come before it. */
const EVERYBODYS = pageStatements('everybodys', 'compliance_item_id = $1', '$2');
const OWN = pageStatements('own', 'compliance_item_id = $1 and workspace_id = $2', '$3');

function pageStatements(name: string, whose: string, before: string) {
  const newest = `select * from status_entries where ${whose} order by updated_at desc, id desc limit ${PAGE} offset ${before}`;
  return {
    page: {
      name: `status-page-${name}`,
      text: joinRecords(newest, 'select * from status_records', 'entry.updated_at desc, entry.id desc'),
    },
    count: { name: `status-count-${name}`, text: `select count(*) as total from status_entries where ${whose}` },
  };
}

type Reader = 'free' | 'premium' | 'administrator';

function readerOf(view: Session): Reader {
  const actor = actorOf(view);
  if (can(actor, 'status-history.read-everyone')) return 'administrator';
  return can(actor, 'status-history.read') ? 'premium' : 'free';
}

/** Parameters: $1 the workspace, $2 and $3 the first and the last day. */
const EVERY_ITEM = statementsFor({ days: 'day between $2 and $3', own: 'workspace_id = $1', items: 'true' });

/** As above, and $4 the item, $5 a day that is always included and comes before all others where not all can. */
const ONE_ITEM = statementsFor({
  days: '(day between $2 and $3 or day = $5)',
  own: 'workspace_id = $1 and compliance_item_id = $4',
  items: 'item.id = $4',
  first: 'day = $5 desc,',
});

/** Conditions in SQL: which days, what the workspace recorded, which items; and what comes before the newest. */
interface Wanted {
  readonly days: string;
  readonly own: string;
  readonly items: string;
  readonly first?: string;
}

function statementsFor(wanted: Wanted): Record<Reader, string> {
  const own = `${wanted.own} and ${wanted.days}`;
  const ownEntries = `select * from status_entries where ${own}`;
  return {
    free: joinRecords(
      ownEntries,
      `select distinct on (compliance_item_id, day) * from status_records where ${own} and status <> 'NOTE'
       order by compliance_item_id, day, created_at desc`,
    ),
    premium: joinRecords(ownEntries, `select * from status_records where ${own}`),
    administrator: joinRecords(everybodysNewest(ownEntries, wanted), 'select * from status_records'),
  };
}

function joinRecords(entries: string, records: string, order = 'compliance_item_id, day, entry.id'): string {
  return `
    select entry.id, compliance_item_id, day, entry.user_id, entry.current_status, entry.created_at, entry.updated_at,
           record.id as record_id, record.status, record.note, record.updated_by, record.updated_at as record_updated_at
    from (${entries}) entry left join (${records}) record using (workspace_id, compliance_item_id, day)
    order by ${order}, record.created_at`;
}

/** Own entries come first: the rows of an administrator's table are about their own workspace (decisions, section 5). */
function everybodysNewest(ownEntries: string, { days, items, first = '' }: Wanted): string {
  const newest = `order by ${first} workspace_id = $1 desc, updated_at desc, id desc limit`;
  return `
    select entry.*
    from compliance_items item cross join lateral (
      select * from (
        (${ownEntries} and compliance_item_id = item.id)
        union
        (select * from status_entries
         where compliance_item_id = item.id and ${days}
         order by updated_at desc, id desc limit ${NEWEST_AN_ITEM})
      ) candidate ${newest} ${NEWEST_AN_ITEM}
    ) entry
    where ${items}
    ${newest.replaceAll('workspace_id', 'entry.workspace_id')} ${NEWEST_IN_ALL}`;
}
