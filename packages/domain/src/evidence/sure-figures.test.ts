import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepDocument } from './read-document.ts';
import { readRupeesInWords } from './rupees-in-words.ts';
import { findSureFigures } from './sure-figures.ts';

const sure = (...lines: string[]) => {
  const { number, amount, day } = findSureFigures(keepDocument(lines.join('\n')));
  return [number, amount, day];
};

test('a document that says each figure once is sure of them', () => {
  expect(sure('Receipt', 'TRRN 3012411001234', 'Amount Paid: 62,500', 'Payment Date : 14-DEC-2026')).toEqual([
    '3012411001234',
    62_500,
    '2026-12-14',
  ]);
  expect(sure('Acknowledgement No: AA271126012', 'Filed on 20/12/2026')).toEqual(['AA271126012', null, '2026-12-20']);
});

test('values that are drawn before their labels are not mistaken for those of other labels', () => {
  const receipt = sure(
    ...['3012411001234 TRRN No :', '10-DEC-2026 Challan Generated On :', '62,500 Total Amount (Rs) :'],
    ...['39,175 Account-1 Amount (Rs) :', '14-DEC-2026 Payment Date :'],
  );
  expect(receipt).toEqual(['3012411001234', null, null]);
  expect(sure('ACK7001234 Receipt No :', '9876501234 Phone')).toEqual([null, null, null]);
});

test('a row of totals, columns of wages, and letters before a number name no amount', () => {
  expect(sure('Total : 39,175 1,250 20,825 62,500')).toEqual([null, null, null]);
  expect(sure('Total wages : 2,50,000')).toEqual([null, null, null]);
  expect(keepDocument('Members 20').amounts).toEqual([]);
  expect(keepDocument('Rs 20 and Rs.30').amounts).toEqual([20, 30]);
});

test.each([
  'Wage bill total: Rs. 8,00,000',
  'ECR Statement Total Gross 4,00,000',
  'Gross pay Total 2,50,000',
  'Remuneration Total 2,50,000',
  'Payroll of November Total 2,50,000',
  'Pay slips Total 2,50,000',
])('%j names wages, and no sure amount', (text) => {
  expect(keepDocument(text).amounts).toHaveLength(1);
  expect(sure(text)[1]).toBeNull();
});

test('an amount that stands in words too is sure among others', () => {
  const lines = ['Total : 1,250 20,825 62,500', '(Rupees Sixty two thousand five hundred only)'];
  expect(sure(...lines)).toEqual([null, 62_500, null]);
  expect(sure(...lines, 'Two thousand rupees only', 'Total 2,000')).toEqual([null, null, null]);
});

test('the day of making is never that of paying', () => {
  expect(sure('Challan Created Date 10-12-2026')[2]).toBeNull();
  expect(sure('Challan Created Date 10-12-2026', 'Challan Submitted Date 16-12-2026')[2]).toBeNull();
  expect(sure('Generated on 10/12/2026', 'Payment Date :')[2]).toBeNull();
  expect(sure('Payment due 15/12/2026')[2]).toBeNull();
});

test.each([
  'Challan date 18/12/2026 Total 4,200 Payment status : Not Paid',
  'Challan Date: 10/12/2026 Mode of payment: Online',
  'LWF challan Date : 05/12/2026 Payment Mode : DD',
  'Tax invoice Payment terms 30 days Invoice Date 01/12/2026',
  'Receipt Date 05/12/2026 Amount Paid 500',
  'Transaction Date 05/12/2026 Payment',
  'Payment Date : 10/12/2026 Challan Date :',
  'Challan Date 10/12/2026 Payment Date :',
  'Last date of payment 15/12/2026',
  'Payment Date : 15/12/2026 Status Unpaid',
  'Payment Date : 15/12/2026 Amount payable 500',
  'Filing Date : 15/12/2026 Status Pending',
])('%j has no sure day', (text) => expect(sure(text)[2]).toBeNull());

test.each([
  'Challan No 5512345 Paid on 14-Dec-2026',
  'Date of Payment: 14/12/2026 Total 500',
  'Payment Date and Time : 14/12/2026 11:20:05',
  'Date of Filing 14/12/2026',
  'Submitted on : 14/12/2026',
])('%j has one', (text) => expect(sure(text)[2]).toBe('2026-12-14'));

test.each(['Wage month November 2026', 'Wages Month : NOV-2026', 'For the wage period 11/2026'])(
  'the month that a challan is for says nothing of wages: %s',
  (line) => expect(sure(line, 'TRRN 3012411008801', 'Grand Total : 1,23,456.00')[1]).toBe(123_456),
);

test('of several documents in one file, and of one that was cut, nothing is sure', () => {
  const one = (n: number) => [`TRRN 301241100880${n}`, 'Grand Total : 60,000', 'Payment Date : 14-DEC-2026'];
  expect(sure(...one(1), ...one(2))).toEqual([null, null, null]);
  expect(sure(...one(1), ...one(1))).toEqual(['3012411008801', 60_000, '2026-12-14']);
  expect(sure(...one(1), 'word '.repeat(10_000))).toEqual([null, null, null]);
});

test.each([
  ['Rupees One lakh twenty three thousand four hundred fifty six only', [123_456]],
  ['Two Thousand Five Hundred Rupees Only', [2_500]],
  ['Rupees One Crore Five Lakhs only', [10_500_000]],
  ['Rupees Five Hundred and Fifty only', [550]],
  ['Rupees five hundred and fifty paise only', [500]],
  ['for office use only', []],
  ['Rupees only', []],
  ['Rupees One lakh', []],
  ['five constructor only', []],
])('%j is %j', (text, rupees) => expect(readRupeesInWords(text)).toEqual(rupees));

test('what is sure is always among what was read', () => {
  const piece = fc.constantFrom(
    ...['TRRN', '3012411001234', '3012411001235', 'Total', '1,250', '62,500', 'Rs.', 'Paid on', 'Created', 'wages'],
    ...['07/12/2026', '8-Dec-2026', 'Receipt No', 'ACK12345', 'One thousand two hundred fifty only', ':'],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const document = keepDocument(pieces.join(' '));
      const { number, amount, day } = findSureFigures(document);
      if (number !== null) expect(document.words).toContain(number);
      if (amount !== null) expect(document.amounts).toContain(amount);
      if (day !== null) expect(document.days).toEqual([day]);
    }),
  );
});
