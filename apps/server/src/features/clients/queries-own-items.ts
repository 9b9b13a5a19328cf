import type { Pool } from 'pg';
import { indianDay } from '../../platform/days/indian-day.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type DaysColumns, itemDaysOf } from '../tracker/item-days.ts';
import { FOR_ITS_COMPANY } from '../tracker/judged-items.ts';
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

function presentDueItem({ id, title, act_id, act, since, reminder_days, changed_at, ...days }: OwnDueRow): DueItem {
  return {
    ...{ id, title, actId: act_id, act, since, rule: FOR_ITS_COMPANY, days: itemDaysOf(days) },
    ...{ reminderDays: reminder_days, changedAt: changed_at.getTime() },
  };
}

interface OwnDueRow extends DaysColumns {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  act_id: string;
  act: string;
  since: string;
  reminder_days: number[];
  changed_at: Date;
}

/** The statement of own obligations. Parameter: $1 the workspaces. */
const OWN_DUE_ITEMS = {
  name: 'own-due-items',
  text: `
    select item.workspace_id, item.id, title, act_id, acts.name as act, due_date, frequency,
      due_date_description, exceptions, holiday_rule, basis, latest_after,
      ${indianDay('item.created_at')}::text as since, reminder_days, item.updated_at as changed_at
    from compliance_items item join acts on acts.id = act_id
    where item.workspace_id = any($1)
    order by sr_no, item.id`,
};
