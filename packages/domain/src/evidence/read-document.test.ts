import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findMismatch, keepDocument, readDocument } from './read-document.ts';

const ECR = `EMPLOYEES' PROVIDENT FUND ORGANISATION
Combined Challan of A/C No. 01, 02, 10, 21 & 22 (With Employer's Share)
TRRN : 3012411001234
Establishment Code & Name : PUPUN0012345000 RAO & SONS
Dues for the wage month of : November 2026   Return Generated on : 10-DEC-2026
Total Subscribers : 20
Grand Total : 1,23,456
(Rupees One lakh twenty three thousand four hundred fifty six only)
Payment Date : 14-DEC-2026  Date of Credit 15/12/2026`;

const ESIC = `Employees' State Insurance Corporation
Transaction Details
Transaction status: Completed Successfully.
Employer's Code No: 31000123450000999
Challan Period: Nov-2026  Challan Number : 03126071234567
Challan Created Date: 12-12-2026 Challan Submitted Date 14-12-2026 17:02:11
Amount Paid: ₹ 4,321.00  Transaction Number: IK0CABCDE1`;

const TDS = `Income Tax Department  Challan Receipt
ITNS No. : 281   TAN : PNEA12345B
CIN : 26120700123456HDFC   BSR code : 0510001   Challan No : 01234
Tender Date : 07/12/2026   Amount (in Rs.) : ₹ 56,789`;

const GST = `Form GSTR-3B ARN: AA2711260123456 Date of filing: 20/12/2026 Total tax paid Rs. 98,765.50`;

test.each([
  ['an ECR challan', ECR, '3012411001234', 123_456, '2026-12-14'],
  ['an ESIC challan', ESIC, '03126071234567', 4_321, undefined],
  ['a TDS challan', TDS, '26120700123456HDFC', 56_789, '2026-12-07'],
  ['a GST return', GST, 'AA2711260123456', 98_765.5, '2026-12-20'],
])('%s proposes its number, its amount and its day', (_, text, number, amount, day) => {
  const { numbers, amounts, days } = readDocument(text);
  expect([numbers[0], amounts[0]]).toEqual([number, amount]);
  if (day) expect(days[0]).toBe(day);
});

test('days are read as India writes them, and no impossible one is', () => {
  const text = 'on 07/12/2026, 7-Dec-2026, 3rd November, 2026, 2026-11-30, 31/02/2026, 12/31/2026 and 01/01/1947';
  expect(readDocument(text).days).toEqual(['2026-12-07', '2026-11-03', '2026-11-30']);
});

test('amounts are read with Indian and with western commas, and what is no money is none', () => {
  const text = 'Rs.1,23,456.50 and ₹123,456 and INR 7 in 2026 for 20 people, phone 9876543210, ₹0';
  expect(readDocument(text).amounts).toEqual([123_456.5, 123_456, 7]);
});

describe('what a record says and its document doesn’t', () => {
  test.each([
    [{ number: '3012411001234', amount: 123_456, day: '2026-12-14' }, []],
    [{ number: '30-12411-001234', amount: 123_456, day: '2026-12-15' }, []],
    [{ number: '3012411001235', amount: 12_345, day: '2026-12-16' }, ['number', 'amount', 'day']],
    [{ number: null, amount: null, day: null }, []],
  ])('%j', (record, mismatch) => {
    expect(findMismatch(keepDocument(ECR), record)).toEqual(mismatch);
  });

  test('is nothing where the document names nothing of the kind', () => {
    const record = { number: '3012411001234', amount: 5, day: '2026-12-15' };
    expect(findMismatch(keepDocument('Received with thanks'), record)).toEqual([]);
  });
});

test('of a long document its beginning is kept, and nothing is missed in it', () => {
  const long = keepDocument(`${ECR} ${'word '.repeat(10_000)}`);
  expect([long.words.length, long.cut, long.numbers[0]]).toEqual([20_000, true, '3012411001234']);
  expect(findMismatch(long, { number: 'X99', amount: 1, day: '2026-01-01' })).toEqual([]);
});

test('whatever the text is, few figures come out, each once, and never anything but figures', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...['TRRN', 'Total', 'Rs.', '₹', ':', ' ', '\n', '1,23,456', '07/12/2026', '2026', 'Dec', '-', '/'],
    ),
    fc.string({ maxLength: 6 }),
    fc.nat().map(String),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { numbers, amounts, days } = readDocument(pieces.join(''));
      for (const all of [numbers, amounts, days]) {
        expect(all.length).toBeLessThanOrEqual(20);
        expect(new Set<unknown>(all).size).toBe(all.length);
      }
      for (const number of numbers) expect(number).toMatch(/^[A-Z0-9][A-Z0-9/-]*[A-Z0-9]$/);
      for (const amount of amounts) expect(amount).toBeGreaterThan(0);
      for (const day of days) expect(day).toMatch(/^20\d\d-\d\d-\d\d$/);
    }),
  );
});

test('a text that is made to be slow is read all the same', () => {
  for (const text of ['TRRN ', '1,', '₹', 'Date of ', '1/', 'Total '].map((part) => part.repeat(40_000))) {
    expect(readDocument(text)).toBeDefined();
  }
});
