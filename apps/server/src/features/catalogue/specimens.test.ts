import { type ApplicabilityRule, applies } from '@anupalan/domain/applicability';
import type { CompanyReach, Establishment } from '@anupalan/domain/company-reach';
import { NATURES } from '@anupalan/domain/conditions';
import type { State } from '@anupalan/domain/states';
import { describe, expect, test } from 'vitest';
import { readEdition } from './edition.ts';
import type { EditionItem } from './edition-files.ts';
import { completeWith } from './list-wanted.ts';

const edition = await readEdition();
const complete = completeWith(edition.conditions);

function ruleOf({ key, state, minEmployees, maxEmployees, conditions, belowLimit }: EditionItem): ApplicabilityRule {
  return {
    ...{ id: key, state, minEmployees, maxEmployees },
    conditions: conditions.map(complete),
    belowLimit: belowLimit && complete(belowLimit),
  };
}

/** A company with establishments that told what they are and nothing else. */
function companyOf(...places: readonly [State, number, string, Record<string, string>?][]): CompanyReach {
  const establishments = places.map(
    ([state, employeeCount, nature, told], n): Establishment => ({
      ...{ id: String(n), state, employeeCount },
      answers: { nature, ...told },
    }),
  );
  return {
    employeeCount: establishments.reduce((sum, one) => sum + one.employeeCount, 0),
    states: [...new Set(establishments.map(({ state }) => state))],
    establishments,
  };
}

function outcomeOf(key: string, company: CompanyReach): string {
  const item = edition.items.find((one) => one.key === key);
  if (!item) throw new Error(`The edition has no item ${key}`);
  return applies(ruleOf(item), company).outcome;
}

const OFFICE = companyOf(['Karnataka', 25, 'office-or-shop']);
const FACTORY = companyOf(['Maharashtra', 150, 'factory']);
const SHOP = companyOf(['Delhi', 8, 'office-or-shop']);
const TWO_STATES = companyOf(['Karnataka', 250, 'office-or-shop'], ['Telangana', 150, 'office-or-shop']);

test.each([
  ['an office of 25 in Karnataka', OFFICE, 30, 20, 7, 3],
  ['a factory of 150 in Maharashtra', FACTORY, 31, 19, 11, 1],
  ['a shop of 8 in Delhi', SHOP, 9, 7, 4, 0],
  ['an IT company of 400 in Karnataka and Telangana', TWO_STATES, 38, 25, 10, 3],
])('%s', (_, company, byHeadcount, apply, mayApply, ruledOut) => {
  const rules = edition.items.map(ruleOf);
  const plainly = rules.filter(
    (rule) => applies({ ...rule, conditions: [], belowLimit: null }, company).outcome === 'applies',
  );
  const having = (outcome: string, of = rules) =>
    of.filter((rule) => applies(rule, company).outcome === outcome).length;
  expect([plainly.length, having('applies'), having('may-apply'), having('does-not-apply', plainly)]).toEqual([
    ...[byHeadcount, apply, mayApply, ruledOut],
  ]);
});

describe('an office of 25 in Karnataka', () => {
  const shown = edition.items.filter((item) => applies(ruleOf(item), OFFICE).outcome === 'applies');

  test('has no factory return, no exempted trust, no international workers', () => {
    expect(shown.filter(({ act }) => act === 'factories-act')).toEqual([]);
    expect(shown.filter(({ key }) => /exempted|international/.test(key))).toEqual([]);
  });

  test('has no licence of Bengaluru until it says that it needs one, there', () => {
    expect(shown.filter(({ registration }) => registration === 'trade-licence')).toEqual([]);
    const licences = edition.items.filter(
      (item) => item.registration === 'trade-licence' && item.state === 'Karnataka',
    );
    expect(licences.length).toBeGreaterThan(0);
    const told = { city: 'bengaluru', 'needs-trade-licence': 'yes' };
    const inBengaluru = companyOf(['Karnataka', 25, 'office-or-shop', told]);
    for (const { key } of licences) expect([key, outcomeOf(key, inBengaluru)]).toEqual([key, 'applies']);
  });
});

test('who said nothing sees what an office or shop sees', () => {
  const silent: CompanyReach = { employeeCount: 25, states: ['Karnataka'] };
  const applying = (company: CompanyReach) =>
    edition.items.filter((item) => applies(ruleOf(item), company).outcome === 'applies').map(({ key }) => key);
  expect(applying(silent)).toEqual(applying(OFFICE));
});

test.each<[string, CompanyReach, string]>([
  ['posh-annual', companyOf(['Haryana', 40, 'office-or-shop', { city: 'gurugram' }]), 'does-not-apply'],
  ['posh-gurugram', companyOf(['Haryana', 40, 'office-or-shop', { city: 'gurugram' }]), 'applies'],
  ['lwf-karnataka', companyOf(['Karnataka', 3, 'factory']), 'applies'],
  ['lwf-karnataka', companyOf(['Karnataka', 3, 'office-or-shop']), 'does-not-apply'],
  ['epf-ecr', { ...SHOP, answers: { 'covered-voluntarily': 'yes' } }, 'applies'],
  ['epf-ecr', SHOP, 'may-apply'],
  ['pt-mh-monthly', companyOf(['Maharashtra', 25, 'factory']), 'may-apply'],
  ['pt-mh-annual', companyOf(['Maharashtra', 25, 'factory']), 'applies'],
  ['pt-mh-monthly', FACTORY, 'applies'],
  ['pt-mh-annual', FACTORY, 'may-apply'],
])('%s: case %#', (key, company, outcome) => {
  expect(outcomeOf(key, company)).toBe(outcome);
});

test('the natures of establishments are the answers to their question', () => {
  const nature = edition.conditions.find(({ kind }) => kind === 'nature');
  expect(nature?.answers.map(({ key }) => key)).toEqual([...NATURES]);
});
