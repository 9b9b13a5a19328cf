import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alarmsOf } from './alarms.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const moment = (text: string) => Temporal.Instant.from(text);
const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('a calendar reminds of a day', () => {
  test.each<[string, readonly number[], string, readonly number[]]>([
    ['at nine of the day', [0], '2026-11-28T10:00:00Z', [9 * HOUR]],
    ['at nine so many days before', [7, 1], '2026-11-28T10:00:00Z', [9 * HOUR - 7 * DAY, 9 * HOUR - DAY]],
    ['once for a day that is named twice', [1, 1], '2026-11-28T10:00:00Z', [9 * HOUR - DAY]],
    ['not where that has passed', [7, 1, 0], '2026-12-14T03:30:00Z', [9 * HOUR]],
    ['until nine in India', [0], '2026-12-15T03:29:59Z', [9 * HOUR]],
    ['no more from nine in India on', [0], '2026-12-15T03:30:00Z', []],
  ])('%s', (_, days, now, expected) => {
    expect(alarmsOf({ day: day('2026-12-15'), at: null }, days, moment(now))).toEqual(expected);
  });
});

describe('a calendar reminds of a time of day', () => {
  // 14:34 in India on the 29th.
  const due = { day: day('2026-11-29'), at: moment('2026-11-29T09:04:00Z') };
  const nine = -(5 * HOUR + 34 * 60);

  test.each<[string, string, readonly number[]]>([
    [
      'on its days at nine, and three hours and one hour before',
      '2026-11-01T00:00:00Z',
      [nine - 7 * DAY, nine - DAY, nine, -3 * HOUR, -HOUR],
    ],
    ['as far as that is still ahead', '2026-11-29T05:00:00Z', [-3 * HOUR, -HOUR]],
    ['no more in its last hour', '2026-11-29T08:30:00Z', []],
  ])('%s', (_, now, expected) => {
    expect(alarmsOf(due, [7, 1, 0], moment(now))).toEqual(expected);
  });

  test('at whole seconds', () => {
    const at = moment('2026-11-29T09:04:00.038Z');
    const alarms = alarmsOf({ ...due, at }, [0], moment('2026-11-01T00:00:00Z'));
    expect(alarms).toEqual([nine, -3 * HOUR, -HOUR]);
  });

  test('at nine of the day only where that comes before it', () => {
    const early = { day: day('2026-11-29'), at: moment('2026-11-29T02:30:00Z') };
    expect(alarmsOf(early, [0], moment('2026-11-28T20:00:00Z'))).toEqual([-3 * HOUR, -HOUR]);
  });
});

test('no alarm is in the past, or at its time, or after it', () => {
  const seconds = fc.integer({ min: -2_000_000, max: 2_000_000 });
  const reminderDays = fc.array(fc.integer({ min: 0, max: 366 }), { maxLength: 10 });
  const base = moment('2026-11-28T06:00:00Z');
  fc.assert(
    fc.property(seconds, seconds, reminderDays, (dueIn, nowIn, days) => {
      const [at, now] = [base.add({ seconds: dueIn }), base.add({ seconds: nowIn })];
      const due = { day: at.toZonedDateTimeISO('Asia/Kolkata').toPlainDate(), at };
      for (const alarm of alarmsOf(due, days, now)) {
        expect(alarm).toBeLessThan(0);
        expect(Temporal.Instant.compare(at.add({ seconds: alarm }), now)).toBe(1);
      }
    }),
  );
});
