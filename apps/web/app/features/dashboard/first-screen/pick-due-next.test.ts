import { expect, test } from 'vitest';
import { makeRows } from '../../compliance-items/items.fixture.ts';
import { pickDueNext } from './pick-due-next.ts';

test('what is overdue comes first, then what falls due; of one day in the order of the list, four in all', () => {
  const rows = makeRows([
    { title: 'never', first: null, frequency: 'never' },
    { title: 'later', first: '2027-03-01', frequency: 'once' },
    { title: 'settled', first: '2026-11-21', frequency: 'once', recorded: { '2026-11-21': 'done' } },
    { title: 'before they joined', first: '2026-11-01', frequency: 'once', trackedFrom: '2026-11-02' },
    { title: 'next week', first: '2026-11-30', frequency: 'once' },
    { title: 'tomorrow', first: '2026-11-22', frequency: 'once' },
    { title: 'tomorrow too', first: '2026-11-22', frequency: 'once' },
    { title: 'overdue', first: '2026-11-01', frequency: 'once' },
  ]);
  expect(pickDueNext(rows).map(({ item }) => item.title)).toEqual(['overdue', 'tomorrow', 'tomorrow too', 'next week']);
});

test('what fell due before they joined stands there with the occurrence after it, unless that is settled', () => {
  const since = { first: '2026-11-15', trackedFrom: '2026-11-20' };
  const rows = makeRows([
    { title: 'every month', ...since },
    { title: 'done ahead', ...since, recorded: { '2026-12-15': 'done' } },
    { title: 'once', ...since, frequency: 'once' },
  ]);
  const picked = pickDueNext(rows).map(({ item, due, daysLeft, urgency }) => [item.title, `${due}`, daysLeft, urgency]);
  expect(picked).toEqual([['every month', '2026-12-15', 24, 'later']]);
});

test('of what is all settled nothing is due next', () => {
  expect(
    pickDueNext(makeRows([{ first: '2026-11-21', frequency: 'once', recorded: { '2026-11-21': 'not-to-do' } }])),
  ).toEqual([]);
});
