import { NewPaymentDate } from '@anupalan/contract/payment-dates';
import { expect, test } from 'vitest';
import { parseAmount } from './parse-amount.ts';

const fault = (text: string) =>
  NewPaymentDate.safeParse({ date: '2026-12-15', amount: parseAmount(text) }).error?.issues[0]?.message;

test.each(['', ' ', '0', '-5', '0.001', '1.005', '1e300', 'Infinity', 'ten'])('%j is no amount', (text) => {
  expect(fault(text)).toBe('Please enter a valid amount');
});

test.each(['0.01', '1', '123456', '1.50', '9999999999.99'])('%j is an amount', (text) => {
  expect(fault(text)).toBeUndefined();
});
