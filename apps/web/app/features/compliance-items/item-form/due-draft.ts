import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type Frequency, nextDueDate, occurrenceAt } from '@anupalan/domain/recurrence';

/** An item's due date as the form holds it. */
export interface DueDraft {
  /** ISO (`2026-12-15`), or what was typed that is no day. */
  date: string;
  frequency: Frequency;
  description: string;
  /** Days before the due date, comma-separated. */
  reminderDays: string;
}

/** What stands where something that never falls due has nothing (specification 2, section 9). */
export const NOT_APPLICABLE = 'N/A';

/** A new item's (specification 2, section 9: default reminder days). */
export const NEW_DUE: DueDraft = { date: '', frequency: 'monthly', description: '', reminderDays: '7, 3, 1' };

export function draftOfDue({ date, frequency, description, reminderDays }: ComplianceItem['dueDate']): DueDraft {
  return { date: date?.slice(0, 10) ?? '', frequency, description, reminderDays: reminderDays.join(', ') };
}

/** The due date as requests carry it. */
export function readDueDraft({ reminderDays, ...due }: DueDraft) {
  return { ...due, reminderDays: parseReminderDays(reminderDays) };
}

/** Reads comma-separated days; what is no number is dropped (specification 2, section 5). */
export function parseReminderDays(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && Number.isFinite(Number(part)))
    .map(Number);
}

/**
 * The due date with another frequency. `never` has no date and nothing to say about it; coming back from it, there is
 * again what `before` had, or else a date of today.
 */
export function changeFrequency(
  due: DueDraft,
  frequency: Frequency,
  { before, today }: { before: DueDraft | null; today: Temporal.PlainDate },
): DueDraft {
  if (frequency === 'never') return { ...due, frequency, date: '', description: NOT_APPLICABLE };
  if (due.frequency !== 'never') return { ...due, frequency };
  const { date = '', description = '' } = before ?? {};
  return { ...due, frequency, date: date || today.toString(), description };
}

/** The next due date as people read it; a dash while the date is none. */
export function describeNextDue({ date, frequency }: Pick<DueDraft, 'date' | 'frequency'>): string {
  if (frequency === 'never') return NOT_APPLICABLE;
  const first = parseCalendarDay(date);
  const next = first && nextDueDate(first, frequency);
  return next ? formatDay(next) : '–';
}

/** The quick due dates (specification 2, section 2), clamped to the month's last day as recurrences are. */
export function listShortcuts(today: Temporal.PlainDate): { label: string; day: Temporal.PlainDate | null }[] {
  return [
    { label: 'Today', day: today },
    { label: 'Next Week', day: occurrenceAt(today, 'weekly', 1) },
    { label: 'Next Month', day: occurrenceAt(today, 'monthly', 1) },
    { label: 'Next Quarter', day: occurrenceAt(today, 'quarterly', 1) },
    { label: 'Next Year', day: occurrenceAt(today, 'yearly', 1) },
  ];
}
