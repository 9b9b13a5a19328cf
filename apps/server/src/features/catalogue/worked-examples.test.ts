import { countCalendarMonths, countRunningMonths } from '@anupalan/domain/late-cost/count-months';
import { holdsFor, lateCost } from '@anupalan/domain/late-cost/late-cost';
import { toPaise } from '@anupalan/domain/money';
import { parameterOn } from '@anupalan/domain/parameters/parameter';
import { professionalTaxOfBoth } from '@anupalan/domain/parameters/professional-tax';
import { welfareShares } from '@anupalan/domain/parameters/welfare-fund';
import { describe, expect, test } from 'vitest';
import { readEdition } from './edition.ts';

const { law } = await readEdition();

const day = (text: string) => Temporal.PlainDate.from(text);

describe('what late costs, by the worked examples of the sources', () => {
  const examples = law.lateCost.flatMap((rule) =>
    rule.examples.map((example) => [`${rule.key}: ${example.expected}, ${rule.source}`, rule, example] as const),
  );

  test('seventeen examples of eleven rules', () => {
    expect([examples.length, new Set(examples.map(([, { key }]) => key)).size]).toEqual([17, 11]);
  });

  test.each(examples)('%s', (_, rule, { amount, expected, ...days }) => {
    const delay = { dueOn: day(days.dueOn), paidOn: day(days.paidOn), countedFrom: day(days.countedFrom) };
    expect(holdsFor(rule, delay.dueOn)).toBe(true);
    const cost = lateCost(rule, { amount: toPaise(amount) ?? 0, ...delay });
    expect(cost).toMatchObject({ outcome: 'sum', paise: toPaise(expected) });
  });
});

test('no worked example depends on how months are counted', () => {
  const counting = law.lateCost.filter(({ kind, apply }) => kind === 'percent-per-month' || apply === 'each-month');
  const counts = counting.flatMap(({ key, countedFrom, examples }) =>
    examples.map((example) => {
      const from = day(example.countedFrom);
      // The due day itself is no day of delay.
      const first = countedFrom === 'due-date' ? from.add({ days: 1 }) : from;
      const paidOn = day(example.paidOn);
      return { key, running: countRunningMonths(from, paidOn), touched: countCalendarMonths(first, paidOn) };
    }),
  );
  expect(counts.length).toBeGreaterThan(0);
  expect(counts.filter(({ running, touched }) => running !== touched)).toEqual([]);
});

/** Income of the state's period, month, tax of men and of women; by the sources that the rows name. */
const TAX: readonly (readonly [state: string, income: number, month: number, men: number, women?: number])[] = [
  ['andhra-pradesh', 15_000, 6, 0],
  ['andhra-pradesh', 15_001, 6, 150],
  ['andhra-pradesh', 20_001, 6, 200],
  ['assam', 15_000, 6, 0],
  ['assam', 24_999, 6, 180],
  ['assam', 25_000, 6, 208],
  ['bihar', 300_000, 9, 0],
  ['bihar', 500_000, 9, 1_000],
  ['bihar', 500_001, 9, 2_000],
  ['bihar', 1_000_001, 9, 2_500],
  ['gujarat', 12_000, 6, 0],
  ['gujarat', 12_001, 6, 200],
  ['jharkhand', 300_000, 6, 0],
  ['jharkhand', 300_001, 6, 1_200],
  ['jharkhand', 800_000, 6, 1_800],
  ['jharkhand', 1_000_000, 6, 2_100],
  ['jharkhand', 1_000_001, 6, 2_500],
  ['karnataka', 24_999, 6, 0],
  ['karnataka', 25_000, 6, 200],
  ['karnataka', 25_000, 2, 300],
  ['karnataka', 24_999, 2, 0],
  ['kerala', 11_999, 9, 0],
  ['kerala', 12_000, 9, 320],
  ['kerala', 29_999, 9, 450],
  ['kerala', 44_999, 9, 600],
  ['kerala', 99_999, 9, 750],
  ['kerala', 124_999, 9, 1_000],
  ['kerala', 125_000, 9, 1_250],
  ['madhya-pradesh', 225_000, 6, 0],
  ['madhya-pradesh', 300_000, 6, 1_500],
  ['madhya-pradesh', 400_000, 6, 2_000],
  ['madhya-pradesh', 400_001, 6, 2_500],
  ['maharashtra', 7_500, 6, 0, 0],
  ['maharashtra', 10_000, 6, 175, 0],
  ['maharashtra', 10_001, 6, 200, 0],
  ['maharashtra', 25_000, 2, 300, 0],
  ['maharashtra', 25_001, 6, 200, 200],
  ['maharashtra', 25_001, 2, 300, 300],
  ['manipur', 50_000, 6, 0],
  ['manipur', 75_000, 6, 1_200],
  ['manipur', 100_000, 6, 2_000],
  ['manipur', 125_000, 6, 2_400],
  ['manipur', 125_001, 6, 2_500],
  ['meghalaya', 179_999, 6, 0],
  ['meghalaya', 180_000, 6, 500],
  ['meghalaya', 500_000, 6, 1_000],
  ['meghalaya', 750_000, 6, 1_500],
  ['meghalaya', 750_001, 6, 2_500],
  ['mizoram', 5_000, 6, 0],
  ['mizoram', 8_000, 6, 75],
  ['mizoram', 10_000, 6, 120],
  ['mizoram', 12_000, 6, 150],
  ['mizoram', 15_000, 6, 180],
  ['mizoram', 20_000, 6, 195],
  ['mizoram', 20_001, 6, 208],
  ['nagaland', 4_000, 6, 0],
  ['nagaland', 5_000, 6, 35],
  ['nagaland', 7_000, 6, 75],
  ['nagaland', 9_000, 6, 110],
  ['nagaland', 11_999, 6, 180],
  ['nagaland', 12_000, 6, 208],
  ['odisha', 160_000, 6, 0],
  ['odisha', 300_000, 6, 1_500],
  ['odisha', 300_001, 6, 2_500],
  ['puducherry', 99_999, 6, 0],
  ['puducherry', 200_000, 6, 250],
  ['puducherry', 300_000, 6, 500],
  ['puducherry', 400_000, 6, 750],
  ['puducherry', 500_000, 6, 1_000],
  ['puducherry', 500_001, 6, 1_250],
  ['punjab', 0, 6, 200],
  ['sikkim', 20_000, 6, 0],
  ['sikkim', 30_000, 6, 125],
  ['sikkim', 40_000, 6, 150],
  ['sikkim', 40_001, 6, 200],
  ['tamil-nadu', 21_000, 9, 0],
  ['tamil-nadu', 30_000, 9, 180],
  ['tamil-nadu', 45_000, 9, 425],
  ['tamil-nadu', 60_000, 9, 930],
  ['tamil-nadu', 75_000, 9, 1_025],
  ['tamil-nadu', 75_001, 9, 1_250],
  ['telangana', 15_000, 6, 0],
  ['telangana', 20_000, 6, 150],
  ['telangana', 20_001, 6, 200],
  ['tripura', 7_500, 6, 0],
  ['tripura', 15_000, 6, 150],
  ['tripura', 15_001, 6, 208],
  ['west-bengal', 10_000, 6, 0],
  ['west-bengal', 15_000, 6, 110],
  ['west-bengal', 25_000, 6, 130],
  ['west-bengal', 40_000, 6, 150],
  ['west-bengal', 40_001, 6, 200],
];

