import type { CustomReminder, PaymentDate, SubmissionDate } from '@anupalan/contract/compliance-items';
import { toRupees } from '@anupalan/domain/money';
import type { Selectable } from 'kysely';
import type { CustomReminders, PaymentDates, SubmissionDates } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** A row that PostgreSQL sent as JSON, in which a moment is text. */
type JsonRow<Row> = {
  [Column in keyof Row]: Row[Column] extends Date
    ? string
    : Row[Column] extends Date | null
      ? string | null
      : Row[Column];
};

export type ReminderRow = JsonRow<Selectable<CustomReminders>>;
export type PaymentDateRow = JsonRow<Selectable<PaymentDates>>;
export type SubmissionDateRow = JsonRow<Selectable<SubmissionDates>>;

export function presentReminder(row: ReminderRow): CustomReminder {
  return {
    _id: row.id,
    complianceId: row.compliance_item_id,
    userId: row.user_id,
    reminderDate: new Date(row.reminder_at).toISOString(),
    isAcknowledged: row.acknowledged_at !== null,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}

export function presentPaymentDate(row: PaymentDateRow): PaymentDate {
  return {
    _id: row.id,
    date: readDay(row.day),
    amount: toRupees(row.amount_paise),
    description: row.description,
    userId: row.user_id,
  };
}

export function presentSubmissionDate(row: SubmissionDateRow): SubmissionDate {
  return { _id: row.id, date: readDay(row.day), description: row.description, userId: row.user_id };
}
