import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Deadline, describeDeadline, dueFrom, isWorkingDay, NO_HOLIDAYS } from './deadline.ts';
import { describeTimeLeft, dueOf, statusOf, urgencyOf } from './duty.ts';
import { eventDayFault } from './event-kind.ts';

const at = (text: string) => Temporal.Instant.from(text);
const day = (text: string) => Temporal.PlainDate.from(text);

/** A deadline as the tables write it: "24 hours after". */
function deadline(words: string): Deadline {
  const [n, unit, direction] = words.split(' ') as [string, Deadline['unit'], Deadline['direction']];
  return { n: Number(n), unit, direction };
}

describe('a deadline', () => {
  test.each([
    // Hours run from the moment, over midnight and over the turn of the year.
    ['2026-12-31T23:59:00+05:30', '24 hours after', '2027-01-01 2027-01-01T18:29:00Z'],
    ['2026-11-20T10:15:00+05:30', '12 hours after', '2026-11-20 2026-11-20T16:45:00Z'],
    ['2026-11-20T10:15:00+05:30', '72 hours after', '2026-11-23 2026-11-23T04:45:00Z'],
    ['2026-11-20T10:15:00+05:30', '0 hours after', '2026-11-20 2026-11-20T04:45:00Z'],
    ['2026-08-15T08:00:00+05:30', '24 hours before', '2026-08-14 2026-08-14T02:30:00Z'],
    // Where clocks were put forward that night 24 hours are 24 hours all the same.
    ['2026-03-08T01:30:00-05:00', '24 hours after', '2026-03-09 2026-03-09T06:30:00Z'],
    // Days count from the day in India, which begins five and a half hours before that of UTC.
    ['2026-11-20T18:29:59Z', '1 days after', '2026-11-21'],
    ['2026-11-20T18:30:00Z', '1 days after', '2026-11-22'],
    ['2026-11-20T00:00:00Z', '0 days before', '2026-11-20'],
    ['2026-11-20T00:00:00Z', '60 days before', '2026-09-21'],
    ['2028-02-28T00:00:00Z', '1 days after', '2028-02-29'],
    // Months end with their last day.
    ['2026-01-31T00:00:00Z', '1 months after', '2026-02-28'],
    ['2027-11-30T00:00:00Z', '3 months after', '2028-02-29'],
    ['2026-05-31T00:00:00Z', '3 months before', '2026-02-28'],
    ['2026-02-28T00:00:00Z', '60 months after', '2031-02-28'],
    // Working days: Saturdays count; Sundays, national days and holidays don't, nor does the day itself.
    ['2026-11-20T00:00:00Z', '2 working-days after', '2026-11-23'],
    ['2026-08-14T00:00:00Z', '2 working-days after', '2026-08-18'],
    ['2026-11-23T00:00:00Z', '7 working-days after', '2026-12-02'],
    ['2026-11-24T00:00:00Z', '2 working-days before', '2026-11-21'],
    ['2026-11-22T00:00:00Z', '0 working-days after', '2026-11-22'],
  ])('from %s, %s', (from, words, expected) => {
    const isHoliday = (one: Temporal.PlainDate) => one.equals('2026-11-25');
    const due = dueFrom(at(from), deadline(words), isHoliday);
    expect([due.day, due.at].filter(Boolean).join(' ')).toBe(expected);
  });

  test.each([
    ['24 hours after', '24 hours after'],
    ['1 months before', '1 month before'],
    ['7 working-days after', '7 working days after'],
    ['0 hours after', 'at once'],
    ['0 days after', 'the same day'],
    ['0 days before', 'on or before the day'],
  ])('%s is told as "%s"', (words, expected) => {
    expect(describeDeadline(deadline(words))).toBe(expected);
  });
});

const moments = fc
  .integer({ min: -1_500_000_000, max: 4_000_000_000 })
  .map((seconds) => Temporal.Instant.fromEpochMilliseconds(seconds * 1000));

test('working days after a day, and as many before that one, are never further apart than they count', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 60 }), (from, n) => {
      const after = dueFrom(from, { n, unit: 'working-days', direction: 'after' }, NO_HOLIDAYS).day;
      const plain = dueFrom(from, { n, unit: 'days', direction: 'after' }, NO_HOLIDAYS).day;
      expect(isWorkingDay(after, NO_HOLIDAYS)).toBe(true);
      expect(Temporal.PlainDate.compare(after, plain)).toBeGreaterThanOrEqual(0);
      const first = plain.subtract({ days: n });
      const counted = Array.from({ length: first.until(after).days }, (_, k) => first.add({ days: k + 1 }));
      expect(counted.filter((one) => isWorkingDay(one, NO_HOLIDAYS))).toHaveLength(n);
    }),
  );
});

test('hours are exact to the second, whatever the day', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 200 }), (from, n) => {
      const { at: due } = dueFrom(from, { n, unit: 'hours', direction: 'after' }, NO_HOLIDAYS);
      expect(due && from.until(due).total('seconds')).toBe(n * 3600);
    }),
  );
});

