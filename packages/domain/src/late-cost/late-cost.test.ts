import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCalendarMonths, countRunningMonths } from './count-months.ts';
import { describeCost, describeRule } from './describe.ts';
import { holdsFor, lateCost } from './late-cost.ts';
import type { Band, LateCostRule } from './rule.ts';

const day = (text: string) => Temporal.PlainDate.from(text);

function makeRule(change: Partial<LateCostRule>): LateCostRule {
  return {
    ...{ key: 'rule', title: 'Rule', kind: 'percent-per-year', rate: 12, bands: [], apply: null, months: null },
    ...{ cap: null, countedFrom: 'due-date', grace: null, validFrom: null, validUntil: null },
    ...change,
  };
}

function makeBand(change: Partial<Band>): Band {
  return {
    ...{ from: 0, to: null, unit: 'months', rate: null, per: null },
    ...{ rupees: null, rupeesMin: null, rupeesMax: null, imprisonmentMonthsMax: null },
    ...change,
  };
}

type Grace = NonNullable<LateCostRule['grace']>;

function graceOf(n: number, unit: Grace['unit'], then: Grace['then']): Grace {
  return { n, unit, then };
}

const yearly = (from: number, to: number | null, rate: number) => makeBand({ from, to, rate, per: 'year' });
const monthly = (from: number, to: number | null, rate: number) => makeBand({ from, to, rate, per: 'month' });

const DAMAGES = [yearly(0, 2, 5), yearly(2, 4, 10), yearly(4, 6, 15), yearly(6, null, 25)];
const MAHARASHTRA = [monthly(0, 1, 1.25), monthly(1, 3, 1.5), monthly(3, null, 2)];

/** ₹1,00,000 due on 15 December 2026; the rule, the day it is paid, paise, and the words. */
const SUMS: readonly (readonly [what: string, rule: LateCostRule, paidOn: string, paise: number, words: string])[] = [
  ['a year', makeRule({}), '2027-01-14', 98_630, '12% a year for 30 days'],
  ['one day', makeRule({}), '2026-12-16', 3_288, '12% a year for 1 day'],
  [
    'a month begun',
    makeRule({ kind: 'percent-per-month', rate: 1, months: 'running' }),
    '2027-01-15',
    100_000,
    '1% for each month begun: 1 month',
  ],
  [
    'the day after a month',
    makeRule({ kind: 'percent-per-month', rate: 1, months: 'running' }),
    '2027-01-16',
    200_000,
    '1% for each month begun: 2 months',
  ],
  [
    'months of the calendar',
    makeRule({ kind: 'percent-per-month', rate: 1.5, months: 'calendar' }),
    '2027-01-01',
    300_000,
    '1.5% for each month of the calendar that it touches: 2 months',
  ],
  ['rupees a day', makeRule({ kind: 'rupees-per-day', rate: 200 }), '2026-12-25', 200_000, '₹200 a day for 10 days'],
  [
    'the band reached, for all days: 62 of 365 at 10%',
    makeRule({ kind: 'bands-percent', rate: null, bands: DAMAGES, apply: 'whole-delay', months: 'running' }),
    '2027-02-15',
    169_863,
    '10% a year, the band that it reached, for 62 days',
  ],
  [
    'the day before the band: 61 of 365 at 5%',
    makeRule({ kind: 'bands-percent', rate: null, bands: DAMAGES, apply: 'whole-delay', months: 'running' }),
    '2027-02-14',
    83_562,
    '5% a year, the band that it reached, for 61 days',
  ],
  [
    'each month its band: 1.25 + 1.5 + 1.5 + 2 percent',
    makeRule({ kind: 'bands-percent', rate: null, bands: MAHARASHTRA, apply: 'each-month', months: 'running' }),
    '2027-03-31',
    625_000,
    'Each month begun at the rate of its band: 4 months, the last at 2%',
  ],
  [
    'each month a twelfth of a year: 1 + 1 + 1 + 1.5 percent',
    makeRule({
      ...{ kind: 'bands-percent', rate: null, apply: 'each-month', months: 'running' },
      bands: [yearly(0, 3, 12), yearly(3, null, 18)],
    }),
    '2027-03-31',
    450_000,
    'Each month begun at the rate of its band: 4 months, the last at 18%',
  ],
  [
    'bands of rupees: 30 days',
    makeRule({
      ...{ kind: 'bands-rupees', rate: null },
      bands: [makeBand({ to: 30, unit: 'days', rupees: 200 }), makeBand({ from: 30, unit: 'days', rupees: 1_000 })],
    }),
    '2027-01-14',
    20_000,
    'One amount for 30 days',
  ],
  [
    'a cap',
    makeRule({ kind: 'rupees-per-day', rate: 50_000, cap: 'tax' }),
    '2026-12-25',
    10_000_000,
    '₹50,000 a day for 10 days, and no more than the tax',
  ],
  [
    'grace that is over counts from the due day',
    makeRule({ grace: graceOf(1, 'months', 'from-start') }),
    '2027-01-16',
    105_205,
    '12% a year for 32 days',
  ],
  [
    'or from the end of the grace',
    makeRule({ grace: graceOf(30, 'days', 'from-grace-end') }),
    '2027-01-16',
    6_575,
    '12% a year for 2 days',
  ],
];

