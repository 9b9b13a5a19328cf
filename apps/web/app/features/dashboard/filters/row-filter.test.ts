import type { StateOrAll } from '@anupalan/domain/states';
import { expect, test } from 'vitest';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { makeAct, makeRows } from '../../compliance-items/items.fixture.ts';
import { filterByState, filterRows } from './row-filter.ts';
import type { Show } from './show-choices.ts';
import { NO_FILTER } from './table-address.ts';

const ROWS = makeRows(
  [
    { title: 'EPF return', actId: 'epf', recorded: { '2026-11-15': 'done' } },
    {
      title: 'Professional tax',
      state: 'Maharashtra',
      first: '2026-11-25',
      values: { form: { text: 'MTR-6', isLink: false } },
    },
    { title: 'Labour welfare fund', state: 'Karnataka', description: '<p>Pay the <strong>yearly</strong> sum.</p>' },
    { title: 'Display the notices', first: null, frequency: 'never' },
  ],
  [makeAct('epf', "Employees' Provident Fund")],
);

const titles = (rows: readonly ComplianceRow[]) => rows.map((row) => row.item.title);

test.each<[StateOrAll, number]>([
  ['-', 4],
  ['Maharashtra', 3],
  ['Karnataka', 3],
  ['Kerala', 2],
])('%s keeps its own items and those of all states', (state, count) => {
  expect(filterByState(ROWS, state)).toHaveLength(count);
});

test.each<[Show, string[]]>([
  ['all', titles(ROWS)],
  ['done', ['EPF return']],
  ['not-done', ['Labour welfare fund']],
  ['pending', ['Professional tax']],
  ['overdue', ['Labour welfare fund']],
  ['due-soon', ['Professional tax']],
  ['on-hold', []],
])('%s shows %j', (show, expected) => {
  expect(titles(filterRows(ROWS, { ...NO_FILTER, show }))).toEqual(expected);
});

test.each([
  ['title, whatever the case', 'ePf', ['EPF return']],
  ['act', 'provident', ['EPF return']],
  ['field', 'mtr-6', ['Professional tax']],
  ['state', 'karnataka', ['Labour welfare fund']],
  ['due date as it is shown', '25/11/2026', ['Professional tax']],
  ['description without its tags', 'yearly', ['Labour welfare fund']],
  ['words in any order', 'tax  professional ', ['Professional tax']],
  ['nothing by a tag', 'strong', []],
  ['nothing by one word of two', 'tax epf', []],
])('the search finds by %s', (_, search, expected) => {
  expect(titles(filterRows(ROWS, { ...NO_FILTER, search }))).toEqual(expected);
});

test('an act keeps its own items', () => {
  expect(titles(filterRows(ROWS, { ...NO_FILTER, act: 'epf' }))).toEqual(['EPF return']);
  expect(filterRows(ROWS, { ...NO_FILTER, act: 'gone' })).toEqual([]);
});

test('search and status narrow together', () => {
  expect(titles(filterRows(ROWS, { ...NO_FILTER, show: 'overdue', search: 'return' }))).toEqual([]);
});
