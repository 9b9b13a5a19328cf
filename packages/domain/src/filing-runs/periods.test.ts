import { expect, test } from 'vitest';
import type { Frequency } from '../recurrence.ts';
import { readMonths, readPeriod } from './periods.ts';

const read = (text: string, given = {}) => [...readMonths(text, { withYears: false, ...given })];

test.each([
  ['Wage month: NOVEMBER-2026', ['2026-11']],
  ['Return period Nov 2026', ['2026-11']],
  ["ESI contribution for Nov'26", ['2026-11']],
  ['Sept. 2026', ['2026-09']],
  ['Tax period 11/2026', ['2026-11']],
  ['Period: 2026-11', ['2026-11']],
  ['1/2027 and 02-2027', ['2027-01', '2027-02']],
  ['ECR_Nov2026_final', ['2026-11']],
])('%s names its months', (text, months) => expect(read(text)).toEqual(months));

test.each([
  'Paid on 12/12/2026',
  'Paid on 12-Dec-2026 10:14',
  'Dated 2026-12-12T10:14:00',
  'on December 12, 2026',
  '12th December 2026',
  'CRN 112026 of MAYUR DECORATORS, AUGUSTA, 9, Marchetti',
  'Ref 11/20261 and 1.11/2026',
])('%s names none', (text) => expect(read(text)).toEqual([]));

test('names of files write months in shorter ways', () => {
  const day = Temporal.PlainDate.from('2026-12-15');
  const inName = (name: string) => read(name, { isName: true, day });
  expect(inName('ECR_112026.pdf')).toEqual(['2026-11']);
  expect(inName('202611-ecr.pdf')).toEqual(['2026-11']);
  expect(inName('Rao ECR Nov.pdf')).toEqual(['2026-11']);
  expect(inName('Rao ECR March.pdf')).toEqual(['2026-03']);
  expect(read('paid in Nov')).toEqual([]);
});

const OF = { day: Temporal.PlainDate.from('2026-12-15'), frequency: 'monthly' as Frequency };
const period = (text: string, name = 'a.pdf', of = OF) => readPeriod({ name, text }, of);

test('a monthly filing is for the month before its day, or that month', () => {
  expect(period('Wage month November 2026, paid on 12/12/2026').state).toBe('agrees');
  expect(period('Month of December 2026').state).toBe('agrees');
  expect(period('Wage month October 2026, paid on 14/11/2026')).toMatchObject({
    state: 'differs',
    months: ['2026-10'],
  });
  expect(period('Wage month November 2025').state).toBe('differs');
  expect(period('Paid on 12/12/2026').state).toBe('unknown');
});

test('the text decides, and the name only where the text names no month', () => {
  expect(period('October 2026', 'ECR Nov 2026.pdf').state).toBe('differs');
  expect(period('Challan', 'ECR Nov 2026.pdf').state).toBe('agrees');
  expect(period('Challan', 'ECR Oct 2026.pdf').state).toBe('differs');
});

test('quarters and financial years are periods of what is filed less often', () => {
  const quarterly = { day: Temporal.PlainDate.from('2026-10-31'), frequency: 'quarterly' as Frequency };
  expect(period('Form 24Q, Q2 of FY 2026-27', 'a', quarterly).state).toBe('agrees');
  expect(period('Form 24Q Q1 2026-27', 'a', quarterly).state).toBe('differs');
  expect(period('Form 24Q, Q2 of FY 2026-27').state).toBe('unknown');
  const yearly = { day: Temporal.PlainDate.from('2026-12-31'), frequency: 'yearly' as Frequency };
  expect(period('Annual return for 2025-26', 'a', yearly).state).toBe('agrees');
  expect(period('Annual return for 2022-23', 'a', yearly).state).toBe('differs');
});

test.each(['daily', 'weekly', 'once', 'never'] as const)('what is due %s has no period', (frequency) => {
  expect(period('October 2020', 'a', { ...OF, frequency }).state).toBe('unknown');
});
