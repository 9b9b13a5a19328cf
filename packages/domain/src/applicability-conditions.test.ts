import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ApplicabilityRule, applies, type Requirement } from './applicability.ts';
import type { Answers, CompanyReach, Establishment } from './company-reach.ts';
import { ALL_STATES, type StateOrAll } from './states.ts';

const need = (key: string, patch: Partial<Requirement> = {}): Requirement => ({
  ...{ key, is: ['yes'], answeredFor: 'company', assumed: 'no', assumeYesFrom: null },
  ...patch,
});

const FACTORY = need('nature', { is: ['factory'], answeredFor: 'establishment', assumed: 'office' });
const NO_FACTORY = need('nature', {
  is: undefined,
  isNot: ['factory'],
  answeredFor: 'establishment',
  assumed: 'office',
});
const LICENCE = need('licence', { answeredFor: 'establishment' });
const TRUST = need('trust');
const TDS = need('tds', { assumed: 'yes' });
const LARGE = need('large', { assumeYesFrom: 40 });
const ASKED = need('asked', { answeredFor: 'item' });

const item = (conditions: readonly Requirement[], patch: Partial<ApplicabilityRule> = {}): ApplicabilityRule => ({
  ...{ id: 'item', state: ALL_STATES, minEmployees: 0, maxEmployees: 0, conditions },
  ...patch,
});

let made = 0;
const place = (state: StateOrAll, employeeCount: number, answers: Answers = {}): Establishment => ({
  ...{ id: `place-${++made}`, state, employeeCount, answers },
});

const company = (establishments: readonly Establishment[], patch: Partial<CompanyReach> = {}): CompanyReach => ({
  ...{ employeeCount: 25, states: ['Goa'], establishments },
  ...patch,
});

describe('the outcome', () => {
  const office = place('Goa', 25, { nature: 'office' });
  const factory = place('Goa', 25, { nature: 'factory' });
  const silent = place('Goa', 25);
  test.each<[string, readonly Requirement[], CompanyReach, string]>([
    ['nothing asked', [], company([silent]), 'applies'],
    ['the answer meets it', [FACTORY], company([factory]), 'applies'],
    ['the answer fails it', [FACTORY], company([office]), 'does-not-apply'],
    ['no answer, and what is assumed fails it', [FACTORY], company([silent]), 'may-apply'],
    ['no answer, and what is assumed meets it', [NO_FACTORY], company([silent]), 'applies'],
    ['an answer that is ruled out', [NO_FACTORY], company([factory]), 'does-not-apply'],
    ['one is met, one is open', [FACTORY, TRUST], company([factory]), 'may-apply'],
    ['one fails, one is open', [FACTORY, TRUST], company([office]), 'does-not-apply'],
    ['the best of several establishments', [FACTORY], company([office, silent, factory]), 'applies'],
    ['an open one is better than one that fails', [FACTORY], company([office, silent]), 'may-apply'],
    [
      'no establishment meets both',
      [FACTORY, LICENCE],
      company([factory, place('Goa', 1, { licence: 'yes' })]),
      'may-apply',
    ],
    [
      'one establishment meets both',
      [FACTORY, LICENCE],
      company([place('Goa', 1, { nature: 'factory', licence: 'yes' })]),
      'applies',
    ],
    ['assumed to be yes', [TDS], company([silent]), 'applies'],
    ['assumed to be yes, and said to be no', [TDS], company([silent], { answers: { tds: 'no' } }), 'does-not-apply'],
    ['assumed from a headcount on, below it', [LARGE], company([silent], { employeeCount: 39 }), 'may-apply'],
    ['assumed from a headcount on', [LARGE], company([silent], { employeeCount: 40 }), 'applies'],
    [
      "the item's answer",
      [ASKED],
      company([silent], { itemAnswers: new Map([['item', { asked: 'yes' }]]) }),
      'applies',
    ],
    [
      "another item's answer",
      [ASKED],
      company([silent], { itemAnswers: new Map([['other', { asked: 'yes' }]]) }),
      'may-apply',
    ],
    [
      "a company's answer to what is asked of the item",
      [ASKED],
      company([silent], { answers: { asked: 'yes' } }),
      'may-apply',
    ],
  ])('%s', (_, conditions, viewer, outcome) => {
    expect(applies(item(conditions), viewer).outcome).toBe(outcome);
  });
});

describe('below the limit', () => {
  const below = { minEmployees: 30, belowLimit: TRUST };
  test.each<[string, Partial<ApplicabilityRule>, Partial<CompanyReach>, string]>([
    ['without a requirement it does not apply', { minEmployees: 30 }, {}, 'does-not-apply'],
    ['its requirement is asked', below, {}, 'may-apply'],
    ['it applies where that holds', below, { answers: { trust: 'yes' } }, 'applies'],
    ['it does not where that fails', below, { answers: { trust: 'no' } }, 'does-not-apply'],
    ['from the limit on it is not asked', below, { employeeCount: 30, answers: { trust: 'no' } }, 'applies'],
    [
      'the conditions hold as well',
      { ...below, conditions: [TDS] },
      { answers: { trust: 'yes', tds: 'no' } },
      'does-not-apply',
    ],
    [
      'above the upper bound nothing helps',
      { maxEmployees: 20, belowLimit: TRUST },
      { answers: { trust: 'yes' } },
      'does-not-apply',
    ],
  ])('%s', (_, patch, of, outcome) => {
    expect(applies(item([], patch), company([place('Goa', 25)], of)).outcome).toBe(outcome);
  });
});

