import { describe, expect, test } from 'vitest';
import { checkDays } from './days.ts';

const check = (text: string, file = 'apps/server/src/features/acts/commands-due.ts') =>
  checkDays([{ file, text, imports: [] }], '/');

describe('days are made of moments in one place', () => {
  test.each([
    "const zone = 'Asia/Kolkata';",
    "const today = Temporal.Now.plainDateISO('UTC');",
    'const now = Temporal.Now.zonedDateTimeISO();',
    'const day = utcDayOf(now());',
    "const day = moment.toZonedDateTimeISO('UTC').toPlainDate();",
    'const day = moment.toZonedDateTimeISO(Temporal.Now.timeZoneId());',
    'const day = new Date().toISOString().slice(0, 10);',
    'const year = new Date().getFullYear();',
    'sql`select current_date`',
    'sql`until < now()::date`',
    'sql`item.created_at::date as since`',
    "sql`until < (now() at time zone 'utc')::date`",
  ])('not by %s', (text) => {
    expect(check(text)).toEqual([expect.stringContaining('makes a day or a time of its own')]);
  });

  test.each([
    'const there = moment.toZonedDateTimeISO(INDIA);',
    "// As new Date().getFullYear() does, or 'Asia/Kolkata'.",
    "sql`select to_char(at at time zone 'utc', 'YYYY')`",
    'sql`left(filing, 10)::date`',
  ])('but by %s', (text) => {
    expect(check(text)).toEqual([]);
  });

  test('in tests, in migrations and by the module itself as they like', () => {
    const text = "const zone = 'Asia/Kolkata';";
    for (const file of ['packages/domain/src/calendar-day.ts', 'apps/server/src/migrations/0001-a.ts', 'e2e/a.spec.ts'])
      expect(check(text, file)).toEqual([]);
  });
});
