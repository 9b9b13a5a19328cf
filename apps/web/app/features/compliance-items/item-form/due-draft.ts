import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type Frequency, nextDueDate, occurrenceAt } from '@anupalan/domain/recurrence';

/** Due date of an item as the form holds it. */
export interface DueDraft {
  /** ISO day (`2026-12-15`), or typed text that is no day. */
  date: string;
  frequency: Frequency;
  description: string;
  /** Days before the due date, comma-separated. */
  reminderDays: string;
  /** Due days that fall on another day every year, `07/04 → 30/04`, comma-separated. */
  exceptions: string;
}

/** Text for what an item that never falls due does not have (R-due-dates-4). */
export const NOT_APPLICABLE = 'N/A';

/** Initial due date of a new item (R-catalogue-21). */
export const NEW_DUE: DueDraft = {
  date: '',
  frequency: 'monthly',
  description: '',
  reminderDays: '7, 3, 1',
  exceptions: '',
};

export function draftOfDue({ date, exceptions = [], ...due }: ComplianceItem['dueDate']): DueDraft {
  const { frequency, description, reminderDays } = due;
  return {
    date: date?.slice(0, 10) ?? '',
    frequency,
    description,
    reminderDays: reminderDays.join(', '),
    exceptions: exceptions.map(({ of, on }) => `${turn(of, '-', '/')} → ${turn(on, '-', '/')}`).join(', '),
  };
}

/** Month and day the other way round: `04-07` as `07/04`. */
function turn(text: string, from: string, to: string): string {
  return text.split(from).reverse().join(to);
}

/** Exceptions as they are typed, `07/04 → 30/04`, separated by commas; the contract refuses what is none. */
export function parseExceptions(text: string) {
  const typed = text.split(',').map((part) => part.trim());
  return typed.filter(Boolean).map((part) => {
    const [of = '', on = ''] = part.split(/\s*(?:→|->|to)\s*/);
    return { of: turn(of, '/', '-'), on: turn(on, '/', '-') };
  });
}

/** Due date as requests carry it. */
export function readDueDraft({ reminderDays, exceptions, ...due }: DueDraft) {
  const moved = due.frequency === 'never' ? [] : parseExceptions(exceptions);
  return { ...due, reminderDays: parseReminderDays(reminderDays), exceptions: moved };
}

/** Comma-separated days as numbers; what is no number is dropped (R-catalogue-21). */
export function parseReminderDays(text: string): number[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && Number.isFinite(Number(part)))
    .map(Number);
}

/**
 * Due date with another frequency (R-catalogue-20). `never` clears it; leaving `never` restores `before`, or else
 * starts today.
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

/** Next due date as people read it; a dash while the date is invalid. */
export function describeNextDue({ date, frequency }: Pick<DueDraft, 'date' | 'frequency'>): string {
  if (frequency === 'never') return NOT_APPLICABLE;
  const first = parseCalendarDay(date);
  const next = first && nextDueDate(first, frequency);
  return next ? formatDay(next) : '–';
}

/** Quick due dates (R-catalogue-20), clamped to the month's last day like recurrences. */
export function listShortcuts(today: Temporal.PlainDate): { label: string; day: Temporal.PlainDate | null }[] {
  return [
    { label: 'Today', day: today },
    { label: 'Next Week', day: occurrenceAt(today, 'weekly', 1) },
    { label: 'Next Month', day: occurrenceAt(today, 'monthly', 1) },
    { label: 'Next Quarter', day: occurrenceAt(today, 'quarterly', 1) },
    { label: 'Next Year', day: occurrenceAt(today, 'yearly', 1) },
  ];
}
