import { daysFrom, isBefore } from '../calendar-day.ts';
import { countCalendarMonths, countRunningMonths } from './count-months.ts';
import type { Band, Delay, LateCostRule } from './rule.ts';

/** What a rule makes of a delay (R-law-6). */
export type LateCost =
  /** Nothing: it was in time, or within the rule's grace. */
  | { readonly outcome: 'nothing'; readonly because: 'in-time' | 'grace' }
  /** A sum in paise; with the percent or the rupees that counted, and how often they did. */
  | {
      readonly outcome: 'sum';
      readonly paise: number;
      readonly rate: number | null;
      readonly count: Count | null;
      readonly capped: boolean;
    }
  /** A fine between two amounts, which nobody can compute: the bands that come into question. */
  | { readonly outcome: 'range'; readonly bands: readonly Band[] };

/** How many days, begun months or months of the calendar were counted. */
export interface Count {
  readonly n: number;
  readonly unit: 'days' | 'months' | 'calendar-months';
}

/** Computes what a delay costs by one rule, to the paisa (R-law-6). */
export function lateCost(rule: LateCostRule, delay: Delay): LateCost {
  const { dueOn, paidOn } = delay;
  if (!isBefore(dueOn, paidOn)) return { outcome: 'nothing', because: 'in-time' };
  const graceEnd = rule.grace && delay.countedFrom.add({ [rule.grace.unit]: rule.grace.n });
  if (graceEnd && !isBefore(graceEnd, paidOn)) return { outcome: 'nothing', because: 'grace' };
  const from = graceEnd && rule.grace?.then === 'from-grace-end' ? graceEnd : delay.countedFrom;
  if (rule.kind === 'range') return findRange(rule, from, paidOn);
  const { amount } = delay;
  const { sum, rate, count } = COMPUTE[rule.kind](rule, { amount, from, to: paidOn });
  const paise = Number(roundHalfUp(sum));
  const capped = rule.cap !== null && paise > amount;
  return { outcome: 'sum', paise: capped ? amount : paise, rate, count, capped };
}

/** Whether a rule holds for what was due on a day (R-law-7). */
export function holdsFor({ validFrom, validUntil }: LateCostRule, dueOn: Temporal.PlainDate): boolean {
  const day = dueOn.toString();
  return (validFrom === null || validFrom <= day) && (validUntil === null || day <= validUntil);
}

/** Paise as a fraction of whole numbers: exact also for the largest amount over centuries. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

interface Counted {
  readonly amount: number;
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

interface Computed {
  readonly sum: Fraction;
  readonly rate: number | null;
  readonly count: Count | null;
}

type Compute = (rule: LateCostRule, counted: Counted) => Computed;

const COMPUTE: Readonly<Record<Exclude<LateCostRule['kind'], 'range'>, Compute>> = {
  'percent-per-year': ({ rate }, counted) => percentOfDays(required(rate), counted),
  'percent-per-month': ({ rate, months }, { amount, from, to }) => {
    const isCalendar = months === 'calendar';
    const n = (isCalendar ? countCalendarMonths : countRunningMonths)(from, to);
    const sum = { over: BigInt(amount) * hundredths(required(rate)) * BigInt(n), under: 100n * 100n };
    return { sum, rate, count: { n, unit: isCalendar ? 'calendar-months' : 'months' } };
  },
  'rupees-per-day': ({ rate }, { from, to }) => {
    const n = Math.max(0, daysFrom(from, to));
    return { sum: { over: hundredths(required(rate)) * BigInt(n), under: 1n }, rate, count: { n, unit: 'days' } };
  },
  'bands-percent': (rule, counted) =>
    rule.apply === 'whole-delay' ? percentOfBandReached(rule, counted) : percentOfEachMonth(rule, counted),
  'bands-rupees': ({ bands }, { from, to }) => {
    const n = daysFrom(from, to);
    const rupees = n <= 0 ? 0 : required(findBand(bands, n).rupees);
    return { sum: { over: hundredths(rupees), under: 1n }, rate: null, count: { n, unit: 'days' } };
  },
};

/** The days of a year by which interest is counted, in leap years too. */
const YEAR = 365n;

function percentOfDays(rate: number, { amount, from, to }: Counted): Computed {
  const n = Math.max(0, daysFrom(from, to));
  const sum = { over: BigInt(amount) * hundredths(rate) * BigInt(n), under: 100n * 100n * YEAR };
  return { sum, rate, count: { n, unit: 'days' } };
}

/** The yearly rate of the band reached, for all days; a band begins with its completed months. */
function percentOfBandReached({ bands }: LateCostRule, counted: Counted): Computed {
  const { from, to } = counted;
  const reached = bands.findLast((band) => !isBefore(to, from.add({ months: band.from })));
  return percentOfDays(required(reached?.rate), counted);
}

/** Each begun month by the band that it is in; a yearly rate by a twelfth. */
function percentOfEachMonth({ bands }: LateCostRule, { amount, from, to }: Counted): Computed {
  const n = countRunningMonths(from, to);
  const monthsIn = (band: Band) => Math.max(0, Math.min(n, band.to ?? n) - band.from);
  const twelfths = bands.reduce(
    (sum, band) => sum + BigInt(monthsIn(band)) * hundredths(required(band.rate)) * (band.per === 'month' ? 12n : 1n),
    0n,
  );
  const rate = n === 0 ? null : findBand(bands, n).rate;
  return { sum: { over: BigInt(amount) * twelfths, under: 100n * 100n * 12n }, rate, count: { n, unit: 'months' } };
}

/** The fines that come into question: of the time reached, or of any offence, which nobody here can know. */
function findRange({ bands }: LateCostRule, from: Temporal.PlainDate, to: Temporal.PlainDate): LateCost {
  const possible = bands.filter(
    (band) => band.unit === 'offence' || findBand(bands, lengthIn(band.unit, from, to)) === band,
  );
  if (possible.every(({ rupeesMax }) => rupeesMax === 0)) return { outcome: 'nothing', because: 'grace' };
  return { outcome: 'range', bands: possible };
}

function lengthIn(unit: 'months' | 'days', from: Temporal.PlainDate, to: Temporal.PlainDate): number {
  return unit === 'days' ? daysFrom(from, to) : countRunningMonths(from, to);
}

/** The band of a length: more than `from`, up to `to`. */
function findBand(bands: readonly Band[], length: number): Band {
  const band = bands.find(({ from, to }) => length > from && (to === null || length <= to));
  if (!band) throw new RangeError(`No band has a length of ${length}`);
  return band;
}

function required(value: number | null | undefined): number {
  if (value === null || value === undefined) throw new RangeError('A rule of this kind has a rate');
  return value;
}

/** Hundredths of a number with at most two decimals, which rates have by the catalogue's schema. */
function hundredths(value: number): bigint {
  return BigInt(Math.round(value * 100));
}

function roundHalfUp({ over, under }: Fraction): bigint {
  return (2n * over + under) / (2n * under);
}
