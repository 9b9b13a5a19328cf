import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  type ComplianceItemChanges,
  DATE_FAULT,
  hasDateIfDue,
  type NewComplianceItem,
} from '@anupalan/contract/compliance-items';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/fields/employee-range';
import { findExceptionFault } from '@anupalan/domain/due-days/exceptions';
import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import { cleanRichText, isBlankRichText } from '../../platform/files/rich-text.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { CataloguePart } from './present.ts';

export type Values = NewComplianceItem['values'];

/**
 * The columns that a change of an item names, of the catalogue or of a company's own; the others stay.
 * @throws AppError invalid when what is given does not fit what it has.
 */
export function changeColumns(before: CataloguePart, changes: ComplianceItemChanges) {
  const { minEmployees = before.minEmployees, maxEmployees = before.maxEmployees } = changes;
  refuseWrongRange({ minEmployees, maxEmployees });
  const { date = before.dueDate.date, frequency = before.dueDate.frequency } = changes.dueDate ?? {};
  if (!hasDateIfDue({ date, frequency })) throw rejectPart('dueDate', DATE_FAULT);
  return {
    title: changes.title,
    description: changes.description === undefined ? undefined : cleanDescription(changes.description),
    state: changes.state,
    min_employees: changes.minEmployees,
    max_employees: changes.maxEmployees,
    access_level: changes.accessLevel,
    ...dueDateColumns({ ...changes.dueDate, date, frequency }),
  };
}

export function refuseWrongRange(range: { minEmployees: number; maxEmployees: number }): void {
  if (!isEmployeeRange(range)) throw rejectPart('maxEmployees', RANGE_FAULT);
}

export function rejectPart(part: string, fault: string): AppError {
  return new AppError('invalid', fault, { faults: { [part]: fault } });
}

export function cleanDescription(description: string): string {
  const clean = cleanRichText(description);
  return isBlankRichText(clean) ? '' : clean;
}

type DueDate = NewComplianceItem['dueDate'];

/**
 * The columns of the due date. Items that never fall due have neither a date nor a description of it, for which answers
 * say 'N/A' (R-due-dates-4). Exceptions that are given must be about days of the schedule; those that are left out stay,
 * whatever becomes of it (R-due-dates-21).
 * @throws AppError invalid for exceptions that don't fit.
 */
export function dueDateColumns(
  dueDate: Pick<DueDate, 'date' | 'frequency'> & { [Part in keyof DueDate]?: DueDate[Part] | undefined },
) {
  const { date, frequency, description, reminderDays, exceptions } = dueDate;
  const first = date === null ? null : Temporal.PlainDate.from(date.slice(0, 10));
  const fault = findExceptionFault(exceptions ?? [], { first, frequency });
  if (fault) throw rejectPart('dueDate', fault);
  const rest = { frequency, reminder_days: reminderDays, exceptions: exceptions && JSON.stringify(exceptions) };
  return frequency === 'never'
    ? { due_date: null, due_date_description: '', ...rest }
    : { due_date: date, due_date_description: description, ...rest };
}

/** Saves the values given; those of other fields stay (R-catalogue-2). */
export async function saveValues(
  trx: Transaction<DB>,
  itemId: string,
  fields: readonly ComplianceField[],
  values: Values,
): Promise<void> {
  const known = new Set(fields.map(({ _id }) => _id));
  if (Object.keys(values).some((id) => !known.has(id))) {
    throw rejectPart('values', 'A compliance field no longer exists. Reload and try again.');
  }
  const given = Object.entries(values).filter(([, { locked }]) => !locked);
  if (given.length === 0) return;
  await trx
    .deleteFrom('compliance_values')
    .where('compliance_item_id', '=', itemId)
    .where(
      'compliance_field_id',
      'in',
      given.map(([fieldId]) => fieldId),
    )
    .execute();
  const rows = given.flatMap(([fieldId, { text, isLink }]) =>
    text === '' ? [] : [{ compliance_item_id: itemId, compliance_field_id: fieldId, text, is_link: isLink }],
  );
  if (rows.length > 0) await trx.insertInto('compliance_values').values(rows).execute();
}
