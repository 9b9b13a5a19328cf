import { listMovedDays } from '@anupalan/domain/due-days/moved-days';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DaysColumns, daysInCompany, itemDaysOf, NOTHING_OWN } from './item-days.ts';

const DEPOSIT: DaysColumns = {
  ...{ due_date: '2026-04-07', frequency: 'monthly', due_date_description: 'The 7th', basis: null, latest_after: null },
  ...{ exceptions: [{ of: '04-07', on: '04-30' }], holiday_rule: 'next-working-day' },
};

const day = fc.integer({ min: -1_500, max: 4_000 }).map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }));
const window = fc
  .tuple(day, fc.integer({ min: 0, max: 1_100 }))
  .map(([from, days]) => ({ from, to: from.add({ days }) }));

test('whatever windows are asked for one after the other, each has the days that are moved within it', () => {
  fc.assert(
    fc.property(fc.array(window, { minLength: 1, maxLength: 5 }), (windows) => {
      const days = itemDaysOf(DEPOSIT);
      for (const within of windows) {
        const moves = { ...days.rules, extensions: [], companyDays: [] };
        const { moved } = daysInCompany({ id: 'deposit', days }, NOTHING_OWN, null, within);
        expect(moved).toEqual(listMovedDays(days.schedule, moves, within));
      }
    }),
    { numRuns: 50 },
  );
});
