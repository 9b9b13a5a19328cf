import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { useTable } from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { makeRows } from '../../compliance-items/items.fixture.ts';
import { createColumns, createCompactColumns, tableOfItems } from './create-columns.tsx';

const FORM: ComplianceField = {
  _id: 'form',
  name: 'Form / Return',
  description: '',
  accessLevel: 'free',
  order: 1,
  isFreeUser: true,
  isPremiumUser: true,
  type: 'text',
  required: false,
  createdAt: '2026-11-20T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  createdBy: null,
};

const ROWS = makeRows([
  { title: 'b', first: '2026-12-31', values: { form: { text: 'Form 10', isLink: false } } },
  { title: 'never', first: null, frequency: 'never', values: { form: { text: '', isLink: false, locked: true } } },
  { title: 'C', first: '2027-01-05', values: { form: { text: 'Form 5', isLink: false } } },
  { title: 'a', first: '2026-11-25', recorded: { '2026-11-25': 'done' } },
]);

test.each([
  ['title', false, ['a', 'b', 'C', 'never']],
  ['title', true, ['never', 'C', 'b', 'a']],
  ['due', false, ['a', 'b', 'C', 'never']],
  ['due', true, ['C', 'b', 'a', 'never']],
  ['form', false, ['C', 'b', 'never', 'a']],
  ['form', true, ['b', 'C', 'never', 'a']],
  ['status', false, ['a', 'b', 'C', 'never']],
])('sorted by %s (descending: %s), what has no value stands last', (id, desc, titles) => {
  expect(titlesSortedBy({ id, desc })).toEqual(titles);
});

test('the configured fields stand between the item and its due date', () => {
  expect(createColumns([FORM], { readsPremium: true }).map(({ id }) => id)).toEqual([
    'serial',
    'title',
    'form',
    'due',
    'status',
  ]);
});

test('administrators have their actions at the end, beside the status where there is little room', () => {
  const actions = { onEdit: () => {}, onDelete: () => {} };
  expect(createColumns([FORM], { actions, readsPremium: true }).map(({ id }) => id)).toEqual([
    'serial',
    'title',
    'form',
    'due',
    'status',
    'actions',
  ]);
  expect(createCompactColumns({ actions }).map(({ id }) => id)).toEqual(['title', 'due', 'status']);
});

function titlesSortedBy(sort: { id: string; desc: boolean }): string[] {
  let titles: string[] = [];
  function Probe() {
    const columns = createColumns([FORM], { readsPremium: true });
    const table = useTable({ features: tableOfItems, columns, data: ROWS, initialState: { sorting: [sort] } });
    titles = table.getRowModel().rows.map((row) => row.original.item.title);
    return null;
  }
  renderToString(createElement(Probe));
  return titles;
}