test.each(SUMS)('%s', (_, rule, paidOn, paise, words) => {
  const dueOn = day('2026-12-15');
  const cost = lateCost(rule, { amount: 10_000_000, dueOn, paidOn: day(paidOn), countedFrom: dueOn });
  expect(cost).toMatchObject({ outcome: 'sum', paise });
  expect(describeCost(rule, cost)).toBe(words);
});

describe('nothing is owed', () => {
  const dueOn = day('2026-12-15');
  const grace = graceOf(30, 'days', 'from-start');

  test.each([
    ['on the due day', {}, '2026-12-15', 'Nothing, because it is in time'],
    [
      'before it',
      { kind: 'percent-per-month', rate: 1, months: 'calendar' },
      '2026-12-01',
      'Nothing, because it is in time',
    ],
    ['on the last day of the grace', { grace }, '2027-01-14', 'Nothing within 30 days'],
  ] as const)('%s', (_, change, paidOn, words) => {
    const rule = makeRule(change);
    // Tax that was deducted weeks before costs nothing either as long as it is in time.
    const cost = lateCost(rule, { amount: 1, dueOn, paidOn: day(paidOn), countedFrom: day('2026-12-15') });
    expect(cost.outcome).toBe('nothing');
    expect(describeCost(rule, cost)).toBe(words);
  });
});

describe('a fine between two amounts is told, not computed', () => {
  const dueOn = day('2026-12-15');
  const offences = [
    makeBand({ from: 1, to: 1, unit: 'offence', rupeesMin: 0, rupeesMax: 50_000 }),
    makeBand({ from: 2, unit: 'offence', rupeesMin: 0, rupeesMax: 100_000, imprisonmentMonthsMax: 3 }),
  ];
  const byTime = [
    makeBand({ to: 1, rupeesMin: 0, rupeesMax: 0 }),
    makeBand({ from: 1, rupeesMin: 10_000, rupeesMax: 100_000 }),
  ];

  test.each([
    [
      offences,
      '2026-12-16',
      'A fine: up to ₹50,000; from the second offence up to ₹1,00,000, with imprisonment of up to 3 months possible',
    ],
    [byTime, '2027-01-16', 'A fine: between ₹10,000 and ₹1,00,000'],
    [byTime, '2027-01-15', 'Nothing so soon after the day'],
  ])('%#', (bands, paidOn, words) => {
    const rule = makeRule({ kind: 'range', rate: null, bands });
    const cost = lateCost(rule, { amount: 100, dueOn, paidOn: day(paidOn), countedFrom: dueOn });
    expect(describeCost(rule, cost)).toBe(words);
  });

  test('a rule in a line', () => {
    expect(describeRule(makeRule({ kind: 'percent-per-month', rate: 1.5 }))).toBe('1.5% a month');
    expect(describeRule(makeRule({ kind: 'bands-percent', rate: null, bands: MAHARASHTRA }))).toBe(
      '1.25% a month up to 1 month, 1.5% a month up to 3 months, 2% a month after 3 months',
    );
  });
});

