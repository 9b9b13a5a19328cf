import type { ScheduleException } from '@anupalan/domain/due-days/exceptions';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** An obligation by the keys of the columns of its import; a `date` is ISO, `values` are by the ids of their fields. */
export interface PresentItem {
  readonly key: string | null;
  readonly act: string;
  readonly title: string;
  readonly frequency: string;
  readonly date: string | null;
  readonly dueDescription: string;
  readonly exceptions: readonly ScheduleException[];
  readonly state: string;
  readonly reminderDays: readonly number[];
  readonly description: string;
  readonly minEmployees: number;
  readonly maxEmployees: number;
  readonly accessLevel: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The obligations that a company keeps of its own, or with null those of the catalogue, that haven't ended. */
export async function readPresentItems(db: Db, workspaceId: WorkspaceId | null): Promise<PresentItem[]> {
  const { rows } = await sql<PresentItem>`
    select item.import_key as key, acts.name as act, item.title, item.frequency, item.due_date::text as date,
      item.due_date_description as "dueDescription", item.exceptions, item.state, item.reminder_days as "reminderDays",
      item.description, item.min_employees as "minEmployees", item.max_employees as "maxEmployees",
      item.access_level as "accessLevel",
      coalesce((
        select json_object_agg(compliance_field_id, text) from compliance_values
        where compliance_item_id = item.id), '{}'::json) as values
    from compliance_items item join acts on acts.id = item.act_id
    where item.workspace_id is not distinct from ${workspaceId}::uuid and item.registration_id is null
      and item.ended_reason is null
    order by item.sr_no, item.id`.execute(db);
  return rows;
}
