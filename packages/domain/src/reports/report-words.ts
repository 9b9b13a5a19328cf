import { daysFrom, formatDay, formatIsoDay, indianDayOf } from '../calendar-day.ts';
import { formatRupees } from '../money.ts';
import { STATUS_LABELS, type Status } from '../statuses.ts';
import type { Standing } from './month-report.ts';

/** An occurrence as its words are made of it: its ISO day, how it stands, and the status that says so. */
export interface Reported {
  readonly day: string;
  readonly standing: Standing;
  readonly status: Status;
  /** How many of its registration numbers are recorded, where some are. */
  readonly numbers?: { readonly recorded: number; readonly of: number } | undefined;
  readonly record: ReportedRecord | null;
}

/** The record that an occurrence stands by, or that waits; `at` is its ISO moment. */
export interface ReportedRecord {
  readonly at: string;
  readonly by: string | null;
  readonly checkedBy: string | null;
  /** The registration number that it is about, where it is not about all. */
  readonly registrationNumber: string | null;
  readonly note: string;
  readonly filing: ReportedFiling | null;
}

interface ReportedFiling {
  readonly number?: string | undefined;
  readonly filedOn?: string | undefined;
  readonly amount?: number | undefined;
  readonly paidOn?: string | undefined;
  readonly nil?: true | undefined;
}

/** The status of an occurrence: "Done on 14/11/2026", "Done · to be checked", "Open · 7 days late · 2 of 3 recorded". */
export function describeStanding(line: Reported, today: Temporal.PlainDate): string {
  const { numbers } = line;
  return `${describeStatus(line, today)}${numbers ? ` · ${numbers.recorded} of ${numbers.of} recorded` : ''}`;
}

function describeStatus({ day, standing, status, record }: Reported, today: Temporal.PlainDate): string {
  const label = STATUS_LABELS[status];
  if (standing === 'settled') return status === 'done' && record ? `${label} on ${dayOf(record)}` : label;
  if (standing === 'waiting') return `${label} · to be checked`;
  const open = status === 'pending' || status === 'not-done' ? 'Open' : label;
  if (standing === 'open') return open;
  const late = daysFrom(Temporal.PlainDate.from(day.slice(0, 10)), today);
  return `${open} · ${late} ${late === 1 ? 'day' : 'days'} late`;
}

/** What a record says besides its status and its note: "by Asha Rao", "for TH/1234", "No. 4711", "Nil filed". */
export function describeRecord({ by, checkedBy, registrationNumber, filing }: ReportedRecord): string {
  const parts = [
    by && `by ${by}`,
    checkedBy && `checked by ${checkedBy}`,
    registrationNumber && `for ${registrationNumber}`,
    filing && describeFiling(filing),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What was filed, without the day of that: "Nil filed", "No. 4711 · ₹5,000.00 paid on 12/11/2026". */
export function describeFiling({ number, amount, paidOn, nil }: ReportedFiling): string {
  const parts = [
    nil && 'Nil filed',
    number && `No. ${number}`,
    amount !== undefined && `${formatRupees(amount)}${paidOn ? ` paid on ${formatIsoDay(paidOn)}` : ''}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The share of what was on time in whole percent, never rounded up; null when nothing counts. */
export function wholePercent({ done, of }: { done: number; of: number }): number | null {
  return of === 0 ? null : Math.floor((100 * done) / of);
}

/** The month of a report in words, "November 2026". */
export function nameMonth(month: string): string {
  return firstOf(month).toLocaleString('en-GB', { month: 'long', year: 'numeric' });
}

/** The month so many months later. */
export function addMonths(month: string, months: number): string {
  return firstOf(month).add({ months }).toString().slice(0, 7);
}

function firstOf(month: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(`${month}-01`);
}

/** The day that something was filed on, else that it was recorded on in India. */
function dayOf({ at, filing }: ReportedRecord): string {
  if (filing?.filedOn) return formatIsoDay(filing.filedOn);
  return formatDay(indianDayOf(Temporal.Instant.from(at)));
}
