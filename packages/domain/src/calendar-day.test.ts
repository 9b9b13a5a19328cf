import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginningOf,
  boundedDay,
  boundedMoment,
  daysFrom,
  formatDay,
  formatIsoDay,
  indianDayOf,
  indianTimeOf,
  isBefore,
  laterOf,
  parseCalendarDay,
  parseMoment,
  storedDay,
  todayInIndia,
  toIsoMidnight,
  utcDayOf,
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
        expect(moment && utcDayOf(moment).toString()).toBe(parseCalendarDay(text)?.toString() ?? null);
      }),
    );
  });
});

test('a day is written as midnight UTC', () => {
  expect(toIsoMidnight(day('2026-12-05'))).toBe('2026-12-05T00:00:00.000Z');
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
  ['2026-11-20T18:29:59.999Z', '2026-11-20'],
  ['2026-11-20T18:30:00Z', '2026-11-21'],
  // The hours in which the days of UTC and of America are those before.
  ['2026-12-16T00:30:00+05:30', '2026-12-16'],
  ['2026-12-16T05:00:00+05:30', '2026-12-16'],
  // Ends of a month, a year, a financial year, and of February in a leap year.
  ['2026-11-30T23:59:59+05:30', '2026-11-30'],
  ['2026-12-01T00:30:00+05:30', '2026-12-01'],
  ['2027-01-01T00:30:00+05:30', '2027-01-01'],
  ['2027-01-01T05:00:00+05:30', '2027-01-01'],
  ['2027-04-01T00:30:00+05:30', '2027-04-01'],
  ['2028-02-29T00:30:00+05:30', '2028-02-29'],
])('at %s today is %s', (now, expected) => {
  const moment = Temporal.Instant.from(now);
  expect(todayInIndia(moment).toString()).toBe(expected);
  expect(indianDayOf(moment).toString()).toBe(expected);
  expect(beginningOf(indianDayOf(moment)).until(moment).total('hours')).toBeLessThan(24);
});

test('today is the same object all day, and right however the clock moves', () => {
  const morning = todayInIndia(Temporal.Instant.from('2026-12-16T00:30:00+05:30'));
  expect(todayInIndia(Temporal.Instant.from('2026-12-16T23:59:59+05:30'))).toBe(morning);
  const anyMoment = fc.date({ min: new Date('1950-01-01'), max: new Date('2190-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(anyMoment, (date) => {
      const moment = date.toTemporalInstant();
      expect(todayInIndia(moment).equals(indianDayOf(moment))).toBe(true);
    }),
  );
});

test('a time of day is that of India', () => {
  expect(indianTimeOf(Temporal.Instant.from('2026-12-15T19:04:59Z'))).toBe('00:34');
});

test('days are compared and counted', () => {
  expect(isBefore(day('2026-01-31'), day('2026-02-01'))).toBe(true);
  expect(isBefore(day('2026-02-01'), day('2026-02-01'))).toBe(false);
  expect(laterOf(day('2026-01-31'), day('2026-02-01')).toString()).toBe('2026-02-01');
  expect(laterOf(day('2026-02-01'), day('2026-01-31')).toString()).toBe('2026-02-01');
  expect(daysFrom(day('2026-12-31'), day('2027-12-31'))).toBe(365);
  expect(daysFrom(day('2026-03-01'), day('2026-02-28'))).toBe(-1);
});

describe('a stored day', () => {
  test.each([
    ['2026-11-28', '2026-11-28'],
    ['1900-01-01', '1900-01-01'],
    ['2200-12-31', '2200-12-31'],
    ['2026-11-28 10:00:00+00', '2026-11-28'],
    ['2026-11-28T10:00:00.000Z', '2026-11-28'],
    ...['infinity', '-infinity', '0044-03-15 BC', '12000-01-01', '5874897-12-31', '1899-12-31', '2201-01-01', '']
      .concat('2026-11-28 10:00:00+00 BC', 'Atlantis')
      .map((text) => [text, '2200-12-31']),
  ])('%j is read as %s', (text = '', day = '') => {
    expect([boundedDay(text), `${storedDay(text)}`]).toEqual([day, day]);
  });

  test('that there isn’t is the last one as well', () => {
    expect(`${storedDay('2026-02-30')}`).toBe('2200-12-31');
  });

  test.each([
    Number.POSITIVE_INFINITY,
    new Date(Number.NaN),
    new Date('+012000-01-01T00:00:00Z'),
    new Date('0044-01-01'),
  ])('of a moment %s is bounded alike', (moment) => {
    expect(boundedMoment(moment).toISOString()).toBe('2200-12-31T23:59:59.999Z');
  });
});
