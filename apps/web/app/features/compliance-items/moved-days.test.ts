import { expect, test } from 'vitest';
import { listNotifications } from '../notifications/list-notifications.ts';
import { deriveRows } from './compliance-row.ts';
import { makeItem, TODAY } from './items.fixture.ts';
import { companyDaysOf, describeMover, findMoved, findPossible, recordedUnder } from './moved-days.ts';

const at = (day: string) => `${day}T00:00:00.000Z`;
const day = (iso: string) => Temporal.PlainDate.from(iso);

/** November is extended to the 30th, and the company wants to be done by the 27th. */
const ITEM = makeItem({
  movedDays: [
    {
      day: at('2026-11-15'),
      legal: at('2026-11-30'),
      company: at('2026-11-27'),
      by: [
        { what: 'extension', source: 'EPFO' },
        { what: 'company', source: 'Set by the company' },
      ],
    },
  ],
});
const [ROW] = deriveRows([ITEM], [], TODAY);

test('a row is about the legal day: it is pending, and not due for nine days', () => {
  expect([`${ROW?.due}`, `${ROW?.current?.legal}`]).toEqual(['2026-11-15', '2026-11-30']);
  expect([ROW?.status, ROW?.urgency, ROW?.daysLeft]).toEqual(['pending', 'later', 9]);
});

test('items that fall due alike but for what is moved share nothing', () => {
  const [row, still] = deriveRows([ITEM, makeItem({ _id: 'still' })], [], TODAY);
  expect([row?.urgency, still?.urgency]).toEqual(['later', 'overdue']);
  expect(deriveRows([makeItem({ _id: 'other' })], [], TODAY)[0]?.series).toBe(still?.series);
});

test('what moved it is said in words', () => {
  const moved = findMoved(ITEM, day('2026-11-15'));
  expect(moved && describeMover(moved)).toBe('Extended');
  expect(findMoved(ITEM, day('2026-12-15'))).toBeUndefined();
  expect(moved && describeMover({ ...moved, legal: moved.day })).toBeUndefined();
});

test('the legal and the company’s day mean the occurrence', () => {
  const under = (iso: string) => ROW && recordedUnder(ITEM, ROW.schedule, day(iso)).toString();
  expect(['2026-11-30', '2026-11-27', '2026-11-15', '2026-11-28'].map(under)).toEqual([
    ...['2026-11-15', '2026-11-15', '2026-11-15', '2026-11-28'],
  ]);
});

test('the bell counts to the company’s day and names the law’s', () => {
  const [notification] = listNotifications([ITEM], ITEM.userId, Temporal.Instant.from('2026-11-21T09:00:00Z'));
  expect(notification).toMatchObject({
    type: 'warning',
    message: 'File the return is due in 9 days (30/11/2026)',
    remindsBy: { what: 'company' },
  });
  expect(companyDaysOf(makeItem())).toBeUndefined();
});

test('an extension that is open belongs to its occurrence', () => {
  const possible = { _id: 'x', forDate: at('2026-12-15'), day: at('2026-12-30'), condition: 'Small', source: 'EPFO' };
  const item = { ...ITEM, possibleExtensions: [possible] };
  expect(findPossible(item, day('2026-12-15'))).toBe(possible);
  expect(findPossible(item, day('2026-11-15'))).toBeUndefined();
});
