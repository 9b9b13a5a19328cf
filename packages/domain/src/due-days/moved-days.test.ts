import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  daysOfOccurrence,
  findCompanyDayFault,
  latestCompanyDay,
  legalDaysOf,
  listMovedDays,
  type MovedDay,
  type Moves,
  NO_MOVES,
  nominalDayOf,
} from './moved-days.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const TDS: Moves = { ...NO_MOVES, exceptions: [{ of: '04-07', on: '04-30' }], exceptionSource: '30 April for March' };
const MONTHLY = { first: day('2026-05-07'), frequency: 'monthly' } as const;
const extend = (of: string, to: string) => ({ day: day(of), newDay: day(to), source: 'Circular 1' });
const own = (of: string, company: string) => ({ day: day(of), company: day(company) });
const write = ({ day: nominal, legal, company, by }: MovedDay) =>
  `${nominal} ${legal} ${company ?? '-'} ${by.map(({ what }) => what).join('+')}`;

describe('an occurrence', () => {
  test.each<[string, Moves, string]>([
    ['2027-05-07', TDS, '2027-05-07 2027-05-07 - '],
    ['2027-04-07', TDS, '2027-04-07 2027-04-30 - exception'],
    [
      '2027-04-07',
      { ...TDS, extensions: [extend('2027-04-07', '2027-05-15')] },
      '2027-04-07 2027-05-15 - exception+extension',
    ],
    // An extension that the exception is past already moves nothing.
    ['2027-04-07', { ...TDS, extensions: [extend('2027-04-07', '2027-04-20')] }, '2027-04-07 2027-04-30 - exception'],
    ['2027-05-07', { ...TDS, extensions: [extend('2027-04-07', '2027-05-15')] }, '2027-05-07 2027-05-07 - '],
    [
      '2026-11-07',
      { ...TDS, extensions: [extend('2026-11-07', '2026-11-22')], holidayRule: 'next-working-day' },
      '2026-11-07 2026-11-23 - extension+holiday',
    ],
    [
      '2026-11-07',
      { ...TDS, companyDays: [own('2026-11-07', '2026-11-05')] },
      '2026-11-07 2026-11-07 2026-11-05 company',
    ],
    // One past the legal day ends with it, unless the law leaves the day to the company.
    ['2026-11-07', { ...TDS, companyDays: [own('2026-11-07', '2026-11-08')] }, '2026-11-07 2026-11-07 - '],
    [
      '2026-11-07',
      { ...TDS, basis: 'company', companyDays: [own('2026-11-07', '2026-11-08')] },
      '2026-11-07 2026-11-07 2026-11-08 company',
    ],
    [
      '2026-11-07',
      { ...TDS, basis: 'company', latestAfter: 0, companyDays: [own('2026-11-07', '2026-11-08')] },
      '2026-11-07 2026-11-07 - ',
    ],
  ])('%s %#', (nominal, moves, expected) => {
    expect(write(daysOfOccurrence(day(nominal), moves))).toBe(expected);
  });
});

