import { expect, test } from 'vitest';
import { makeRows, type Sketch } from '../compliance-items/items.fixture.ts';
import { summarizeRows } from './row-summary.ts';

test('counts items that press', () => {
  const rows = makeRows([{}, {}, { first: '2026-11-25' }, { first: null, frequency: 'never' }]);
  expect(summarizeRows(rows)).toMatchObject({ overdue: 2, dueSoon: 1 });
});

test.each<[string, Sketch, [done: number, due: number]]>([
  ['nothing recorded', {}, [0, 1]],
  ['done', { recorded: { '2026-11-15': 'done' } }, [1, 1]],
  ['recorded as not done', { recorded: { '2026-11-15': 'not-done' } }, [0, 1]],
  ['not to be done', { recorded: { '2026-11-15': 'not-to-do' } }, [0, 0]],
  ['not applicable', { recorded: { '2026-11-15': 'not-applicable' } }, [0, 0]],
  ['done in another month', { first: '2026-10-15', recorded: { '2026-10-15': 'done' } }, [0, 1]],
  ['due on the first and the last day', { first: '2026-11-01', frequency: 'weekly' }, [0, 5]],
  ['due next month', { first: '2026-12-01' }, [0, 0]],
  ['due before it was tracked', { trackedFrom: '2026-11-16' }, [0, 0]],
  ['done before it was tracked', { trackedFrom: '2026-11-16', recorded: { '2026-11-15': 'done' } }, [1, 1]],
  ['never due', { first: null, frequency: 'never' }, [0, 0]],
])('this month, %s', (_, sketch, [done, due]) => {
  expect(summarizeRows(makeRows([sketch]))).toMatchObject({ doneThisMonth: done, dueThisMonth: due });
});
