import type { Recorded } from '@anupalan/domain/company-summary';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Days } from '../tracker/choose-days.ts';

/** The settled occurrences of one company: by item, then by their day from today. */
export type SettledOfCompany = ReadonlyMap<string, ReadonlyMap<number, Recorded>>;

/** What is settled in each of several workspaces; one that has nothing settled is missing. */
export async function readSettled(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  { today, days }: { today: Temporal.PlainDate; days: Days },
): Promise<ReadonlyMap<WorkspaceId, SettledOfCompany>> {
  const { rows } = await pool.query<SettledRow>({
    ...SETTLED,
    values: [workspaceIds, `${today}`, `${days.from}`, `${days.to}`],
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
  for (const pair of settled.split(',')) {
    const between = pair.indexOf(':');
    byDay.set(Number(pair.slice(0, between)), { settled: Number(pair.slice(between + 1)) });
  }
  return byDay;
}

interface SettledRow {
  workspace_id: WorkspaceId;
  compliance_item_id: string;
  /** `day:settled`, both as days from today, with commas between; the second is the day in India. */
  settled: string;
}

/**
 * The statement: a row an item, because parsing a row for each of a hundred thousand entries is what would take long.
 * Parameters: $1 the workspaces, $2 today, $3 and $4 the first and the last day.
 */
const SETTLED = {
  name: 'settled-occurrences',
  text: `
    select workspace_id, compliance_item_id,
      string_agg((day - $2::date) || ':' || ((settled_at at time zone 'Asia/Kolkata')::date - $2::date), ',') as settled
    from status_entries
    where workspace_id = any($1) and day between $3 and $4 and settled_at is not null
    group by workspace_id, compliance_item_id`,
};
