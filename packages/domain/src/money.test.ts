import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatRupees, MAX_RUPEES, toPaise, toRupees } from './money.ts';

const MAX_PAISE = 999_999_999_999;

describe('toPaise', () => {
  test.each([
    [0, 0],
    [0.01, 1],
    [0.1, 10],
    [0.29, 29], // 0.29 * 100 is 28.999999999999996
    [1.1, 110],
    [3999, 399_900],
    [8.41, 841],
    [1234567.89, 123_456_789],
    [MAX_RUPEES, MAX_PAISE],
  ])('%d rupees are %i paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise);
  });

  test.each([
    0.001,
    1.005,
    0.1 + 0.2,
    3999.999,
    1e-7,
    -0.01,
    -5,
    MAX_RUPEES + 0.01,
    1e300,
    Number.MAX_SAFE_INTEGER,
    Number.POSITIVE_INFINITY,
    Number.NaN,
  ])('%d rupees are refused', (rupees) => {
    expect(toPaise(rupees)).toBeNull();
  });

  test('every number of paise goes to rupees and back', () => {
    fc.assert(
      fc.property(fc.nat(MAX_PAISE), (paise) => {
        expect(toPaise(toRupees(paise))).toBe(paise);
      }),
    );
  });

  test('agrees with the written decimal on what has more than two decimals', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: MAX_RUPEES, noNaN: true }), (rupees) => {
        expect(toPaise(rupees) !== null).toBe(/^\d+(\.\d{1,2})?$/.test(String(rupees)));
      }),
    );
    fc.assert(
      fc.property(fc.nat(9_999_999), fc.integer({ min: 1, max: 9 }), (hundredths, thousandth) => {
        expect(
          toPaise(Number(`${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}${thousandth}`)),
        ).toBeNull();
      }),
    );
  });
});

test.each([
  [0, '₹0.00'],
  [0.5, '₹0.50'],
  [3999, '₹3,999.00'],
  [123456.5, '₹1,23,456.50'],
  [MAX_RUPEES, '₹9,99,99,99,999.99'],
])('%d reads %s', (rupees, expected) => {
  expect(formatRupees(rupees)).toBe(expected);
});
