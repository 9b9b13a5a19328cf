import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ApplicabilityRule,
  applies,
  describeApplicability,
  explainApplicability,
  matchesStateFilter,
} from './applicability.ts';
import type { CompanyReach } from './company-reach.ts';
import { ALL_STATES, STATES, type StateOrAll } from './states.ts';

const rule = (state: StateOrAll, minEmployees = 0, maxEmployees = 0): ApplicabilityRule => ({
  state,
  minEmployees,
  maxEmployees,
});
const isApplied = (item: ApplicabilityRule, viewer: CompanyReach | null) => applies(item, viewer).outcome === 'applies';
const company = (employeeCount: number, ...states: StateOrAll[]): CompanyReach => ({ employeeCount, states });
const named = (reach: CompanyReach): CompanyReach => ({ ...reach, onlyNamedStates: true });

describe('applies', () => {
  test.each<[string, ApplicabilityRule, CompanyReach | null, boolean]>([
    ['an all-India item, any state', rule('-'), company(5, 'Goa'), true],
    ['its own state', rule('Goa'), company(5, 'Goa'), true],
    ['an additional state', rule('Kerala'), company(5, 'Goa', 'Kerala'), true],
    ['another state', rule('Kerala'), company(5, 'Goa'), false],
    ['a company without states', rule('Kerala'), company(5), true],
    ['a company in all states', rule('Kerala'), company(5, '-'), true],
    ['a company in all states that added one', rule('Kerala'), company(5, '-', 'Goa'), true],
    ['one below the minimum', rule('-', 20), company(19, 'Goa'), false],
    ['just the minimum', rule('-', 20), company(20, 'Goa'), true],
    ['just the maximum', rule('-', 0, 50), company(50, 'Goa'), true],
    ['one above the maximum', rule('-', 0, 50), company(51, 'Goa'), false],
    ['within both bounds', rule('-', 10, 50), company(30, 'Goa'), true],
    ['headcount right, state wrong', rule('Kerala', 10), company(30, 'Goa'), false],
    ['state right, headcount wrong', rule('Goa', 10), company(9, 'Goa'), false],
    ['no company', rule('Kerala', 100), null, true],
    ['all states without Premium, an all-India item', rule('-'), named(company(5, '-')), true],
    ["all states without Premium, a state's item", rule('Kerala'), named(company(5, '-')), false],
    ['all states without Premium, of one added before', rule('Goa'), named(company(5, '-', 'Goa')), true],
    ['its own state without Premium', rule('Goa'), named(company(5, 'Goa')), true],
  ])('%s', (_, item, viewer, expected) => {
    expect(isApplied(item, viewer)).toBe(expected);
    const { stateMatches, headcountMatches } = explainApplicability(item, viewer);
    expect(stateMatches && headcountMatches).toBe(expected);
  });
});

test.each<[StateOrAll, StateOrAll, boolean]>([
  ['-', '-', true],
  ['Goa', '-', true],
  ['-', 'Goa', true],
  ['Goa', 'Goa', true],
  ['Kerala', 'Goa', false],
])('an item of %s under the filter %s: %s', (state, selected, expected) => {
  expect(matchesStateFilter({ state }, selected)).toBe(expected);
});

describe('explainApplicability', () => {
  test('says which ground fails', () => {
    const reason = explainApplicability(rule('Kerala', 20), company(30, 'Goa'));
    expect(reason).toMatchObject({ stateMatches: false, headcountMatches: true, employeeCount: 30 });
    expect(explainApplicability(rule('Goa', 20), company(3, 'Goa'))).toMatchObject({ headcountMatches: false });
  });

  test.each<[ApplicabilityRule, CompanyReach | null, string]>([
    [rule('Maharashtra', 20), company(120, 'Maharashtra'), 'Maharashtra, 20 or more employees; yours: 120'],
    [rule('-', 0, 20), company(7, 'Goa'), 'All States, up to 20 employees; yours: 7'],
    [rule('Goa', 10, 50), company(30, 'Goa'), 'Goa, 10 to 50 employees; yours: 30'],
    [rule('-'), company(30, 'Goa'), 'All States, any number of employees'],
    [rule('Goa', 10), null, 'Goa, 10 or more employees'],
  ])('%j reads well', (item, viewer, expected) => {
    expect(describeApplicability(explainApplicability(item, viewer))).toBe(expected);
  });
});

describe('widening never hides', () => {
  const anyState = fc.constantFrom<StateOrAll>(ALL_STATES, ...STATES);
  const anyRule = fc.record({ state: anyState, minEmployees: fc.nat(60), maxEmployees: fc.nat(60) });
  const anyCompany = fc.record({
    employeeCount: fc.integer({ min: 1, max: 80 }),
    states: fc.array(anyState, { minLength: 1, maxLength: 4 }),
  });

  const implies = (before: boolean, after: boolean) => expect(!before || after).toBe(true);

  test('the bounds of an item', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, fc.nat(60), (item, viewer, by) => {
        const before = isApplied(item, viewer);
        implies(before, isApplied({ ...item, minEmployees: Math.max(0, item.minEmployees - by) }, viewer));
        implies(before, isApplied({ ...item, maxEmployees: item.maxEmployees && item.maxEmployees + by }, viewer));
        implies(before, isApplied({ ...item, maxEmployees: 0 }, viewer));
        implies(before, isApplied({ ...item, state: ALL_STATES }, viewer));
      }),
    );
  });

  test('the states of a company', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, anyState, (item, viewer, added) => {
        implies(isApplied(item, viewer), isApplied(item, { ...viewer, states: [...viewer.states, added] }));
      }),
    );
  });

  test('the headcount of a company, where an item has no maximum', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, fc.nat(100), (item, viewer, more) => {
        const open = { ...item, maxEmployees: 0 };
        implies(isApplied(open, viewer), isApplied(open, { ...viewer, employeeCount: viewer.employeeCount + more }));
      }),
    );
  });

  test('taking the state filter off', () => {
    fc.assert(
      fc.property(anyRule, anyState, (item, selected) => {
        implies(matchesStateFilter(item, selected), matchesStateFilter(item, ALL_STATES));
      }),
    );
  });
});
