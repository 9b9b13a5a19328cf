import type { Recorded } from '@anupalan/domain/company-summary';
import type { Pool } from 'pg';
import { indianDay } from '../../platform/days/indian-day.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { PROVEN_DAYS } from '../evidence/queries-score.ts';
import type { Days } from '../tracker/choose-days.ts';

/** The settled occurrences of one company: by item, then by their day from today. */
export type SettledOfCompany = ReadonlyMap<string, ReadonlyMap<number, Recorded>>;

/** What is settled of the days, and of `also`, in each of several workspaces; one that has nothing settled is missing. */
export async function readSettled(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  { today, days, also }: { today: Temporal.PlainDate; days: Days; also: readonly Temporal.PlainDate[] },
): Promise<ReadonlyMap<WorkspaceId, SettledOfCompany>> {
  const { rows } = await pool.query<SettledRow>({
    ...SETTLED,
    values: [workspaceIds, `${today}`, `${days.from}`, `${days.to}`, also.map(String)],
  });
  const byWorkspace = new Map<WorkspaceId, Map<string, ReadonlyMap<number, Recorded>>>();
  for (const { workspace_id: workspace, compliance_item_id: item, settled } of rows) {
    const byItem = byWorkspace.get(workspace) ?? new Map<string, ReadonlyMap<number, Recorded>>();
    byWorkspace.set(workspace, byItem.set(item, parse(settled)));
  }
  return byWorkspace;
}

function parse(settled: string): ReadonlyMap<number, Recorded> {
  const byDay = new Map<number, Recorded>();
  for (const one of settled.split(',')) {
    const [day, on, status, proven] = one.split(':');
    const isDone = status === 'done';
    byDay.set(Number(day), { settled: Number(on), isDone, ...(proven && { hasEvidence: true }) });
  }
  return byDay;
}

interface SettledRow {
  workspace_id: WorkspaceId;
  compliance_item_id: string;
  /**
   * `day:settled:status`, both days as days from today, with commas between; the second is the day in India. With
   * evidence `:t` follows.
   */
  settled: string;
}

/**
 * The statement: a row an item, because parsing a row for each of a hundred thousand entries is what would take long.
 * Parameters: $1 the workspaces, $2 today, $3 and $4 the first and the last day, $5 other days.
 */
const SETTLED = {
  name: 'settled-occurrences',
  text: `
    with filed as materialized (
      select distinct on (workspace_id, compliance_item_id, day) workspace_id, compliance_item_id, day,
        left(filing ->> 'filedOn', 10)::date as filed_on
      from status_records
      where workspace_id = any($1) and filing is not null and filing ->> 'filedOn' is not null
        and status = 'done' and counterpart is null
      order by workspace_id, compliance_item_id, day, created_at desc, id desc),
    proven as materialized (${PROVEN_DAYS})
    select workspace_id, compliance_item_id,
      string_agg((day - $2::date) || ':'
        || (coalesce(filed_on, ${indianDay('settled_at')}) - $2::date)
        || ':' || current_status || case when proven.day is null then '' else ':t' end, ',') as settled
    from status_entries
      left join filed using (workspace_id, compliance_item_id, day)
      left join proven using (workspace_id, compliance_item_id, day)
    where workspace_id = any($1) and (day between $3 and $4 or day = any($5)) and settled_at is not null
    group by workspace_id, compliance_item_id`,
};
