import type { AssignmentOfScope, Colleague } from '@anupalan/contract/people/assignments';
import { expect, test } from 'vitest';
import { makeItem, TODAY } from '../compliance-items/items.fixture.ts';
import { Colleagues, PERSON_CHOICES, type PersonChoice } from './colleagues.ts';

const AWAY = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' };

function person(userId: string, away: Colleague['away'] = null): Colleague {
  return { userId, firstName: userId, lastName: 'Rao', role: 'member', away };
}

function line(
  scope: AssignmentOfScope['scope'],
  id: string | null,
  set: Partial<AssignmentOfScope>,
): AssignmentOfScope {
  return { scope, id, responsible: null, deputy: null, checker: null, evidenceRequired: null, ...set };
}

function seenBy(viewerId: string, people: readonly Colleague[], lines: readonly AssignmentOfScope[] = []) {
  return new Colleagues({ people, lines }, { viewerId, today: TODAY });
}

const assigned = (responsible: string | null, deputy: string | null = null) => ({
  ...makeItem({ _id: 'item', actId: 'act' }),
  assignment: { responsible, deputy, checker: null },
});

test.each<[string, string, string | null, string | null, Colleague['away'], PersonChoice[]]>([
  ['one’s own', 'asha', 'asha', null, null, ['mine', 'my-work']],
  ['a colleague’s', 'asha', 'ravi', null, null, []],
  ['a deputy’s, while the responsible person is here', 'asha', 'ravi', 'asha', null, []],
  ['a deputy’s, while that person is away', 'asha', 'ravi', 'asha', AWAY, ['my-work']],
  ['one’s own, while away without a deputy', 'ravi', 'ravi', null, AWAY, ['mine', 'my-work']],
  ['one’s own, while away with a deputy', 'ravi', 'ravi', 'asha', AWAY, ['mine']],
  ['nobody’s', 'asha', null, null, null, []],
])('%s', (_, viewer, responsible, deputy, away, expected) => {
  const colleagues = seenBy(
    viewer,
    [person('asha'), person('ravi', away)],
    [line('item', 'item', { responsible: 'somebody' })],
  );
  const item = assigned(responsible, deputy);
  const chosen = PERSON_CHOICES.filter((choice) => colleagues.isChosen(item, choice));
  expect(chosen).toEqual(['all', ...expected, 'by-item']);
});

test.each<[string, AssignmentOfScope[], boolean]>([
  ['nothing set', [], true],
  ['the company’s default alone', [line('company', null, { responsible: 'ravi' })], true],
  ['another item’s', [line('item', 'other', { responsible: 'ravi' })], true],
  ['a checker of the item alone', [line('item', 'item', { checker: 'ravi' })], true],
  ['somebody for the act', [line('act', 'act', { responsible: 'ravi' })], false],
  ['somebody for the item', [line('item', 'item', { responsible: 'ravi' })], false],
])('not assigned, with %s: %s', (_, lines, expected) => {
  const colleagues = seenBy('asha', [person('asha'), person('ravi')], lines);
  expect(colleagues.isChosen(assigned('asha'), 'not-assigned')).toBe(expected);
});

test.each<[string, AssignmentOfScope[], boolean]>([
  ['the company’s and the act’s lines', [line('company', null, { checker: 'ravi' }), line('act', 'act', {})], false],
  ['a checker', [line('item', 'item', { checker: 'ravi' })], true],
  ['no evidence asked for', [line('item', 'item', { evidenceRequired: false })], true],
  ['a checker who left', [line('item', 'item', { checkerGone: true })], true],
  ['nothing any more', [line('item', 'item', {})], false],
])('set by item, with %s: %s', (_, lines, expected) => {
  expect(seenBy('asha', [], lines).isChosen(assigned('asha'), 'by-item')).toBe(expected);
});

test('evidence is required by the most specific line that says so or otherwise', () => {
  const company = line('company', null, { evidenceRequired: true });
  const item = makeItem({ _id: 'item', actId: 'act' });
  const requires = (...lines: AssignmentOfScope[]) => seenBy('asha', [], lines).requiresEvidence(item);
  expect(requires()).toBe(false);
  expect(requires(company)).toBe(true);
  expect(requires(company, line('act', 'act', { evidenceRequired: false }))).toBe(false);
  expect(requires(company, line('act', 'act', {}))).toBe(true);
});

test('who left has no name', () => {
  const colleagues = seenBy('asha', [person('asha')]);
  expect([colleagues.nameOf('asha'), colleagues.nameOf('gone')]).toEqual(['asha Rao', 'Somebody who left']);
  expect(colleagues.find('gone')).toBeNull();
});
