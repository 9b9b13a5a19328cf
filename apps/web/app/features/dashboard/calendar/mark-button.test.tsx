import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/show.tsx';
import { makeRows, TODAY } from '../../compliance-items/items.fixture.ts';
import { MarkButton } from './mark-button.tsx';
import { collectMarks } from './marks.ts';

const CONTROLS = { point: () => {}, show: () => {}, press: () => {}, leave: () => {}, stay: () => {}, close: () => {} };

test('the name of a mark says the day of its cell: the legal one', () => {
  const midnight = (iso: string) => `${iso}T00:00:00.000Z`;
  const moved = { day: midnight('2026-11-12'), legal: midnight('2026-11-11'), company: null, by: [] };
  const rows = makeRows([{ title: 'ESI return', first: '2026-11-12', frequency: 'once', movedDays: [moved] }]);
  const month = { from: Temporal.PlainDate.from('2026-11-01'), to: Temporal.PlainDate.from('2026-11-30') };
  const [[cell, [mark]] = ['', []]] = collectMarks(rows, month, TODAY);
  if (!mark) throw new Error('There is no mark');
  show(<MarkButton mark={mark} controls={CONTROLS} />);
  expect([cell, screen.getByRole('button').getAttribute('aria-label')]).toEqual([
    '2026-11-11',
    'ESI return, 11/11/2026, Not Done',
  ]);
});
