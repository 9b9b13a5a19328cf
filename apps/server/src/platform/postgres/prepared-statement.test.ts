import { Instant, IsoDay } from '@anupalan/contract/wire/primitives';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase } from './database.ts';
import { readAsText, readDay, readInstant } from './prepared-statement.ts';

const database = openDatabase(inject('postgresUrl'), () => {});
afterAll(() => database.close());

test.each([
  ['2026-11-21T10:59:00.123456Z', '2026-11-21T10:59:00.123456Z'],
  ['2026-11-21T10:59:00.1Z', '2026-11-21T10:59:00.1Z'],
  ['2026-11-21T10:59:00Z', '2026-11-21T10:59:00Z'],
  ['2026-11-21T10:59:00+05:30', '2026-11-21T05:29:00Z'],
])('a moment stored as %s is read as %s', async (stored, expected) => {
  const [row] = await readAsText<{ at: string; day: string }>(
    database.pool,
    { name: 'moment', text: 'select $1::timestamptz as at, $1::timestamptz::date as day' },
    [stored],
  );
  expect(readInstant(row?.at ?? '')).toBe(expected);
  expect(Instant.parse(readInstant(row?.at ?? ''))).toBe(expected);
  expect(IsoDay.parse(readDay(row?.day ?? ''))).toBe('2026-11-21T00:00:00.000Z');
});
