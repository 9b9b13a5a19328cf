import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ComplianceItem, FieldValue } from '@anupalan/contract/compliance-items';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { nextDueDate } from '@anupalan/domain/recurrence';
import type { Selectable } from 'kysely';
import type { ComplianceItems, ComplianceValues } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** The part of an item that the company recorded or that depends on the viewer. */
export type RecordedPart = Pick<ComplianceItem, RecordedKey>;

type RecordedKey =
  | 'trackedFrom'
  | 'period'
  | 'statusHistory'
  | 'statusHistoryTotal'
  | 'statusHistoryCut'
  | 'history'
  | 'customReminders'
  | 'paymentDates'
  | 'submissionDates'
  | 'movedDays'
  | 'possibleExtensions'
  | 'holidays'
  | 'assignment'
  | 'userId';

/** The other part: what the catalogue says of an item, the same for everybody of a plan. */
export type CataloguePart = Omit<ComplianceItem, RecordedKey>;

/** The catalogue's part with every value; a field without a value has an empty one. */
export function presentItem(
  row: Selectable<ComplianceItems>,
  fields: readonly ComplianceField[],
  values: readonly Selectable<ComplianceValues>[],
): CataloguePart {
  const byField = new Map(values.map((value) => [value.compliance_field_id, value]));
  return {
    _id: row.id,
    actId: row.act_id,
    srNo: row.sr_no,
    title: row.title,
    description: row.description,
    state: row.state,
    minEmployees: row.min_employees,
    maxEmployees: row.max_employees,
    values: Object.fromEntries(fields.map((field) => [field._id, presentValue(byField.get(field._id))])),
    accessLevel: row.access_level,
    dueDate: presentDueDate(row),
    ...(row.workspace_id !== null && { own: true }),
    ...(row.registration_id !== null && { registrationId: row.registration_id }),
    ...(row.registration !== null && { registrationKind: row.registration }),
    ...(row.ended_reason !== null && { ended: row.ended_reason }),
    provenance: presentProvenance(row),
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function presentValue(value: Selectable<ComplianceValues> | undefined): FieldValue {
  return value ? { text: value.text, isLink: value.is_link } : { text: '', isLink: false };
}

function presentDueDate(row: Selectable<ComplianceItems>): ComplianceItem['dueDate'] {
  const first = row.due_date === null ? null : storedDay(row.due_date);
  const next = first && nextDueDate(first, row.frequency);
  return {
    date: first && toIsoMidnight(first),
    frequency: row.frequency,
    nextDueDate: next && toIsoMidnight(next),
    // A renewal that is not due says why: it was filed (R-registrations-8).
    description: row.frequency === 'never' && !row.registration_id ? 'N/A' : row.due_date_description,
    reminderDays: row.reminder_days,
    ...(row.exceptions.length > 0 && { exceptions: row.exceptions }),
  };
}

function presentProvenance({ source, confidence, notes, checked_on }: Selectable<ComplianceItems>) {
  if (source === null || confidence === null || notes === null || checked_on === null) return null;
  return { source, confidence, notes, checkedOn: readDay(checked_on) };
}

/**
 * The catalogue's part as free users get it: no value of a premium field, and none at all of a premium item
 * (R-tracker-5).
 */
export function lockPremiumValues(item: CataloguePart, fields: readonly ComplianceField[]): CataloguePart {
  const isLocked = (field: ComplianceField) => item.accessLevel === 'premium' || field.accessLevel === 'premium';
  const locks = fields.filter(isLocked).map((field): [string, FieldValue] => [field._id, LOCKED]);
  return { ...item, values: { ...item.values, ...Object.fromEntries(locks) } };
}

const LOCKED: FieldValue = { text: '', isLink: false, locked: true };
