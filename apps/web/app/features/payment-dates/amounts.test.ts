import { readAmount } from '@anupalan/contract/fields/amount';
import { NewPaymentDate } from '@anupalan/contract/payment-dates';
import { formatRupees, MAX_RUPEES } from '@anupalan/domain/money';
import { expect, test } from 'vitest';
import { totalRupees } from './amounts.ts';

const fault = (text: string) =>
  NewPaymentDate.safeParse({ date: '2026-12-15', amount: readAmount(text) }).error?.issues[0]?.message;

test.each(['', ' ', '0', '0.001', '1.005', '1e300', '1e5', 'Infinity', 'ten'])('%j is no amount', (text) => {
  expect(fault(text)).toBe('Please enter a valid amount');
});

test.each([
  ['500 Cr', 'Cr'],
  ['1,23,456.00 Dr', 'Dr'],
  ['(500)', 'brackets'],
  ['-5', 'a minus'],
  ['₹ \u2212500/-', 'a minus'],
])('%j has a sign, which is named', (text, sign) => {
  expect(fault(text)).toBe(`Please enter the amount without ${sign}`);
});

test.each([
  '0.01',
  '1',
  '123456',
  '1.50',
  '1,23,456.50',
  '₹ 1,23,456/-',
  '1\u00a023\u202f456',
  '१,२३४',
  '9999999999.99',
])('%j is an amount', (text) => {
  expect(fault(text)).toBeUndefined();
});

test.each([
  [[], '₹0.00'],
  [[123_456], '₹1,23,456.00'],
  [[0.1, 0.2], '₹0.30'],
  [[1_00_000.01, 23_455.99], '₹1,23,456.00'],
])('%j make %s', (amounts, expected) => {
  expect(formatRupees(totalRupees(amounts.map((amount) => ({ amount }))))).toBe(expected);
});

test('as many of the largest as an item may have stay exact', () => {
  const payments = Array.from({ length: 1_000 }, () => ({ amount: MAX_RUPEES }));
  expect(totalRupees(payments)).toBe(9_999_999_999_990);
});
