import type { Act } from '@anupalan/contract/acts';
import { expect, test } from 'vitest';
import { findActs, formatEmployeeRange, isLongDescription } from './act-text.ts';

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
])('a search for %j', (search, names) => {
  expect(findActs(ACTS, search).map(({ name }) => name)).toEqual(names);
});

test.each([
  [20, 100, '20 – 100'],
  [20, 0, '20 – ∞'],
  [0, 0, '0 – ∞'],
  [0, 9, '0 – 9'],
])('a range from %i to %i', (minEmployees, maxEmployees, text) => {
  expect(formatEmployeeRange({ minEmployees, maxEmployees })).toBe(text);
});

test.each([
  ['a hundred characters', 'x'.repeat(100), false],
  ['one more', 'x'.repeat(101), true],
  ['a hundred with their tags', `<p><strong>${'x'.repeat(100)}</strong></p>`, false],
  ['one more in two paragraphs', `<p>${'x'.repeat(50)}</p><p>${'x'.repeat(50)}</p>`, true],
  ['a hundred of which some are written as entities', `<p>${'&amp;'.repeat(100)}</p>`, false],
  ['nothing', '-', false],
])('a description of %s', (_, html, long) => {
  expect(isLongDescription(html)).toBe(long);
});
