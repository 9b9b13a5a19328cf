import type { Schedule } from '@anupalan/domain/occurrence';
import type { Frequency } from '@anupalan/domain/recurrence';

/** Frequencies in words (R-due-dates-1). */
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = {
  never: 'N/A',
  once: 'Once',
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  'half-yearly': 'Half-yearly',
  yearly: 'Yearly',
  '2-years': 'Every 2 years',
};

/** What a row says whose occurrence nobody is chased for (R-due-dates-19). */
export const BEFORE_TRACKING = 'Before you joined';

/** Distance of a due date in words (R-due-dates-16); `daysLeft` is negative once it has passed. */
export function describeDue(daysLeft: number): string {
  if (daysLeft === 0) return 'Due today';
  if (daysLeft === 1) return 'Due tomorrow';
  if (daysLeft > 0) return `Due in ${daysLeft} days`;
  return daysLeft === -1 ? '1 day overdue' : `${-daysLeft} days overdue`;
}

/** What stands in place of a due date whose item falls due on days that the viewer doesn't see alone. */
export const NONE_IN_PERIOD = 'None in your period';

/** Whether an item without a current occurrence has some outside the viewer's period (R-companies-21). */
export function isDueOutside({ first, frequency, within }: Schedule): boolean {
  return within !== undefined && first !== null && frequency !== 'never';
}
