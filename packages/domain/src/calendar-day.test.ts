import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  daysFrom,
  formatDay,
  formatIsoDay,
  isBefore,
  laterOf,
  parseCalendarDay,
  parseMoment,
  todayUtc,
  toIsoMidnight,
} from './calendar-day.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const anyDay = fc
  .integer({ min: 0, max: daysFrom(day('1900-01-01'), day('2200-12-31')) })
  .map((offset) => day('1900-01-01').add({ days: offset }));

describe('parseCalendarDay', () => {
  test.each([
    ['2026-12-15', '2026-12-15'],
    ['2026-12-15T00:00:00.000Z', '2026-12-15'],
    ['2026-12-15T23:59:59.999999999Z', '2026-12-15'],
    ['2026-12-15t23:59z', '2026-12-15'],
    ['2026-12-15 10:30', '2026-12-15'],
    ['2026-12-15T23:30:00', '2026-12-15'],
    ['2026-12-15T00:00:00+05:30', '2026-12-15'],
    ['2026-12-15T05:29:59+05:30', '2026-12-15'],
    ['2026-12-31T20:00:00-0800', '2026-12-31'],
    ['1900-01-01T00:00:00+05:30', '1900-01-01'],
    ['2200-12-31T23:00:00-05:00', '2200-12-31'],
    ['2028-02-29', '2028-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
  ])('%s is %s', (text, expected) => {
    expect(parseCalendarDay(text)?.toString()).toBe(expected);
  });

  test.each([
    '',
    ' ',
    'today',
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-02-30T00:00:00Z',
    '2026-12-15T25:00:00Z',
    '2026-12-15T10:00:00+99:00',
    '31/12/2026',
    '12-31-2026',
    '2026-12',
    '2026-1-5',
    '20261215',
    '0000-01-01',
    '1899-12-31',
    '2201-01-01',
    '2026-02-30T00:00:00+05:30',
    '2026-12-15T24:00:00+05:30',
    '275000-01-01',
    '+275000-01-01',
    '-000001-01-01',
    '2026-12-15[u-ca=hebrew]',
    '2026-12-15\n',
    ' 2026-12-15',
  ])('%j is refused', (text) => {
    expect(parseCalendarDay(text)).toBeNull();
  });

  test('never throws and only answers days it would write the same', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String), fc.stringMatching(/^\d{4}-\d\d-\d\d$/)), (text) => {
        const parsed = parseCalendarDay(text);
        expect(parsed === null || text.startsWith(parsed.toString())).toBe(true);
      }),
    );
  });

  test('reads back what toIsoMidnight writes', () => {
    fc.assert(
      fc.property(anyDay, (written) => {
        expect(parseCalendarDay(toIsoMidnight(written))?.equals(written)).toBe(true);
        expect(parseCalendarDay(written.toString())?.equals(written)).toBe(true);
      }),
    );
  });
});

describe('parseMoment', () => {
  test.each([
    ['2026-12-15', '2026-12-15T00:00:00Z'],
    ['2026-12-15 10:30', '2026-12-15T10:30:00Z'],
    ['2026-12-15T23:30:00.25', '2026-12-15T23:30:00.25Z'],
    ['2026-12-15T05:29:59+05:30', '2026-12-14T23:59:59Z'],
    ['2026-12-15t23:59z', '2026-12-15T23:59:00Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseMoment(text)?.toString()).toBe(expected);
  });

  test.each([
    '',
    'soon',
    '31/12/2026',
    '2026-02-30T10:00:00Z',
    '2026-12-15T25:00',
    '2200-12-31T23:00:00-05:00',
    '1900-01-01T00:00:00+05:30',
  ])('%j is refused', (text) => {
    expect(parseMoment(text)).toBeNull();
  });

  test('is on the day that parseCalendarDay answers, but for offsets', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.constantFrom('', 'Z', '+00:00'), (date, offset) => {
        const text = date.toISOString().replace('Z', offset);
        const moment = parseMoment(text);
        expect(moment && todayUtc(moment).toString()).toBe(parseCalendarDay(text)?.toString() ?? null);
      }),
    );
  });
});

test('a day is written as midnight UTC, also one of the database', () => {
  expect(toIsoMidnight(day('2026-12-05'))).toBe('2026-12-05T00:00:00.000Z');
  expect(toIsoMidnight('2026-12-05')).toBe('2026-12-05T00:00:00.000Z');
  expect(() => toIsoMidnight('2026-12-05T00:00:00.000Z')).toThrow(RangeError);
});

test('a day is shown as en-GB writes it', () => {
  expect(formatDay(day('2026-01-05'))).toBe('05/01/2026');
  expect(formatIsoDay('2026-01-05T00:00:00.000Z')).toBe('05/01/2026');
  expect(formatIsoDay('05/01/2026')).toBe('');
  fc.assert(
    fc.property(anyDay, (shown) => {
      expect(formatDay(shown)).toBe(shown.toLocaleString('en-GB'));
    }),
  );
});

test.each([
  ['2026-11-20T23:59:59.999Z', '2026-11-20'],
  ['2026-11-21T00:00:00Z', '2026-11-21'],
  ['2026-11-21T02:00:00+05:30', '2026-11-20'],
])('at %s today is %s', (now, expected) => {
  expect(todayUtc(Temporal.Instant.from(now)).toString()).toBe(expected);
});

test('days are compared and counted', () => {
  expect(isBefore(day('2026-01-31'), day('2026-02-01'))).toBe(true);
  expect(isBefore(day('2026-02-01'), day('2026-02-01'))).toBe(false);
  expect(laterOf(day('2026-01-31'), day('2026-02-01')).toString()).toBe('2026-02-01');
  expect(laterOf(day('2026-02-01'), day('2026-01-31')).toString()).toBe('2026-02-01');
  expect(daysFrom(day('2026-12-31'), day('2027-12-31'))).toBe(365);
  expect(daysFrom(day('2026-03-01'), day('2026-02-28'))).toBe(-1);
});
