import { NewReminder } from '@anupalan/contract/reminders';
import { expect, test } from 'vitest';
import { fromLocalTime, toLocalTime } from './local-time.ts';

test('a time is read in the time zone of whoever typed it, and shown in it again', () => {
  const moment = fromLocalTime('2026-12-15T10:30', 'Asia/Kolkata');
  expect(moment).toBe('2026-12-15T05:00:00Z');
  expect(toLocalTime(Temporal.Instant.from(moment), 'Asia/Kolkata')).toBe('2026-12-15T10:30');
});

test('seconds are not shown', () => {
  expect(toLocalTime(Temporal.Instant.from('2026-12-15T05:00:59.5Z'), 'UTC')).toBe('2026-12-15T05:00');
});

test('an hour that a clock change skips is the one after it', () => {
  expect(fromLocalTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00Z');
});

test.each(['', '15/12/2026', '2026-02-30T10:00', '+275760-09-13T00:00', '275760-09-13T00:00', '2201-01-01T10:00'])(
  '%j is refused',
  (text) => {
    const { error } = NewReminder.safeParse({ reminderDate: fromLocalTime(text, 'Asia/Kolkata') });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Invalid date format']);
  },
);
