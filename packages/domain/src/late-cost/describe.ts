import { formatRupees } from '../money.ts';
import type { LateCost } from './late-cost.ts';
import type { Band, LateCostRule } from './rule.ts';

/** A rule in a line, without an amount: "12% a year". */
export function describeRule(rule: LateCostRule): string {
  const { kind, rate, bands } = rule;
  if (kind === 'percent-per-year') return `${rate}% a year`;
  if (kind === 'percent-per-month') return `${rate}% a month`;
  if (kind === 'rupees-per-day') return `${rupees(rate)} a day`;
  if (kind === 'range') return describeFine(bands);
  return bands.map((band) => `${describeBandRate(band)} ${describeReach(band)}`).join(', ');
}

/** How a delay was counted by a rule, or why it costs nothing (R-law-6). */
export function describeCost(rule: LateCostRule, cost: LateCost): string {
  if (cost.outcome === 'range') return describeFine(cost.bands);
  if (cost.outcome === 'nothing') return describeNothing(rule, cost.because);
  const capped = cost.capped ? `, and no more than ${rule.cap === 'tax' ? 'the tax' : 'what was due'}` : '';
  return `${describeCounted(rule, cost)}${capped}`;
}

function describeNothing({ grace, kind }: LateCostRule, because: 'in-time' | 'grace'): string {
  if (because === 'in-time') return 'Nothing, because it is in time';
  if (grace) return `Nothing within ${many(grace.n, grace.unit === 'days' ? 'day' : 'month')}`;
  return kind === 'range' ? 'Nothing so soon after the day' : 'Nothing';
}

function describeCounted(rule: LateCostRule, { rate, count }: Extract<LateCost, { outcome: 'sum' }>): string {
  const n = count?.n ?? 0;
  switch (rule.kind) {
    case 'percent-per-year':
      return `${rate}% a year for ${many(n, 'day')}`;
    case 'percent-per-month':
      return count?.unit === 'calendar-months'
        ? `${rate}% for each month of the calendar that it touches: ${many(n, 'month')}`
        : `${rate}% for each month begun: ${many(n, 'month')}`;
    case 'rupees-per-day':
      return `${rupees(rate)} a day for ${many(n, 'day')}`;
    case 'bands-rupees':
      return `One amount for ${many(n, 'day')}`;
    default:
      return rule.apply === 'whole-delay'
        ? `${rate}% a year, the band that it reached, for ${many(n, 'day')}`
        : `Each month begun at the rate of its band: ${many(n, 'month')}, the last at ${rate}%`;
  }
}

/** A fine between two amounts; imprisonment is told where it is possible. */
function describeFine(bands: readonly Band[]): string {
  const fines = bands.map((band) => {
    const from = band.rupeesMin ? `between ${rupees(band.rupeesMin)} and ` : 'up to ';
    const prison = band.imprisonmentMonthsMax
      ? `, with imprisonment of up to ${many(band.imprisonmentMonthsMax, 'month')} possible`
      : '';
    const offence = band.unit === 'offence' && band.from > 1 ? 'from the second offence ' : '';
    return `${offence}${from}${rupees(band.rupeesMax)}${prison}`;
  });
  return `A fine: ${fines.join('; ')}`;
}

function describeBandRate({ rate, per, rupees: amount }: Band): string {
  return amount === null ? `${rate}% a ${per}` : rupees(amount);
}

function describeReach({ from, to, unit }: Band): string {
  const one = unit === 'months' ? 'month' : unit === 'days' ? 'day' : 'offence';
  return to === null ? `after ${many(from, one)}` : `up to ${many(to, one)}`;
}

function many(n: number, unit: string): string {
  return n === 1 ? `1 ${unit}` : `${n} ${unit}s`;
}

/** Rupees without paise where there are none. */
function rupees(amount: number | null): string {
  return formatRupees(amount ?? 0).replace(/\.00$/, '');
}