describe('the headcount', () => {
  const two = [place('Goa', 392), place('Kerala', 8)];
  const both = company(two, { employeeCount: 400, states: ['Goa', 'Kerala'] });
  test.each<[string, StateOrAll, CompanyReach, number]>([
    ["a state's is that of its establishments", 'Kerala', both, 8],
    ['of several there, their sum', 'Goa', company([...two, place('Goa', 8)], { states: ['Goa', 'Kerala'] }), 400],
    ["all India's is the company's", ALL_STATES, company(two, { employeeCount: 7, states: ['Goa', 'Kerala'] }), 7],
    ["a state without one has the company's", 'Kerala', company([place('Goa', 8)], { states: ['Goa', 'Kerala'] }), 25],
    ['one in a state that the company has no more does not count', 'Goa', company(two, { states: ['Goa'] }), 392],
    ['one in all states stands for those without another', 'Goa', company([place('-', 25)], { states: ['-'] }), 25],
    ['and not for those with one', 'Kerala', company([place('-', 25), place('Kerala', 8)], { states: ['-'] }), 8],
  ])('%s', (_, state, viewer, headcount) => {
    const isApplied = (minEmployees: number) =>
      applies(item([], { state, minEmployees }), viewer).outcome === 'applies';
    expect([isApplied(headcount), isApplied(headcount + 1)]).toEqual([true, false]);
  });
});

describe('the question', () => {
  test('is the first that is open, of the establishment that it is about', () => {
    const works = place('Goa', 25, { licence: 'no' });
    const office = place('Goa', 25);
    const viewer = company([works, office]);
    expect(applies(item([LICENCE, FACTORY]), viewer)).toEqual({
      outcome: 'may-apply',
      question: { key: 'licence', establishmentId: office.id, state: 'Goa' },
    });
    expect(applies(item([TRUST]), viewer)).toMatchObject({ question: { key: 'trust', establishmentId: null } });
  });

  test('is about no establishment where the state has none', () => {
    const viewer = company([place('Goa', 25, { nature: 'factory' })], { states: ['Goa', 'Kerala'] });
    expect(applies(item([FACTORY], { state: 'Kerala' }), viewer)).toMatchObject({
      question: { key: 'nature', establishmentId: null, state: 'Kerala' },
    });
  });
});

describe('for any company', () => {
  const state = fc.constantFrom<StateOrAll>('-', 'Goa', 'Kerala', 'Assam');
  const answer = fc.constantFrom('yes', 'no', 'factory', 'office');
  const answers = fc.dictionary(fc.constantFrom('nature', 'licence', 'trust', 'tds', 'asked'), answer);
  const establishment = fc.record({
    id: fc.uuid(),
    state,
    employeeCount: fc.integer({ min: 1, max: 60 }),
    answers,
  });
  const anyCompany = fc.record({
    employeeCount: fc.integer({ min: 1, max: 80 }),
    states: fc.uniqueArray(state, { minLength: 1 }),
    establishments: fc.array(establishment, { maxLength: 4 }),
    answers,
    onlyNamedStates: fc.boolean(),
  });
  const anyRule = fc.record({
    state,
    minEmployees: fc.nat(60),
    maxEmployees: fc.constant(0),
    conditions: fc.subarray([FACTORY, LICENCE, TRUST, TDS, LARGE]),
    belowLimit: fc.constantFrom(null, ASKED),
  });

  test('an answer to the question settles it, or leads to another one', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, (rule, viewer) => {
        const judged = applies(rule, viewer);
        if (judged.outcome !== 'may-apply') return;
        const { key, establishmentId } = judged.question;
        const open = [...rule.conditions, ...(rule.belowLimit ? [rule.belowLimit] : [])];
        expect(open.map((one) => one.key)).toContain(key);
        if (establishmentId === null) return;
        const asked = viewer.establishments.find(({ id }) => id === establishmentId);
        expect(asked?.answers[key]).toBeUndefined();
      }),
    );
  });

  test('fewer conditions never hide, and what applies without any is by state and headcount alone', () => {
    const rank = { 'does-not-apply': 0, 'may-apply': 1, applies: 2 };
    fc.assert(
      fc.property(anyRule, anyCompany, fc.nat(4), (rule, viewer, drop) => {
        const fewer = rule.conditions.filter((_, n) => n !== drop);
        const before = applies(rule, viewer).outcome;
        expect(rank[applies({ ...rule, conditions: fewer }, viewer).outcome]).toBeGreaterThanOrEqual(rank[before]);
        const plain = applies({ ...rule, conditions: [], belowLimit: null }, viewer).outcome;
        expect(plain).not.toBe('may-apply');
      }),
    );
  });

  test('the order of establishments decides nothing but which is asked about', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, (rule, viewer) => {
        const reversed = { ...viewer, establishments: viewer.establishments.toReversed() };
        expect(applies(rule, reversed).outcome).toBe(applies(rule, viewer).outcome);
      }),
    );
  });

  test('who lists nothing is judged by the profile, as with the one establishment that follows it', () => {
    fc.assert(
      fc.property(anyRule, anyCompany, (rule, { establishments: _, ...silent }) => {
        const [primary = '-'] = silent.states;
        const following = place(primary, silent.employeeCount);
        const outcome = applies({ ...rule, conditions: [], belowLimit: null }, silent).outcome;
        expect(
          applies({ ...rule, conditions: [], belowLimit: null }, { ...silent, establishments: [following] }).outcome,
        ).toBe(outcome);
      }),
    );
  });
});
