import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { BEFORE_TRACKING } from '../../compliance-items/describe-due.ts';

/** Groups of the agenda, in their order (R-tracker-32). */
export const DAY_GROUPS = ['overdue', 'today', 'week', 'month', 'later', 'untracked', 'settled', 'never'] as const;

export type DayGroup = (typeof DAY_GROUPS)[number];

export const DAY_NAMES: Readonly<Record<DayGroup, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  month: 'This month',
  later: 'Later',
  untracked: BEFORE_TRACKING,
  settled: 'Settled',
  never: 'No due date',
};

/**
 * Group of a row: when its current occurrence falls due, or that it is settled. A week ends on Saturday, as the
 * calendar's do (R-calendar-2); what is due in it and in the next month is due this week.
 */
export function dayGroupOf(
  { urgency, daysLeft }: Pick<ComplianceRow, 'urgency' | 'daysLeft'>,
  today: Temporal.PlainDate,
): DayGroup {
  if (urgency !== 'due-soon' && urgency !== 'later') return urgency;
  if (daysLeft === 0) return 'today';
  if (daysLeft <= SATURDAY - (today.dayOfWeek % 7)) return 'week';
  return daysLeft <= today.daysInMonth - today.day ? 'month' : 'later';
}

/** Of the days of a week that begins with Sunday, 0. */
const SATURDAY = 6;
