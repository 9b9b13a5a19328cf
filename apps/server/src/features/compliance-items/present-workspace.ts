import type { ComplianceItem, CustomReminder, PaymentDate, SubmissionDate } from '@anupalan/contract/compliance-items';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { MovedDay } from '@anupalan/domain/due-days/moved-days';
import { toRupees } from '@anupalan/domain/money';
import type { Selectable } from 'kysely';
import type { CustomReminders, PaymentDates, SubmissionDates } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { Days } from '../tracker/choose-days.ts';
import type { DaysInCompany } from '../tracker/item-days.ts';

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

type PresentedDays = Pick<ComplianceItem, 'movedDays' | 'possibleExtensions'>;

/** Most items have days that nothing moves. */
const STILL: PresentedDays = { movedDays: [], possibleExtensions: [] };

const known = new WeakMap<DaysInCompany, PresentedDays>();

/** An item's days as answers carry them, made once for all that share them (R-due-dates-20). */
export function presentDays(days: DaysInCompany): PresentedDays {
  const { moved, possible } = days;
  if (moved.length === 0 && possible.length === 0) return STILL;
  const presented = known.get(days) ?? {
    movedDays: moved.map(presentMovedDay),
    possibleExtensions: possible.map(({ id, day, newDay, condition, source }) => ({
      _id: id,
      forDate: toIsoMidnight(day),
      day: toIsoMidnight(newDay),
      condition: condition ?? '',
      source,
    })),
  };
  known.set(days, presented);
  return presented;
}

const presentedDays = new WeakMap<MovedDay, PresentedDays['movedDays'][number]>();

function presentMovedDay(moved: MovedDay): PresentedDays['movedDays'][number] {
  const { day, legal, company, by } = moved;
  const presented = presentedDays.get(moved) ?? {
    day: toIsoMidnight(day),
    legal: toIsoMidnight(legal),
    company: company && toIsoMidnight(company),
    by: [...by],
  };
  presentedDays.set(moved, presented);
  return presented;
}

/** A company's own holidays within some days, as answers carry them; undefined without any. */
export function presentHolidays(holidays: readonly string[], { from, to }: Days): string[] | undefined {
  if (holidays.length === 0) return undefined;
  const [first, last] = [from.toString(), to.toString()];
  const within = holidays.filter((day) => day >= first && day <= last);
  return within.length > 0 ? within.map(readDay) : undefined;
}
