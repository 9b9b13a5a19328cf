import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { expect, test } from 'vitest';
import { delayOfPayment, faultOfSince, toQuery, toQueryOfRules } from './late-payment.ts';

const SCHEDULE = { first: Temporal.PlainDate.from('2026-04-15'), frequency: 'monthly' } as const;

const paid = (date: string): PaymentDate => ({
  ...{ _id: '01990000-0000-7000-8000-000000000001', description: '', createdAt: '2026-12-20T00:00:00.000Z' },
  ...{ userId: null, amount: 1_234.5, date: `${date}T00:00:00.000Z` },
});

test.each([
  ['2026-12-20', '2026-12-15'],
  ['2026-12-30', '2026-12-15'],
  // In time for 15 January.
  ['2026-12-31', undefined],
  ['2027-01-14', undefined],
  ['2026-12-15', undefined],
  ['2026-04-14', undefined],
])('a payment of %s was late since %s', (date, dueOn) => {
  const delay = delayOfPayment(paid(date), SCHEDULE);
  expect([delay?.dueOn?.toString(), delay?.amount]).toEqual([dueOn, dueOn && '1234.5']);
});

test.each([
  ['2026-12-20', undefined],
  ['2026-12-24', '2026-12-22'],
  ['2027-01-04', undefined],
])('a payment of %s was late since %s, as the day was extended to 22/12/2026', (date, dueOn) => {
  const moved = new Map([['2026-12-15', Temporal.PlainDate.from('2026-12-22')]]);
  expect(delayOfPayment(paid(date), { ...SCHEDULE, moved })?.dueOn?.toString()).toBe(dueOn);
});

test('a payment of what never falls due was not late', () => {
  expect(delayOfPayment(paid('2026-12-20'), { first: null, frequency: 'never' })).toBeNull();
});

test('a day from which it counts is asked for as it was typed, or refused, never left out', () => {
  const [dueOn, paidOn] = [Temporal.PlainDate.from('2026-12-07'), Temporal.PlainDate.from('2026-12-20')];
  const since = (day: string) => ({ amount: '100', dueOn, paidOn, since: Temporal.PlainDate.from(day) });
  expect(toQuery(since('2026-12-20'))).toMatchObject({ countedFrom: '2026-12-20' });
  const late = since('2026-12-21');
  expect([toQuery(late), faultOfSince(late)]).toEqual([null, 'It can only count from a day on or before the payment']);
  expect(toQueryOfRules(late)).toEqual({ amount: '0', dueOn: '2026-12-07', paidOn: '2026-12-20' });
});
