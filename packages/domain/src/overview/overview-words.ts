import { formatIsoDay } from '../calendar-day.ts';
import { formatRupees } from '../money.ts';
import type { Standing } from '../reports/month-report.ts';

/** How occurrences stand, in words. */
export const STANDING_LABELS: Readonly<Record<Standing, string>> = {
  settled: 'Settled',
  waiting: 'To be checked',
  late: 'Late',
  open: 'Still to come',
};

/** "and 4 more", or nothing. */
export function describeMore(count: number): string {
  return count > 0 ? `and ${count} more` : '';
}

/** The letters of a month on an axis: "Nov". */
export function monthInitials(month: string): string {
  return MONTHS[Number(month.slice(5, 7)) - 1] ?? '';
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface LateCostWords {
  readonly total: number | null;
  readonly estimate: boolean;
  readonly count: number;
  readonly unknown: number;
}

/** What the sum of late costs is, and what it leaves out (R-overview-6). */
export function describeLateCost({ total, estimate, count, unknown }: LateCostWords): string {
  if (count === 0) return 'Nothing that was late has a known price.';
  const sum = `${estimate ? 'About ' : ''}${formatRupees(total ?? 0)}`;
  const late = count === 1 ? 'one late occurrence' : `${count} late occurrences`;
  const left =
    unknown === 0 ? '' : `; of ${unknown} a part isn’t known and is left out: the amount that was due, or a fine`;
  return total === null ? `Not known, of ${late}.` : `${sum}, of ${late}${left}.`;
}

/** When a late occurrence was due and done: "due 15/10/2026, done 19/10/2026", "due 15/10/2026, open". */
export function describeLateCostLine(line: { readonly legal: string; readonly settledOn: string | null }): string {
  const done = line.settledOn === null ? 'open' : `done ${formatIsoDay(line.settledOn)}`;
  return `due ${formatIsoDay(line.legal)}, ${done}`;
}
