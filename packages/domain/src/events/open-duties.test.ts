import { describe, expect, test } from 'vitest';
import type { Requirement } from '../applicability.ts';
import type { CompanyReach } from '../company-reach.ts';
import type { DutyRule } from './event-kind.ts';
import { type OpeningEvent, openDuties } from './open-duties.ts';

const NATURE: Omit<Requirement, 'is'> = {
  key: 'nature',
  answeredFor: 'establishment',
  assumed: 'office-or-shop',
  assumeYesFrom: null,
};
const IN_FACTORY: Requirement = { ...NATURE, is: ['factory'] };

function rule(key: string, parts: Partial<DutyRule> = {}): DutyRule {
  return {
    ...{ key, kind: 'accident', title: key, description: '', state: '-', minEmployees: 0, maxEmployees: 0 },
    ...{ conditions: [], belowLimit: null, level: 'company', countedFrom: 'event', condition: null },
    ...{ form: '', authority: '', penalty: '', portal: '', source: '', notes: '', checkedOn: '2026-11-20' },
    confidence: 'high',
    deadline: { n: 24, unit: 'hours', direction: 'after' },
    ...parts,
  };
}

const COMPANY: CompanyReach = {
  employeeCount: 60,
  states: ['Karnataka', 'Delhi'],
  establishments: [
    { id: 'works', state: 'Karnataka', employeeCount: 40, answers: { nature: 'factory' } },
    { id: 'office', state: 'Karnataka', employeeCount: 15, answers: { nature: 'office-or-shop' } },
    { id: 'shop', state: 'Delhi', employeeCount: 5, answers: {} },
  ],
};

function open(rules: DutyRule[], event: Partial<OpeningEvent> = {}, company: CompanyReach | null = COMPANY) {
  const at: OpeningEvent = {
    ...{ kind: 'accident', state: 'Karnataka', establishmentId: null, number: null, reachedBefore: null },
    ...event,
  };
  return openDuties(rules, at, company).map((duty) => `${duty.rule.key} ${duty.standing}`);
}

describe('what an event opens', () => {
  test('is for all of India or its state, of its kind alone', () => {
    const rules = [
      rule('india'),
      rule('karnataka', { state: 'Karnataka' }),
      rule('delhi', { state: 'Delhi' }),
      rule('maternity', { kind: 'maternity' }),
    ];
    expect(open(rules)).toEqual(['india open', 'karnataka open']);
    expect(open(rules, { state: '-' })).toEqual(['india open']);
    expect(open(rules, { state: 'Delhi' })).toEqual(['india open', 'delhi open']);
  });

  test('goes by the headcount of the state, or of the company for all of India', () => {
    const rules = [
      rule('india', { minEmployees: 60 }),
      rule('india-more', { minEmployees: 61 }),
      rule('delhi-10', { state: 'Delhi', minEmployees: 10 }),
      rule('delhi-few', { state: 'Delhi', maxEmployees: 9 }),
    ];
    expect(open(rules, { state: 'Delhi' })).toEqual(['india open', 'delhi-few open']);
  });

  test('is judged at the establishment where it happened, not at others', () => {
    const rules = [rule('factory', { conditions: [IN_FACTORY] })];
    expect(open(rules, { establishmentId: 'works' })).toEqual(['factory open']);
    expect(open(rules, { establishmentId: 'office' })).toEqual([]);
    expect(open(rules)).toEqual(['factory open']);
  });

  test('is offered where it has a condition, or a question that nobody has answered', () => {
    const rules = [
      rule('insured', { condition: 'The person is insured' }),
      rule('factory', { conditions: [IN_FACTORY] }),
    ];
    const delhi = { state: 'Delhi', establishmentId: 'shop' } as const;
    expect(open(rules, delhi)).toEqual(['insured offered', 'factory offered']);
    const [, factory] = openDuties(rules, { kind: 'accident', number: null, reachedBefore: null, ...delhi }, COMPANY);
    expect(factory?.question).toMatchObject({ key: 'nature', establishmentId: 'shop' });
  });

  test('a state that the company does not have opens nothing of its own', () => {
    expect(open([rule('goa', { state: 'Goa' })], { state: 'Goa' })).toEqual([]);
  });
});

test.each([
  [9, null, 'ten below, twenty below'],
  [10, null, 'ten open, twenty below'],
  [25, null, 'ten open, twenty open'],
  [25, 12, 'ten below, twenty open'],
  [25, 25, 'ten below, twenty below'],
  [null, null, 'ten below, twenty below'],
])('a headcount of %s after %s before', (number, reachedBefore, expected) => {
  const ten = rule('ten', { kind: 'threshold', minEmployees: 10 });
  const twenty = rule('twenty', { kind: 'threshold', minEmployees: 20 });
  // The number of the event decides, not that the company has 60 people.
  expect(open([ten, twenty], { kind: 'threshold', number, reachedBefore }).join(', ')).toBe(expected);
});
