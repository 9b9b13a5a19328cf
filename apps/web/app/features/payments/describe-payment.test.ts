import type { Payment } from '@anupalan/contract/payments';
import { expect, test } from 'vitest';
import { describePayment } from './describe-payment.ts';

const PAID: Payment = {
  order_id: `order_${'0'.repeat(32)}`,
  amount: 3999,
  currency: 'INR',
  status: 'paid',
  createdAt: '2026-11-21T09:00:00.000Z',
  paidAt: '2026-11-21T09:01:00.000Z',
  refundedAt: null,
  refundFailedAt: null,
  period: { startsAt: '2026-11-21T09:01:00.000Z', endsAt: '2026-12-21T09:01:00.000Z', endedEarlyAt: null },
  receiptNumber: 1,
};

test('a payment is told by what became of it and what it bought', () => {
  expect(describePayment(PAID)).toBe('Paid\nPremium from 21/11/2026 to 21/12/2026');
  expect(describePayment({ ...PAID, status: 'active', period: null })).toBe('Not completed');
  const refundedAt = '2026-11-25T10:00:00.000Z';
  const period = PAID.period && { ...PAID.period, endedEarlyAt: refundedAt };
  expect(describePayment({ ...PAID, status: 'refunded', refundedAt, period })).toBe(
    'Refunded on 25/11/2026\nPremium from 21/11/2026 to 21/12/2026, ended on 25/11/2026',
  );
  expect(describePayment({ ...PAID, status: 'refunded', refundedAt, refundFailedAt: refundedAt, period: null })).toBe(
    'Refund failed on 25/11/2026, to be repeated',
  );
});
