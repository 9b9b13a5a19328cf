import type { PaymentDate } from '@anupalan/contract/compliance-items';
import { expect, test } from 'vitest';
import { delayOfPayment } from './late-payment.ts';

const SCHEDULE = { first: Temporal.PlainDate.from('2026-04-15'), frequency: 'monthly' } as const;

const paid = (date: string): PaymentDate => ({
  ...{ _id: '01990000-0000-7000-8000-000000000001', description: '', createdAt: '2026-12-20T00:00:00.000Z' },
  ...{ userId: null, amount: 1_234.5, date: `${date}T00:00:00.000Z` },
});

test.each([
  ['2026-12-20', '2026-12-15'],
  ['2027-01-14', '2026-12-15'],
  ['2026-12-15', undefined],
  ['2026-04-14', undefined],
])('a payment of %s was late since %s', (date, dueOn) => {
  const delay = delayOfPayment(paid(date), SCHEDULE);
  expect([delay?.dueOn?.toString(), delay?.amount]).toEqual([dueOn, dueOn && '1234.5']);
});

test.each([
  ['2026-12-20', undefined],
  ['2026-12-24', '2026-12-22'],
])('a payment of %s was late since %s, as the day was extended to 22/12/2026', (date, dueOn) => {
  const moved = new Map([['2026-12-15', Temporal.PlainDate.from('2026-12-22')]]);
  expect(delayOfPayment(paid(date), { ...SCHEDULE, moved })?.dueOn?.toString()).toBe(dueOn);
});

test('a payment of what never falls due was not late', () => {
  expect(delayOfPayment(paid('2026-12-20'), { first: null, frequency: 'never' })).toBeNull();
});
