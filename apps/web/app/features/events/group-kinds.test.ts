import type { EventKind } from '@anupalan/contract/events/kinds';
import { expect, test } from 'vitest';
import { describeOpens, groupKinds } from './group-kinds.ts';

function kind(key: string, titles: string[] = [], offered = true): EventKind {
  const duties = titles.map((title) => ({ title }) as EventKind['duties'][number]);
  const asks = { date: 'Day', time: false, number: false, label: 'Label', laterDays: [] };
  return { key, name: key, description: '', asks, visibility: 'company', offered, hangsOn: null, duties };
}

const KINDS = [kind('notice'), kind('joins', ['Letter']), kind('flood'), kind('wage-period-ends', [], false)];

test.each([
  ['', 'People: joins | Authorities: notice | Other: flood'],
  ['LETTER jo', 'People: joins'],
  ['letter notice', ''],
])('what is offered is grouped, and found by "%s"', (search, expected) => {
  const groups = groupKinds(KINDS, search).map(({ name, kinds }) => `${name}: ${kinds.map(({ key }) => key).join()}`);
  expect(groups.join(' | ')).toBe(expected);
});

test.each([
  [[], 'Opens no duty by itself'],
  [['A'], 'May open: A'],
  [['A', 'B', 'C', 'D'], 'May open: A; B; and 2 more'],
])('%j', (titles, expected) => {
  expect(describeOpens(kind('joins', titles))).toBe(expected);
});
