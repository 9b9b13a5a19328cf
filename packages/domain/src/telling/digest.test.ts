import { describe, expect, test } from 'vitest';
import type { Colleague } from '../assignments.ts';
import { chooseKind, contentOf, partFor, type ToldLine, weekFor } from './digest.ts';
import { USUAL_PREFERENCES } from './preferences.ts';
import type { Telling } from './tell.ts';

const person = (userId: string, role: Colleague['role'], isAway = false): Colleague => ({ userId, role, isAway });
const TODAY: Telling = { part: 'today', isTold: true, isEscalated: true };
const SOON: Telling = { part: 'soon', isTold: true, isEscalated: false };
const LISTED: Telling = { part: 'overdue', isTold: false, isEscalated: false };
const of = (responsible: string | null, deputy: string | null = null) => ({ responsible, deputy, checker: null });
const ALL = USUAL_PREFERENCES.kinds;

function told(line: ToldLine, people: readonly Colleague[]): Record<string, string> {
  const parts = people.map(({ userId }) => {
    const { own, others } = partFor(userId, { people, lines: [line], waiting: [] });
    return [userId, own.length > 0 ? 'own' : others.length > 0 ? 'others' : ''] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== ''));
}

describe('a line is told of to', () => {
  const people = [person('owner', 'owner'), person('asha', 'member'), person('ravi', 'manager')];
  const away = [person('owner', 'owner'), person('asha', 'member', true), person('ravi', 'manager')];

  test.each<[string, ToldLine, readonly Colleague[], Record<string, string>]>([
    ['the responsible person', { telling: SOON, of: of('asha', 'ravi') }, people, { asha: 'own' }],
    ['the deputy while they are away', { telling: SOON, of: of('asha', 'ravi') }, away, { ravi: 'own' }],
    ['them all the same where nobody stands in', { telling: SOON, of: of('asha') }, away, { asha: 'own' }],
    ['the owner too on the day', { telling: TODAY, of: of('asha') }, people, { asha: 'own', owner: 'others' }],
    ['the owner once, where it is theirs', { telling: TODAY, of: of('owner') }, people, { owner: 'own' }],
    ['the owner, where nobody is responsible', { telling: TODAY, of: of(null) }, people, { owner: 'others' }],
    ['nobody before, where nobody is responsible', { telling: SOON, of: of(null) }, people, {}],
    ['those who see a complaint, and no owner', { telling: TODAY, of: { named: ['ravi'] } }, people, { ravi: 'own' }],
  ])('%s', (_, line, all, expected) => {
    expect(told(line, all)).toEqual(expected);
  });
});

describe('a record waits in the mail of', () => {
  const people = [person('owner', 'owner'), person('asha', 'member'), person('ravi', 'manager')];
  const waits = { checker: 'gone', reason: null };

  test.each<[string, readonly string[] | null, string, readonly string[]]>([
    ['who stands in for its checker', null, 'ravi', ['owner']],
    ['those of them who see the complaint', ['asha', 'ravi'], 'asha', ['ravi']],
    ['any of those, where none of them stands in', ['asha'], 'owner', ['asha']],
    ['nobody, where only its author sees the complaint', ['asha'], 'asha', []],
  ])('%s', (_, seenBy, by, expected) => {
    const company = { people, lines: [], waiting: [{ waits, by: [by], seenBy }] };
    const told = people.filter(({ userId }) => partFor(userId, company).waiting.length > 0);
    expect(told.map(({ userId }) => userId)).toEqual(expected);
  });
});

describe('a mail', () => {
  const line = (telling: Telling) => ({ telling, of: of('asha') });
  const part = (own: Telling[], others: Telling[] = [], kinds = ALL) => ({
    ...{ own: own.map(line), others: others.map(line), waiting: [], kinds },
  });

  test.each([
    ['nothing', [part([])], null],
    ['what is only listed', [part([LISTED])], null],
    ['own work', [part([]), part([SOON])], 'digest'],
    ['what others do', [part([LISTED], [TODAY])], 'escalation'],
    ['own work that isn’t wanted', [part([SOON], [], { ...ALL, digest: false })], null],
    ['what others do, where own work isn’t wanted', [part([SOON], [TODAY], { ...ALL, digest: false })], 'escalation'],
    ['what others do, unwanted', [part([], [TODAY], { ...ALL, escalation: false })], null],
  ] as const)('of %s is %s', (_, parts, kind) => {
    expect(chooseKind(parts)).toBe(kind);
  });

  test('of what others do has nothing else', () => {
    const { own, others } = contentOf(part([LISTED], [TODAY]), 'escalation', ALL);
    expect([own.length, others.length]).toEqual([0, 1]);
  });
});

describe('the summary of a week', () => {
  const people = [person('owner', 'owner'), person('asha', 'member'), person('ravi', 'manager')];
  const week = { people, lines: [{ of: of('asha') }, { of: { named: ['ravi'] } }], waiting: 2 };

  test('is for owner and managers, and has complaints for those alone who see them', () => {
    expect(weekFor('owner', week)?.lines).toHaveLength(1);
    expect(weekFor('ravi', week)?.lines).toHaveLength(2);
    expect(weekFor('asha', week)).toBeNull();
  });

  test('is none when there is nothing', () => {
    expect(weekFor('owner', { people, lines: [{ of: { named: ['ravi'] } }], waiting: 0 })).toBeNull();
  });
});
