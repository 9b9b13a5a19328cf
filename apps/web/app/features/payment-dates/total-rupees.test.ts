import { formatRupees, MAX_RUPEES } from '@anupalan/domain/money';
import { expect, test } from 'vitest';
import { totalRupees } from './total-rupees.ts';

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
