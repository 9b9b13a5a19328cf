import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysFrom, formatDay, toIsoMidnight } from '../calendar-day.ts';
import { readWrittenDay } from './day.ts';

const read = (text: string) => {
  const written = readWrittenDay(text);
  return 'day' in written ? written.day.toString() : written.fault;
};

const FIRST = Temporal.PlainDate.from('2000-01-01');
const anyDay = fc
  .integer({ min: 0, max: daysFrom(FIRST, Temporal.PlainDate.from('2099-12-31')) })
  .map((days) => FIRST.add({ days }));

describe('15 December 2026', () => {
  test.each([
    '2026-12-15',
    '2026-12-15T00:00:00+05:30',
    '2026-12-15T00:00:00.000+0530',
    '2026-12-15T23:00:00-08:00',
    '2026-12-15T23:59:00Z',
    '15/12/2026',
    '15.12.2026',
    '15-12-2026',
    '15 / 12 / 2026',
    '15 12 2026',
    '15/12/26',
    '15.12.26',
    '15-12-26',
    '2026/12/15',
    '15-Dec-26',
    '15-Dec-2026',
    '15 Dec 2026',
    '15-DEC-2026',
    '15-dec-26',
    "15-Dec-'26",
    '15/Dec/2026',
    '15Dec2026',
    '15th December 2026',
    '15 December, 2026',
    'Dec 15, 2026',
    'December 15th 2026',
    'Tue 15-Dec-2026',
    'Tuesday, 15 December, 2026',
    '15/12/2026 00:00',
    '15/12/2026 12:00:00 AM',
    '15-Dec-2026 23:59',
    '15-Dec-2026 10:30 IST',
    '15/12/2026 10:30 AM IST',
    '15/12/2026 10.30',
    '15/12/26 10.30',
    '15 12.26',
    '15. 12.26',
    '2026-Dec-15',
    '2026 December 15',
    'Dec-15-2026',
    'Dec/15/2026',
    '15.12.2026.',
    '15th of December 2026',
    '2026-12-15T00:00:00 +05:30',
    '2026-12-15 23:00:00.000 -0800',
    '१५/१२/२०२६',
    '15 दिसंबर 2026',
    '15 दिसम्बर 2026',
    '१५ दिस॰ २०२६',
    '১৫/১২/২০২৬',
    '\u00a015\u2011Dec\u20112026\u200e ',
    '15\u00a0Dec\u202f2026',
    '１５／１２／２０２６',
  ])('%j', (text) => {
    expect(read(text)).toBe('2026-12-15');
  });
});

test.each([
  ['05/06/26', '2026-06-05'],
  ['1-1-00', '2000-01-01'],
  ['29/02/28', '2028-02-29'],
  ['3 फ़रवरी 2027', '2027-02-03'],
  ['3 फरवरी 2027', '2027-02-03'],
  ['3 सितम्बर 2027', '2027-09-03'],
  ['3 अक्तूबर 2027', '2027-10-03'],
  ['3 Sept. 2027', '2027-09-03'],
])('%j is %s', (text, day) => {
  expect(read(text)).toBe(day);
});

test.each([
  ['12/15/2026', 'month-first'],
  ['12/15/26', 'month-first'],
  ['31/11/2026', 'no-such-day'],
  ['29 Feb 2027', 'no-such-day'],
  ['15/12/0026', 'no-such-day'],
  ['99/99/2026', 'no-such-day'],
  ['46371', 'number'],
  ['46371.5', 'number'],
  ['20261215', 'number'],
  ['', 'unreadable'],
  ['soon', 'unreadable'],
  ['15/12', 'unreadable'],
  ['15/12/026', 'unreadable'],
  ['Dec 2026', 'unreadable'],
  ['Dec 15', 'unreadable'],
  ['15 Dez 2026', 'unreadable'],
  ['15 Decimal 2026', 'unreadable'],
  ['15/12/2026 to 16/12/2026', 'unreadable'],
  ['15/12/2026x', 'unreadable'],
  ['2026-12-15T25:00:00+05:30', 'unreadable'],
  ['2026-12-15T25:00:00 +05:30', 'unreadable'],
  ['2026-Dez-15', 'unreadable'],
  ['2026-Dec-32', 'no-such-day'],
  ['15/12/2026 10.3', 'unreadable'],
])('%j is %s', (text, fault) => {
  expect(read(text)).toBe(fault);
});

test('each day is read as it is written, whatever the way', () => {
  const options = { day: '2-digit', year: 'numeric', calendar: 'gregory' } as const;
  fc.assert(
    fc.property(anyDay, (day) => {
      const [year, month, date] = day.toString().split('-');
      for (const written of [
        toIsoMidnight(day),
        formatDay(day),
        `${date}.${month}.${year?.slice(2)}`,
        ...['en-IN', 'en-GB', 'hi-IN', 'hi-IN-u-nu-deva'].flatMap((locale) =>
          (['short', 'long'] as const).map((length) => day.toLocaleString(locale, { ...options, month: length })),
        ),
        day.toLocaleString('en-US', { dateStyle: 'medium' }),
      ]) {
        expect([written, read(written)]).toEqual([written, day.toString()]);
      }
    }),
  );
});

test('any text is read or refused, and at once', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d /.,'A-Za-z-]{0,70}$/)), (text) => {
      const written = readWrittenDay(text);
      expect('day' in written ? written.day.year : written.fault).toBeTruthy();
    }),
  );
  const before = process.cpuUsage();
  for (const piece of [' ', '1', '1 ', 'T', 'a', ' T', '-']) read(piece.repeat(1_000_000));
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(500);
});
