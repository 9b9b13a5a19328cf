import { expect, test } from 'vitest';
import { describeRecord, describeStanding, nameMonth, type Reported, wholePercent } from './report-words.ts';

const TODAY = Temporal.PlainDate.from('2026-11-22');
const who = { by: 'Asha Rao', checkedBy: null, registrationNumber: null };
const record = { at: '2026-11-14T20:00:00.000Z', ...who, note: '', filing: null };
const line = { day: '2026-11-15T00:00:00.000Z', status: 'done', standing: 'settled', record } as const;

test.each<[Partial<Reported>, string]>([
  // Late in the evening it is the next day in India.
  [{}, 'Done on 15/11/2026'],
  [{ record: { ...record, filing: { filedOn: '2026-11-12T00:00:00.000Z' } } }, 'Done on 12/11/2026'],
  [{ status: 'not-applicable' }, 'Not Applicable'],
  [{ standing: 'waiting' }, 'Done · to be checked'],
  [{ standing: 'late', status: 'not-done', record: null }, 'Open · 7 days late'],
  [{ standing: 'late', status: 'on-hold', day: '2026-11-21T00:00:00.000Z' }, 'On Hold · 1 day late'],
  [{ standing: 'late', status: 'pending', numbers: { recorded: 2, of: 3 } }, 'Open · 7 days late · 2 of 3 recorded'],
  [{ standing: 'open', status: 'pending', day: '2026-11-22T00:00:00.000Z' }, 'Open'],
])('%j: %s', (change, words) => {
  expect(describeStanding({ ...line, ...change }, TODAY)).toBe(words);
});

test('a record says by whom, and what was filed', () => {
  expect(describeRecord(record)).toBe('by Asha Rao');
  const filing = { number: '4711', amount: 12_500.5, paidOn: '2026-11-12T00:00:00.000Z' };
  expect(describeRecord({ ...record, checkedBy: 'Ravi', filing })).toBe(
    'by Asha Rao · checked by Ravi · No. 4711 · ₹12,500.50 paid on 12/11/2026',
  );
  expect(describeRecord({ ...record, by: null, filing: { nil: true } })).toBe('Nil filed');
  expect(describeRecord({ ...record, registrationNumber: 'TH/1234' })).toBe('by Asha Rao · for TH/1234');
});

test('a share is never rounded up', () => {
  expect([wholePercent({ done: 199, of: 200 }), wholePercent({ done: 0, of: 0 })]).toEqual([99, null]);
  expect(nameMonth('2026-11')).toBe('November 2026');
});
