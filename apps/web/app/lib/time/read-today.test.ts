import { INDIA } from '@anupalan/domain/calendar-day';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatDayOf, formatInstant } from './dates.ts';
import { readToday } from './read-today.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe.each(['UTC', INDIA, 'America/Los_Angeles', 'Pacific/Kiritimati'])('in a browser in %s', (timeZone) => {
  test.each([
    ['2026-12-15T23:59:59+05:30', '2026-12-15'],
    ['2026-12-16T00:30:00+05:30', '2026-12-16'],
    ['2026-12-16T05:00:00+05:30', '2026-12-16'],
    ['2027-01-01T00:30:00+05:30', '2027-01-01'],
    ['2027-04-01T00:30:00+05:30', '2027-04-01'],
  ])('today at %s is %s', (now, today) => {
    vi.stubEnv('TZ', timeZone);
    vi.setSystemTime(now);
    expect(readToday()).toBe(today);
    expect(formatDayOf(new Date(now).toISOString())).toBe(today.split('-').reverse().join('/'));
  });
});

test('today is the same where a browser puts its parts together as 12/15/2026, as WebKit does', async () => {
  const parts = [
    { type: 'month', value: '12' },
    { type: 'literal', value: '/' },
    { type: 'day', value: '15' },
    { type: 'literal', value: '/' },
    { type: 'year', value: '2026' },
  ];
  class DateTimeFormat {
    format = () => parts.map(({ value }) => value).join('');
    formatToParts = () => parts;
  }
  vi.stubGlobal('Intl', { DateTimeFormat });
  vi.resetModules();
  expect((await import('./read-today.ts')).readToday()).toBe('2026-12-15');
});

test('a moment with its time is that of the browser', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  expect(formatInstant('2026-12-15T19:30:00.000Z')).toBe('15 Dec 2026, 11:30');
});