describe('the moved days of a span', () => {
  const year = { from: day('2026-01-01'), to: day('2028-12-31') };

  test('are those of the exceptions, of occurrences that are there', () => {
    expect(listMovedDays(MONTHLY, TDS, year).map(write)).toEqual([
      '2027-04-07 2027-04-30 - exception',
      '2028-04-07 2028-04-30 - exception',
    ]);
  });

  test('are there when any of their days is in it', () => {
    const moves = { ...TDS, extensions: [extend('2026-12-07', '2027-01-20')] };
    const days = (from: string, to: string) => listMovedDays(MONTHLY, moves, { from: day(from), to: day(to) });
    expect(days('2026-12-01', '2026-12-31').map(write)).toEqual(['2026-12-07 2027-01-20 - extension']);
    expect(days('2027-01-15', '2027-01-31')).toHaveLength(1);
    expect(days('2026-12-08', '2027-01-19')).toHaveLength(0);
  });

  test('have no day of what is no occurrence, and none of what never falls due', () => {
    const moves = { ...TDS, extensions: [extend('2026-12-08', '2027-01-20')] };
    expect(listMovedDays(MONTHLY, moves, { from: day('2026-12-01'), to: day('2027-01-31') })).toEqual([]);
    expect(listMovedDays({ first: null, frequency: 'never' }, TDS, year)).toEqual([]);
  });

  test('are one of each day of a daily series', () => {
    const daily = { first: day('2026-04-01'), frequency: 'daily' } as const;
    const moved = listMovedDays(daily, TDS, { from: day('2026-04-01'), to: day('2026-12-31') });
    expect(moved.map(write)).toEqual(['2026-04-07 2026-04-30 - exception']);
  });

  test('are all that fall on a holiday where the item’s rule moves them', () => {
    const moves: Moves = { ...NO_MOVES, holidayRule: 'next-working-day' };
    const moved = listMovedDays(MONTHLY, moves, { from: day('2026-06-01'), to: day('2026-12-31') });
    expect(moved.map(write)).toEqual(['2026-06-07 2026-06-08 - holiday']);
  });

  test('a company’s day alone is no other legal day', () => {
    const moved = listMovedDays(MONTHLY, { ...NO_MOVES, companyDays: [own('2026-11-07', '2026-11-05')] }, year);
    expect(legalDaysOf(moved)).toBeUndefined();
    expect(moved.map(write)).toEqual(['2026-11-07 2026-11-07 2026-11-05 company']);
  });
});

describe('what is recorded for a day', () => {
  const moves = {
    ...TDS,
    extensions: [extend('2026-12-07', '2026-12-20'), extend('2027-01-07', '2027-02-07')],
    companyDays: [own('2026-11-07', '2026-11-04')],
  };
  const moved = listMovedDays(MONTHLY, moves, { from: day('2026-01-01'), to: day('2028-12-31') });

  test.each([
    ['2026-12-07', '2026-12-07'],
    ['2026-12-20', '2026-12-07'],
    ['2026-11-04', '2026-11-07'],
    ['2027-04-30', '2027-04-07'],
    // It is a nominal day itself, whatever falls due on it too.
    ['2027-02-07', '2027-02-07'],
    ['2026-12-21', '2026-12-21'],
  ])('%s is recorded under %s', (of, under) => {
    expect(nominalDayOf(day(of), MONTHLY, moved).toString()).toBe(under);
  });

  test('and under the same day a second time', () => {
    fc.assert(
      fc.property(fc.nat(900), (n) => {
        const under = nominalDayOf(day('2026-05-01').add({ days: n }), MONTHLY, moved);
        expect(nominalDayOf(under, MONTHLY, moved).toString()).toBe(under.toString());
      }),
    );
  });
});

describe('the company’s day', () => {
  const occurrence = { day: day('2026-11-07'), legal: day('2026-11-07') };

  test.each([
    ['2026-11-07', NO_MOVES, null],
    ['2026-11-01', NO_MOVES, null],
    ['2026-11-08', NO_MOVES, 'The law allows 07/11/2026 at the latest'],
    ['2026-11-08', { basis: 'company', latestAfter: 0 } as const, 'The law allows 07/11/2026 at the latest'],
    ['2026-11-10', { basis: 'company', latestAfter: 3 } as const, null],
    ['2027-05-06', { basis: 'company', latestAfter: null } as const, null],
    [
      '2027-05-07',
      { basis: 'company', latestAfter: null } as const,
      'Your day can be at most 180 days from 07/11/2026',
    ],
    ['2026-05-10', NO_MOVES, 'Your day can be at most 180 days from 07/11/2026'],
  ])('%s with %j: %s', (company, rules, fault) => {
    expect(findCompanyDayFault(day(company), occurrence, rules)).toBe(fault);
  });

  test('may be any where the law names no latest one', () => {
    expect(latestCompanyDay(occurrence.legal, { basis: 'company', latestAfter: null })).toBeNull();
  });
});
