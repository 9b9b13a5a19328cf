import type { Filing } from '@anupalan/contract/fields/filing';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { findFilingFault } from '@anupalan/domain/due-days/filing-days';
import type { Frequency } from '@anupalan/domain/recurrence';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/**
 * Notes at a record that was just made what was filed (R-filing-runs-4), wherever it is: in the history, or waiting for
 * its check, which it keeps until then.
 * @throws AppError invalid for a day of filing before the period of the occurrence (R-statuses-21)
 */
export async function noteFiling(
  trx: Transaction<DB>,
  { workspaceId, recordId }: { workspaceId: WorkspaceId; recordId: string },
  filing: Filing,
): Promise<void> {
  const which = sql`workspace_id = ${workspaceId} and id = ${recordId}`;
  const noted = sql`set filing = ${JSON.stringify(filing)}::jsonb where ${which}`;
  await sql`update checks ${noted}`.execute(trx);
  await sql`update status_records ${noted}`.execute(trx);
  if (filing.filedOn === undefined) return;
  const { rows } = await sql<{ day: string; frequency: Frequency }>`
    select record.day::text, item.frequency
    from (
      select compliance_item_id, day from status_records where ${which}
      union all select compliance_item_id, day from checks where ${which}) record
      join compliance_items item on item.id = record.compliance_item_id`.execute(trx);
  // A duty has neither: what records it judges the day.
  for (const { day, frequency } of rows) requireFilingDay(filing.filedOn, { day, frequency });
}

/** @throws AppError invalid for a day of filing before the period of an occurrence; days are ISO */
export function requireFilingDay(filedOn: string, { day, frequency }: { day: string; frequency: Frequency }): void {
  const [filed, nominal] = [parseCalendarDay(filedOn), parseCalendarDay(day)];
  const fault = filed && nominal && findFilingFault(filed, { day: nominal, frequency });
  if (fault) throw new AppError('invalid', fault, { faults: { filedOn: fault } });
}
