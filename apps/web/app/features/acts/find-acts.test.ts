import type { Act } from '@anupalan/contract/acts';
import { expect, test } from 'vitest';
import { findActs } from './find-acts.ts';

const MOMENT = '2026-11-01T00:00:00.000Z';

const ACTS: Act[] = [
  { name: 'Shops Act', state: 'Maharashtra', description: '<p>Leave &amp; working <strong>hours</strong></p>' },
  { name: 'Code on Wages', state: '-', description: '-' },
].map((act, index) => ({
  _id: `${index}`,
  minEmployees: 0,
  maxEmployees: 0,
  createdAt: MOMENT,
  updatedAt: MOMENT,
  ...act,
})) as Act[];

test.each([
  ['', ['Shops Act', 'Code on Wages']],
  ['wages', ['Code on Wages']],
  ['all states', ['Code on Wages']],
  ['maharashtra  shops', ['Shops Act']],
  ['leave & working hours', ['Shops Act']],
  ['strong', []],
])('%j', (search, names) => {
  expect(findActs(ACTS, search).map(({ name }) => name)).toEqual(names);
});
