import { formatDay } from '@anupalan/domain/calendar-day';
import type { Frequency } from '@anupalan/domain/recurrence';
import type { ItemOfLaw } from './item-of-law.ts';

const RHYTHMS: Readonly<Record<Frequency, string>> = {
  never: 'No due day',
  once: 'Once, due',
  daily: 'Every day, first due',
  weekly: 'Every week, first due',
  monthly: 'Every month, first due',
  quarterly: 'Every quarter, first due',
  'half-yearly': 'Every half-year, first due',
  yearly: 'Every year, first due',
  '2-years': 'Every two years, first due',
};

type Schedule = Pick<ItemOfLaw, 'due_date' | 'frequency' | 'exceptions'> &
  Partial<Pick<ItemOfLaw, 'holiday_rule' | 'latest_after'>>;

/** The schedule of an item in words: its rhythm, and what moves its days. */
export function describeSchedule({
  due_date,
  frequency,
  exceptions,
  holiday_rule = null,
  latest_after = null,
}: Schedule): string {
  if (due_date === null) return RHYTHMS[frequency];
  const moved = exceptions.map(({ of, on }) => `${formatMonthDay(on)} instead of ${formatMonthDay(of)}`).sort();
  return [
    `${RHYTHMS[frequency]} ${formatDay(Temporal.PlainDate.from(due_date))}`,
    ...moved,
    ...(holiday_rule === null ? [] : ['on a holiday the next working day']),
    ...(latest_after === null ? [] : [describeLatest(latest_after)]),
  ].join('; ');
}

function describeLatest(days: number): string {
  if (days === 0) return 'no later day can be chosen';
  return `a day up to ${days} ${days === 1 ? 'day' : 'days'} later can be chosen`;
}

/** `04-30` as `30/04`, like days are written. */
function formatMonthDay(monthDay: string): string {
  return monthDay.split('-').reverse().join('/');
}
