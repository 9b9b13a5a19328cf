import type { Frequency } from '@anupalan/domain/recurrence';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { FOR_ITS_COMPANY } from '../tracker/require-item.ts';
import type { DueItem } from './due-item.ts';

/** The own obligations of several workspaces; one without any is missing. */
export async function readOwnDueItems(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, DueItem[]>> {
  const { rows } = await pool.query<OwnDueRow>({ ...OWN_DUE_ITEMS, values: [workspaceIds] });
  const byWorkspace = Map.groupBy(rows, ({ workspace_id }) => workspace_id);
  return new Map([...byWorkspace].map(([workspace, own]) => [workspace, own.map(presentDueItem)]));
}

function presentDueItem({ id, title, act_id, act, due_date, frequency, since }: OwnDueRow): DueItem {
  const first = due_date === null ? null : Temporal.PlainDate.from(due_date);
  return { id, title, actId: act_id, act, since, rule: FOR_ITS_COMPANY, schedule: { first, frequency } };
}

interface OwnDueRow {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  act_id: string;
  act: string;
  due_date: string | null;
  frequency: Frequency;
  since: string;
}

/** The statement of own obligations. Parameter: $1 the workspaces. */
const OWN_DUE_ITEMS = {
  name: 'own-due-items',
  text: `
    select item.workspace_id, item.id, title, act_id, acts.name as act, due_date, frequency,
      item.created_at::date::text as since
    from compliance_items item join acts on acts.id = act_id
    where item.workspace_id = any($1)
    order by sr_no, item.id`,
};