describe('a duty', () => {
  const event = (happenedAt: string, laterDays: Record<string, string> = {}) => ({
    happenedAt: at(happenedAt),
    laterDays: new Map(Object.entries(laterDays).map(([key, moment]) => [key, at(moment)])),
  });
  const count = (words: string, countedFrom: string, of: ReturnType<typeof event>) =>
    dueOf({ deadline: deadline(words), countedFrom }, of, NO_HOLIDAYS)?.day.toString() ?? null;

  test.each([
    ['event', '2026-11-20T00:00:00Z', '2026-12-05'],
    ['event-month-end', '2026-11-20T00:00:00Z', '2026-12-15'],
    // In India it is the first of December already.
    ['event-month-end', '2026-11-30T19:00:00Z', '2027-01-15'],
    ['event-month-end', '2028-02-10T00:00:00Z', '2028-03-15'],
  ])('15 days after %s of %s', (countedFrom, happenedAt, expected) => {
    expect(count('15 days after', countedFrom, event(happenedAt))).toBe(expected);
  });

  test('that is counted from a later day has none until it is known', () => {
    expect(count('10 days after', 'inquiry-ended', event('2026-11-20T00:00:00Z'))).toBeNull();
    const known = event('2026-11-20T00:00:00Z', { 'inquiry-ended': '2027-02-01T00:00:00Z' });
    expect(count('10 days after', 'inquiry-ended', known)).toBe('2027-02-11');
  });

  const HOURS = dueFrom(at('2026-11-20T10:15:00+05:30'), deadline('24 hours after'), NO_HOLIDAYS);
  const DAYS = dueFrom(at('2026-11-20T10:15:00+05:30'), deadline('7 days after'), NO_HOLIDAYS);
  test.each([
    [HOURS, '2026-11-20T10:15:00+05:30', '24 hours left', 'pending', 'due-soon'],
    [HOURS, '2026-11-21T09:14:00+05:30', '1 hour left', 'pending', 'due-soon'],
    [HOURS, '2026-11-21T10:14:30+05:30', '0 minutes left', 'pending', 'due-soon'],
    [HOURS, '2026-11-21T10:15:00+05:30', '0 minutes late', 'not-done', 'overdue'],
    [HOURS, '2026-11-21T12:20:00+05:30', '2 hours late', 'not-done', 'overdue'],
    [HOURS, '2026-11-25T12:20:00+05:30', '4 days late', 'not-done', 'overdue'],
    [DAYS, '2026-11-20T10:15:00+05:30', '7 days left', 'pending', 'due-soon'],
    [DAYS, '2026-11-19T23:59:00+05:30', '8 days left', 'pending', 'upcoming'],
    [DAYS, '2026-11-27T23:59:00+05:30', 'today', 'pending', 'due-soon'],
    [DAYS, '2026-11-28T00:00:00+05:30', '1 day late', 'not-done', 'overdue'],
  ])('%# at its time', (due, now, left, status, urgency) => {
    const duty = { due, recorded: undefined };
    expect([describeTimeLeft(due, at(now)), statusOf(duty, at(now)), urgencyOf(duty, at(now))]).toEqual([
      left,
      status,
      urgency,
    ]);
  });

  test('what was recorded counts, also when its time is over', () => {
    const late = at('2027-01-01T00:00:00Z');
    expect(statusOf({ due: HOURS, recorded: 'on-hold' }, late)).toBe('on-hold');
    expect(statusOf({ due: HOURS, recorded: 'pending' }, late)).toBe('not-done');
    expect(urgencyOf({ due: HOURS, recorded: 'done' }, late)).toBe('settled');
    expect(urgencyOf({ due: null, recorded: undefined }, late)).toBe('undated');
  });
});

describe('the day of an event', () => {
  const accident = { key: 'accident', asks: { time: true } };
  const notice = { key: 'notice', asks: { time: false } };
  const joins = { key: 'joins', asks: { time: false } };
  const now = at('2026-11-22T01:00:00+05:30');
  test.each([
    [joins, '2006-11-22T00:00:00Z', 'This day is more than 10 years ago. Please check the year'],
    [joins, '2046-11-22T00:00:00Z', 'This day is more than 5 years ahead. Please check the year'],
    [joins, '2027-04-01T00:00:00Z', null],
    // It is half past seven in the evening of the day before in UTC; in India this day has begun.
    [notice, '2026-11-22T00:00:00Z', null],
    [notice, '2026-11-23T00:00:00Z', 'This day is yet to come. Record it once it has happened'],
    [accident, '2026-11-22T01:09:00+05:30', null],
    [accident, '2026-11-22T01:11:00+05:30', 'This time is yet to come. Record it once it has happened'],
    [accident, '2026-12-31T23:59:00+05:30', 'This day is yet to come. Record it once it has happened'],
    [accident, '2016-12-31T23:59:60Z', null],
  ])('%o at %s', (kind, happenedAt, expected) => {
    expect(eventDayFault(kind, at(happenedAt), now)).toBe(expected);
  });
});

test('the national days are no working days in any year', () => {
  for (const one of ['2026-01-26', '2027-08-15', '2030-10-02']) {
    expect(isWorkingDay(day(one), NO_HOLIDAYS)).toBe(false);
  }
});
