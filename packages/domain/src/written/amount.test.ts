import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRupees, MAX_RUPEES, toRupees } from '../money.ts';
import { readWrittenAmount } from './amount.ts';

const read = (text: string) => {
  const written = readWrittenAmount(text);
  if ('rupees' in written) return written.rupees;
  return written.fault === 'sign' ? written.sign : written.fault;
};

test.each([
  ['0', 0],
  ['12500', 12500],
  ['1,23,456.50', 123456.5],
  ['123,456.50', 123456.5],
  ['1 23 456', 123456],
  ['1\u00a023\u202f456.5', 123456.5],
  ['₹ 1,23,456/-', 123456],
  ['₹\u00a01,23,456', 123456],
  ['₹1,23,456.50', 123456.5],
  ['Rs. 500/-', 500],
  ['Rs 500/= only', 500],
  ['INR 500.5', 500.5],
  ['रु. ५००', 500],
  ['₹. 500', 500],
  ['₹.500', 500],
  ['INR.1,200', 1200],
  ['INR. 500', 500],
  ['Rs. 0.50', 0.5],
  ['रुपये. 500', 500],
  ['500 Rs', 500],
  ['500 Rs.', 500],
  ['500₹', 500],
  ['1,23,456 INR', 123456],
  ['500 rupees', 500],
  ['500 rupees only', 500],
  ['500/- Rs only', 500],
  ['५०० रुपये', 500],
  ['.5 Rs', 0.5],
  ['1,23,456.-', 123456],
  ['Rs. 500.-', 500],
  ['१,२३,४५६.५०', 123456.5],
  ['૧,૨૩,૪૫૬', 123456],
  [' 12.500 ', 12.5],
  ['1500.0000', 1500],
  ['.5', 0.5],
  ['7.', 7],
  ['007', 7],
  ['9999999999.99', MAX_RUPEES],
])('%j is %d', (text, rupees) => {
  expect(read(text)).toBe(rupees);
});

test.each([
  ['500 Cr', 'Cr'],
  ['1,23,456.00 Cr', 'Cr'],
  ['1,23,456.00Cr.', 'Cr'],
  ['₹ 500 cr', 'Cr'],
  ['Cr 500', 'Cr'],
  ['500 Dr', 'Dr'],
  ['500.00DR', 'Dr'],
  ['Dr. 500', 'Dr'],
  ['(500)', 'brackets'],
  ['₹ (1,23,456.00)', 'brackets'],
  ['(₹ 500)', 'brackets'],
  ['-500', 'a minus'],
  ['- 500', 'a minus'],
  ['\u2212500', 'a minus'],
  ['500-', 'a minus'],
  ['₹ -500', 'a minus'],
  ['-₹ 500/-', 'a minus'],
  ['रु. -500', 'a minus'],
  ['INR. -500', 'a minus'],
  ['500- Rs', 'a minus'],
  ['500 (Cr)', 'Cr'],
  ['500 Credit', 'Cr'],
  ['500 Rs Cr', 'Cr'],
  ['500 Dr (net)', 'Dr'],
  ['500 debit', 'Dr'],
  ['[500]', 'brackets'],
  ['₹ [500]', 'brackets'],
  ['(500) INR', 'brackets'],
])('%j has the sign %s', (text, sign) => {
  expect(read(text)).toBe(sign);
});

test.each([
  ['1.005', 'decimals'],
  ['1,23,456.501', 'decimals'],
  ['', 'unreadable'],
  ['.', 'unreadable'],
  ['/-', 'unreadable'],
  ['₹', 'unreadable'],
  ['ten', 'unreadable'],
  ['1e5', 'unreadable'],
  ['1.250,00', 'unreadable'],
  ['12,34', 'unreadable'],
  ['1,2,3', 'unreadable'],
  ['1,23 456', 'unreadable'],
  ['1.2.3', 'unreadable'],
  ['5 lakh', 'unreadable'],
  ['5 lakh rupees', 'unreadable'],
  ['5 crore', 'unreadable'],
  ['rupees', 'unreadable'],
  ['.-', 'unreadable'],
  ['500 (net)', 'unreadable'],
  ['Rs. .5', 'unreadable'],
  ['Rs..5', 'unreadable'],
  ['₹ .50', 'unreadable'],
  ['$500', 'unreadable'],
  ['0x10', 'unreadable'],
  ['Infinity', 'unreadable'],
  ['-', 'unreadable'],
])('%j is %s', (text, fault) => {
  expect(read(text)).toBe(fault);
});

test('an amount is read as it is shown', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_RUPEES * 100 }), (paise) => {
      const rupees = toRupees(paise);
      for (const written of [
        String(rupees),
        formatRupees(rupees),
        `₹ ${rupees.toLocaleString('en-IN')}/-`,
        rupees.toLocaleString('hi-IN-u-nu-deva', { style: 'currency', currency: 'INR' }),
        rupees.toLocaleString('en-US', { minimumFractionDigits: 2 }),
      ]) {
        expect([written, read(written)]).toEqual([written, rupees]);
      }
    }),
  );
});

test('any text is read or refused, and at once', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d ₹.,CrDRs()/-]{0,70}$/)), (text) => {
      const written = read(text);
      expect(typeof written === 'string' || Number.isFinite(written)).toBe(true);
    }),
  );
  const before = process.cpuUsage();
  for (const piece of [' ', '1', '1,', ',', '(', '/-']) read(piece.repeat(1_000_000));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});