test('professional tax of each slab of each state, to the rupee', () => {
  const computed = TAX.map(([state, salary, month]) => {
    const { parameter } = parameterOn(law.professionalTax, `professional-tax.${state}`, '2026-11-22');
    const both = parameter && professionalTaxOfBoth(parameter.value, { salary, month });
    return [state, salary, month, both?.men, both?.women];
  });
  expect(computed).toEqual(TAX.map(([state, salary, month, men, women = men]) => [state, salary, month, men, women]));
  const slabs = law.professionalTax.flatMap(({ key, value }) => value.slabs.map(({ tax }) => `${key} ${tax}`));
  const tested = TAX.flatMap(([state, , , men, women = men]) =>
    [men, women].map((tax) => `professional-tax.${state} ${tax}`),
  );
  expect(new Set(slabs).difference(new Set(tested))).toEqual(new Set());
});

/** Wages of the period where they count, then the shares of employee and employer. */
const FUNDS: readonly (readonly [key: string, wages: number | null, employee: number, employer: number])[] = [
  ['welfare-fund.andhra-pradesh', null, 30, 70],
  ['welfare-fund.chhattisgarh', null, 15, 45],
  ['welfare-fund.goa', null, 60, 180],
  ['welfare-fund.gujarat', null, 6, 12],
  ['welfare-fund.haryana', 10_000, 20, 40],
  ['welfare-fund.haryana', 16_999, 34, 68],
  ['welfare-fund.haryana', 17_000, 34, 68],
  ['welfare-fund.haryana', 90_000, 34, 68],
  ['welfare-fund.karnataka', null, 50, 100],
  ['shops-welfare-fund.kerala', null, 50, 50],
  ['welfare-fund.kerala', null, 50, 50],
  ['welfare-fund.madhya-pradesh', null, 10, 50],
  ['welfare-fund.maharashtra', null, 25, 75],
  ['welfare-fund.odisha', null, 10, 20],
  ['welfare-fund.punjab', null, 5, 20],
  ['welfare-fund.tamil-nadu', null, 20, 40],
  ['welfare-fund.telangana', null, 2, 5],
  ['welfare-fund.west-bengal', null, 3, 30],
  ['welfare-fund.chandigarh', null, 5, 20],
  ['welfare-fund.delhi', null, 0.75, 2.25],
];

test('the contribution to each welfare fund, to the paisa', () => {
  const computed = FUNDS.map(([key, wages]) => {
    const { parameter } = parameterOn(law.welfareFunds, key, '2026-11-22');
    const shares = parameter && welfareShares(parameter.value, wages);
    return [key, wages, shares?.employee, shares?.employer];
  });
  expect(computed).toEqual(FUNDS);
  expect(new Set(FUNDS.map(([key]) => key))).toEqual(new Set(law.welfareFunds.map(({ key }) => key)));
});
