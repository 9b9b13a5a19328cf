import { describe, expect, test } from 'vitest';
import type { CompanyReach } from '../company-reach.ts';
import type { State } from '../states.ts';
import { covers, type Extension, listPossible, sortExtensions, standingLegalDay } from './extensions.ts';
import { NO_MOVES } from './moved-days.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const NOVEMBER = day('2026-11-07');

function extension(id: string, to: string, more: Partial<Extension> = {}): Extension {
  return { id, day: NOVEMBER, newDay: day(to), states: [], condition: null, source: 'Circular', ...more };
}

const company = (...states: State[]): CompanyReach => ({ employeeCount: 20, states });

test.each<[readonly State[], CompanyReach | null, boolean]>([
  [[], company('Goa'), true],
  [['Kerala'], company('Goa'), false],
  [['Kerala'], company('Goa', 'Kerala'), true],
  [['Kerala', 'Goa'], company('Goa'), true],
  [['Kerala'], { employeeCount: 20, states: ['-'] }, true],
  [['Kerala'], { employeeCount: 20, states: ['-'], onlyNamedStates: true }, false],
  [['Kerala'], null, true],
])('one for %j covers %j: %s', (states, reach, expected) => {
  expect(covers({ states }, reach)).toBe(expected);
});

test('one with a condition holds once a company says that it meets it', () => {
  const both = [extension('all', '2026-11-15'), extension('small', '2026-11-30', { condition: 'Under 20 people' })];
  const before = sortExtensions(both, company('Goa'), new Set());
  expect([before.held.length, before.open.map(({ id }) => id)]).toEqual([1, ['small']]);
  const after = sortExtensions(both, company('Goa'), new Set(['small']));
  expect([after.held.map(({ newDay }) => newDay.toString()), after.open]).toEqual([['2026-11-15', '2026-11-30'], []]);
});

test('possible are those that would move something, the earliest first', () => {
  const open = [
    extension('late', '2026-11-30', { condition: 'x' }),
    extension('past', '2026-11-12', { condition: 'x' }),
    extension('soon', '2026-11-20', { condition: 'x' }),
  ];
  const moves = { ...NO_MOVES, extensions: [extension('held', '2026-11-15')] };
  expect(listPossible(open, moves).map(({ id }) => id)).toEqual(['soon', 'late']);
});

describe('the legal day that an extension has to come after', () => {
  const stands = (states: readonly State[], ...extensions: Extension[]) =>
    standingLegalDay(NOVEMBER, states, NO_MOVES, extensions).toString();

  test('is the nominal one, or that of an extension for the same companies', () => {
    expect(stands([])).toBe('2026-11-07');
    expect(stands([], extension('a', '2026-11-15'))).toBe('2026-11-15');
    expect(stands(['Goa'], extension('a', '2026-11-15'))).toBe('2026-11-15');
    expect(stands(['Goa'], extension('a', '2026-11-15', { states: ['Goa', 'Kerala'] }))).toBe('2026-11-15');
  });

  test('is none of an extension for fewer, or with a condition', () => {
    expect(stands([], extension('a', '2026-11-15', { states: ['Goa'] }))).toBe('2026-11-07');
    expect(stands(['Goa', 'Kerala'], extension('a', '2026-11-15', { states: ['Goa'] }))).toBe('2026-11-07');
    expect(stands([], extension('a', '2026-11-15', { condition: 'x' }))).toBe('2026-11-07');
  });
});