test('a rule holds for due days within its validity, both ends included', () => {
  const rule = makeRule({ validFrom: '2025-11-21', validUntil: '2026-03-31' });
  const days = ['2025-11-20', '2025-11-21', '2026-03-31', '2026-04-01'];
  expect(days.map((due) => holdsFor(rule, day(due)))).toEqual([false, true, true, false]);
  expect(holdsFor(makeRule({}), day('1900-01-01'))).toBe(true);
});

test.each([
  ['2026-12-15', '2026-12-15', 0, 1],
  ['2026-12-15', '2026-12-14', 0, 0],
  ['2027-01-31', '2027-02-28', 1, 2],
  ['2027-01-31', '2027-03-01', 2, 3],
  ['2028-02-29', '2029-02-28', 12, 13],
  ['2026-12-31', '2027-01-01', 1, 2],
])('from %s to %s begin %i months and touch %i', (from, to, running, calendar) => {
  expect(countRunningMonths(day(from), day(to))).toBe(running);
  expect(countCalendarMonths(day(from), day(to))).toBe(calendar);
});

const anyRule = fc.oneof(
  fc.record({ kind: fc.constant('percent-per-year' as const), rate: fc.integer({ min: 1, max: 4_000 }) }),
  fc.record({
    ...{ kind: fc.constant('percent-per-month' as const), rate: fc.integer({ min: 1, max: 500 }) },
    months: fc.constantFrom('running' as const, 'calendar' as const),
  }),
  fc.record({ kind: fc.constant('rupees-per-day' as const), rate: fc.integer({ min: 1, max: 100_000 }) }),
  fc.constant({ kind: 'bands-percent' as const, rate: null, bands: DAMAGES, apply: 'whole-delay' as const }),
  fc.constant({ kind: 'bands-percent' as const, rate: null, bands: MAHARASHTRA, apply: 'each-month' as const }),
);

const anyCase = fc.record({
  change: anyRule,
  cap: fc.constantFrom(null, 'amount-due' as const),
  grace: fc.constantFrom(null, graceOf(1, 'months', 'from-start'), graceOf(30, 'days', 'from-grace-end')),
  amount: fc.integer({ min: 0, max: 999_999_999_999 }),
  more: fc.integer({ min: 0, max: 999_999_999_999 }),
  due: fc.integer({ min: 0, max: 20_000 }),
  late: fc.integer({ min: 0, max: 20_000 }),
  later: fc.integer({ min: 0, max: 400 }),
});

test('more days and more rupees never cost less, and a cap is held', () => {
  fc.assert(
    fc.property(anyCase, ({ change, cap, grace, amount, more, due, late, later }) => {
      const rate = change.rate === null ? null : change.rate / 100;
      const rule = makeRule({ ...change, rate, cap, grace });
      const dueOn = day('2000-01-01').add({ days: due });
      const cost = (paise: number, days: number) => {
        const paidOn = dueOn.add({ days });
        const found = lateCost(rule, { amount: paise, dueOn, paidOn, countedFrom: dueOn });
        return found.outcome === 'sum' ? found.paise : 0;
      };
      const paise = cost(amount, late);
      expect(Number.isSafeInteger(paise)).toBe(true);
      expect(cost(amount, late + later)).toBeGreaterThanOrEqual(paise);
      expect(cost(amount + more, late)).toBeGreaterThanOrEqual(paise);
      if (cap) expect(paise).toBeLessThanOrEqual(amount);
    }),
  );
});
