import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeProfessionalTax, describeWelfareFund } from './describe.ts';
import { type Parameter, parameterOn } from './parameter.ts';
import { type ProfessionalTax, professionalTax, professionalTaxOfBoth } from './professional-tax.ts';
import { type WelfareFund, welfareShares } from './welfare-fund.ts';

const lastChecked = '2026-11-20';
const RATES: readonly Parameter<number>[] = [
  { key: 'rate', value: 1, validFrom: '2024-06-14', validUntil: '2025-03-31', lastChecked },
  { key: 'rate', value: 2, validFrom: '2025-04-01', validUntil: '2026-12-31', lastChecked },
  { key: 'open', value: 3, validFrom: null, validUntil: null, lastChecked },
];

describe('the value that holds on a day', () => {
  test.each([
    ['2024-06-14', 1],
    ['2025-03-31', 1],
    ['2025-04-01', 2],
    ['2026-12-31', 2],
  ])('%s', (day, value) => {
    expect(parameterOn(RATES, 'rate', day)).toMatchObject({ parameter: { value }, certain: true });
  });

  test('is none before the first, after the last and of another key, and says so', () => {
    expect(parameterOn(RATES, 'rate', '2024-06-13')).toEqual({ parameter: null, why: 'before', day: '2024-06-14' });
    expect(parameterOn(RATES, 'rate', '2027-01-01')).toEqual({ parameter: null, why: 'after', day: '2026-12-31' });
    expect(parameterOn(RATES, 'rates', '2026-01-01')).toEqual({ parameter: null, why: 'unknown-key' });
  });

  test('is certain from the day it was checked where its start is not known', () => {
    expect(parameterOn(RATES, 'open', '2026-11-20')).toMatchObject({ certain: true });
    expect(parameterOn(RATES, 'open', '1990-01-01')).toMatchObject({ parameter: { value: 3 }, certain: false });
  });
});

const plain = { month: null, gender: null };
const TAX: ProfessionalTax = {
  period: 'monthly',
  slabs: [
    { from: 0, to: 24_999, tax: 0, ...plain },
    { from: 25_000, to: null, tax: 200, ...plain },
    { from: 25_000, to: null, tax: 300, ...plain, month: 2 },
  ],
  condition: null,
};

describe('professional tax', () => {
  test.each([
    [24_999.49, 6, 0],
    [24_999.5, 6, 200],
    [25_000, 2, 300],
    [24_999, 2, 0],
    [0, 2, 0],
    [9_999_999_999.99, 12, 200],
  ])('of %d in month %i is %d: rupees are whole before slabs count', (salary, month, tax) => {
    expect(professionalTax(TAX, { salary, month, gender: 'female' })).toBe(tax);
  });

  test('slabs of a gender are of nobody else', () => {
    const slabs = [
      { from: 0, to: null, tax: 200, month: null, gender: 'male' as const },
      { from: 0, to: null, tax: 0, month: null, gender: 'female' as const },
    ];
    expect(professionalTaxOfBoth({ ...TAX, slabs }, { salary: 1, month: 1 })).toEqual({ men: 200, women: 0 });
    expect(describeProfessionalTax({ ...TAX, slabs })).toBe(
      'men, any income: ₹200; women, any income: nothing (a month)',
    );
  });

  test('never falls with the income', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 1, max: 12 }), (salary, more, month) => {
        const of = (income: number) => professionalTax(TAX, { salary: income, month, gender: 'male' });
        expect(of(salary + more)).toBeGreaterThanOrEqual(of(salary));
      }),
    );
  });

  test('in a line', () => {
    expect(describeProfessionalTax(TAX)).toBe(
      'up to ₹24,999: nothing; ₹25,000 and more: ₹200; ₹25,000 and more: ₹300 in February (a month)',
    );
  });
});

describe('welfare funds', () => {
  const byWages: WelfareFund = {
    ...{ ratePeriod: 'monthly', paid: 'monthly', employee: null, employer: null, employerMinimum: null },
    ...{ employeeRatePercent: 0.2, employeeCap: 34, employerTimesEmployee: 2, employerCap: 68 },
  };

  test('by wages have no share without them', () => {
    expect(welfareShares(byWages, null)).toBeNull();
    expect(welfareShares(byWages, 1_234.5)).toEqual({ employee: 2.47, employer: 4.94 });
    expect(describeWelfareFund(byWages)).toBe(
      "0.2% of the employee's wages, at most ₹34, and 2 times that of the employer, at most ₹68, a month",
    );
  });

  test('that are fixed need none', () => {
    const fixed = {
      ...byWages,
      employee: 0.75,
      employer: 2.25,
      employeeRatePercent: null,
      employerTimesEmployee: null,
    };
    expect(welfareShares(fixed, null)).toEqual({ employee: 0.75, employer: 2.25 });
    expect(describeWelfareFund(fixed)).toBe('₹0.75 of the employee and ₹2.25 of the employer a month');
  });
});
