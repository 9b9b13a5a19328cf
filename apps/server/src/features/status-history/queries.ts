import type { StatusEntry, StatusWindow } from '@anupalan/contract/status-history';
import { isBefore } from '@anupalan/domain/calendar-day';
import { statusWindow } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Pool } from 'pg';
import { AppError } from '../../platform/errors.ts';
import { runPrepared } from '../../platform/prepared-statement.ts';
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
  const reader = readerOf(view);
  const statement = { name: `status-histories-${reader}`, text: EVERY_ITEM[reader] };
  const rows = await runPrepared<StatusRow>(pool, statement, [view.workspaceId, `${days.from}`, `${days.to}`]);
  return Map.groupBy(presentStatusEntries(rows), (entry) => entry.complianceId);
}

/** {@link readStatusHistories} of one item, with the workspace's entry of `day` wherever that lies. */
export async function readStatusHistory(
  pool: Pool,
  view: Session,
  { itemId, day, days }: { itemId: string; day: string; days: Days },
): Promise<StatusEntry[]> {
  const reader = readerOf(view);
  const statement = { name: `status-history-${reader}`, text: ONE_ITEM[reader] };
  const values = [view.workspaceId, `${days.from}`, `${days.to}`, itemId, day];
  return presentStatusEntries(await runPrepared<StatusRow>(pool, statement, values));
}

/** How many status entries each item has, everybody's of all time. */
export async function countStatusEntries(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ item: string; total: number }>(
    'select compliance_item_id as item, count(*) as total from status_entries group by compliance_item_id',
  );
  return new Map(rows.map(({ item, total }) => [item, total]));
}

type Reader = 'free' | 'premium' | 'administrator';

function readerOf(view: Session): Reader {
  const actor = actorOf(view);
  if (can(actor, 'status-history.read-everyone')) return 'administrator';
  return can(actor, 'status-history.read') ? 'premium' : 'free';
}

/** Parameters: $1 the workspace, $2 and $3 the first and the last day. */
const EVERY_ITEM = statementsFor('workspace_id = $1 and day between $2 and $3', 'true');

/** As above, and $4 the item, $5 a day that is always included. */
const ONE_ITEM = statementsFor(
  'workspace_id = $1 and compliance_item_id = $4 and (day between $2 and $3 or day = $5)',
  'item.id = $4',
);

function statementsFor(own: string, items: string): Record<Reader, string> {
  const ownEntries = `select * from status_entries where ${own}`;
  return {
    free: joinRecords(
      ownEntries,
      `select distinct on (compliance_item_id, day) * from status_records where ${own} and status <> 'NOTE'
       order by compliance_item_id, day, created_at desc`,
    ),
    premium: joinRecords(ownEntries, `select * from status_records where ${own}`),
    administrator: joinRecords(everybodysNewest(ownEntries, items), 'select * from status_records'),
  };
}

function joinRecords(entries: string, records: string): string {
  return `
    select entry.id, compliance_item_id, day, entry.user_id, entry.current_status, entry.created_at, entry.updated_at,
           record.id as record_id, record.status, record.note, record.updated_by, record.updated_at as record_updated_at
    from (${entries}) entry left join (${records}) record using (workspace_id, compliance_item_id, day)
    order by compliance_item_id, day, entry.id, record.created_at`;
}

/** Own entries come first: the rows of an administrator's table are about their own workspace (decisions, section 5). */
function everybodysNewest(ownEntries: string, items: string): string {
  const newest = 'order by workspace_id = $1 desc, updated_at desc, id desc limit';
  return `
    select entry.*
    from compliance_items item cross join lateral (
      select * from (
        (${ownEntries} and compliance_item_id = item.id)
        union
        (select * from status_entries
         where compliance_item_id = item.id and day between $2 and $3
         order by updated_at desc, id desc limit ${NEWEST_AN_ITEM})
      ) candidate ${newest} ${NEWEST_AN_ITEM}
    ) entry
    where ${items}
    ${newest.replaceAll('workspace_id', 'entry.workspace_id')} ${NEWEST_IN_ALL}`;
}
