import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const event = (at: string) => ({ _id: at, at, by: null, what: 'facts.answer', about: {} }) as const;

test('a day begins and ends in India', () => {
  const moments = ['2026-11-22T18:30:00.000Z', '2026-11-22T18:29:59.999Z', '2026-11-21T18:30:00.000Z'];
  expect(groupByDay(moments.map(event)).map(([day, events]) => [day, events.map(({ at }) => at)])).toEqual([
    ['2026-11-23', [moments[0]]],
    ['2026-11-22', [moments[1], moments[2]]],
  ]);
});
