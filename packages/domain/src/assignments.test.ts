import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AssignmentLine,
  type AssignmentLines,
  assign,
  type Colleague,
  chooseChecker,
  chooseCheckerAmong,
  isAwayOn,
  isChecked,
  mayCheck,
  mayWait,
  requiresEvidence,
  standsInFor,
  type WaitsFor,
  workerOf,
} from './assignments.ts';
import { MEMBER_ROLES } from './members.ts';
import { NOTE, STATUSES } from './statuses.ts';

const EMPTY: AssignmentLine = {
  responsible: null,
  deputy: null,
  checker: null,
  responsibleTakenAway: false,
  checkerGone: false,
  uncheckedBy: null,
  evidenceRequired: null,
};

const NO_LINES: AssignmentLines = { owner: 'owner', item: null, act: null, company: null };

const lines = (of: { [scope in 'item' | 'act' | 'company']?: Partial<AssignmentLine> }): AssignmentLines => ({
  owner: 'owner',
  item: of.item ? { ...EMPTY, ...of.item } : null,
  act: of.act ? { ...EMPTY, ...of.act } : null,
  company: of.company ? { ...EMPTY, ...of.company } : null,
});

const colleague = (userId: string, role: Colleague['role'], isAway = false): Colleague => ({ userId, role, isAway });

const OWNER = colleague('owner', 'owner');
const MANAGER = colleague('manager', 'manager');
const CHECKER = colleague('checker', 'member');
const AUTHOR = colleague('author', 'member');
const PEOPLE = [OWNER, MANAGER, CHECKER, AUTHOR];

describe('who is responsible, deputy and checker (R-checks-2, R-checks-3)', () => {
  test.each<[string, AssignmentLines, object]>([
    ['nothing set: the owner', NO_LINES, { responsible: 'owner', deputy: null, checker: null }],
    ['the default taken away', lines({ company: { responsibleTakenAway: true } }), { responsible: null }],
    [
      'the default taken away, and an act’s own',
      lines({ company: { responsibleTakenAway: true }, act: { responsible: 'a' } }),
      { responsible: 'a' },
    ],
    [
      'the item before the act before the company',
      lines({
        item: { responsible: 'i' },
        act: { responsible: 'a', deputy: 'a' },
        company: { responsible: 'c', deputy: 'c', checker: 'c' },
      }),
      { responsible: 'i', deputy: 'a', checker: 'c' },
    ],
    ['a checker who is gone: the owner', lines({ item: { checkerGone: true } }), { checker: 'owner' }],
    [
      'a checker who is gone, and a default one',
      lines({ item: { checkerGone: true }, company: { checker: 'c' } }),
      { checker: 'c' },
    ],
  ])('%s', (_, given, expected) => {
    expect(assign(given)).toMatchObject(expected);
  });

  test('evidence is required by the most specific scope that says so or otherwise (R-checks-20)', () => {
    expect(requiresEvidence(NO_LINES)).toBe(false);
    expect(requiresEvidence(lines({ company: { evidenceRequired: true } }))).toBe(true);
    expect(requiresEvidence(lines({ company: { evidenceRequired: true }, item: { evidenceRequired: false } }))).toBe(
      false,
    );
  });
});

test('done, not-to-do and not-applicable are checked, nothing else (R-checks-6)', () => {
  expect(([...STATUSES, NOTE] as const).filter((status) => isChecked(status))).toEqual([
    'done',
    'not-to-do',
    'not-applicable',
  ]);
});

describe('who a record waits for', () => {
  const checked = lines({ item: { checker: 'checker' } });

  test.each<[string, AssignmentLines, string[], readonly Colleague[], WaitsFor | 'nobody' | null]>([
    ['no checker: nobody', NO_LINES, ['author'], PEOPLE, null],
    ['the checker', checked, ['author'], PEOPLE, { checker: 'checker', reason: null }],
    ['the checker’s own: the owner', checked, ['checker'], PEOPLE, { checker: null, reason: 'own' }],
    ['an impersonator is the checker', checked, ['author', 'checker'], PEOPLE, { checker: null, reason: 'own' }],
    [
      'the owner’s own, with a manager',
      lines({ item: { checker: 'owner' } }),
      ['owner'],
      PEOPLE,
      { checker: null, reason: 'own' },
    ],
    [
      'the owner’s own, with members alone',
      lines({ item: { checker: 'owner' } }),
      ['owner'],
      [OWNER, AUTHOR],
      'nobody',
    ],
    [
      'a manager’s own, with the owner',
      lines({ item: { checker: 'manager' } }),
      ['manager'],
      PEOPLE,
      { checker: null, reason: 'own' },
    ],
    [
      'a checker who is gone',
      lines({ item: { checkerGone: true } }),
      ['author'],
      PEOPLE,
      { checker: null, reason: 'gone' },
    ],
    ['… the owner’s own', lines({ item: { checkerGone: true } }), ['owner'], PEOPLE, { checker: null, reason: 'gone' }],
    ['… the owner’s own, alone', lines({ item: { checkerGone: true } }), ['owner'], [OWNER], null],
    [
      'who took the checker away',
      lines({ act: { uncheckedBy: 'manager' } }),
      ['manager'],
      PEOPLE,
      { checker: null, reason: 'changed' },
    ],
    ['… and somebody else', lines({ act: { uncheckedBy: 'manager' } }), ['author'], PEOPLE, null],
  ])('%s', (_, given, by, people, expected) => {
    expect(chooseChecker(given, by, people)).toEqual(expected);
    expect(mayWait('done', given, by)).toBe(expected !== null || given.item?.checkerGone === true);
    expect(mayWait('pending', given, by)).toBe(false);
  });
});

test('of what only some see, those among them alone check', () => {
  const company = lines({ company: { checker: 'checker' } });
  const seen = (...ids: string[]) => PEOPLE.filter(({ userId }) => ids.includes(userId));
  const choose = (by: string[], ...seers: string[]) => chooseCheckerAmong(company, by, seen(...seers));
  expect(choose(['member'], 'member', 'checker')).toEqual({ checker: 'checker', reason: null });
  expect(choose(['member'], 'member', 'owner', 'manager')).toBeNull();
  expect(choose(['checker'], 'checker', 'manager')).toEqual({ checker: null, reason: 'own' });
  expect(choose(['checker'], 'checker', 'member')).toBeNull();
  const gone = lines({ company: { checkerGone: true } });
  expect(chooseCheckerAmong(gone, ['member'], seen('member'))).toBeNull();
  expect(chooseCheckerAmong(gone, ['member'], seen('member', 'manager'))).toEqual({ checker: null, reason: 'gone' });
  expect(chooseCheckerAmong(NO_LINES, ['member'], PEOPLE)).toBeNull();
});

describe('who may check', () => {
  const asked = (waits: WaitsFor, by: string[], people: readonly Colleague[] = PEOPLE) =>
    people.filter((person) => mayCheck(person, { waits, by }, people)).map(({ userId }) => userId);
  const away = (...ids: string[]) => PEOPLE.map((person) => ({ ...person, isAway: ids.includes(person.userId) }));

  test.each<[string, WaitsFor, string[], readonly Colleague[], string[]]>([
    ['the checker alone', { checker: 'checker', reason: null }, ['author'], PEOPLE, ['checker']],
    [
      'a checker who is away: managers too',
      { checker: 'checker', reason: null },
      ['author'],
      away('checker'),
      ['owner', 'manager', 'checker'],
    ],
    [
      '… but not the manager who made it',
      { checker: 'checker', reason: null },
      ['manager'],
      away('checker'),
      ['owner', 'checker'],
    ],
    ['a checker who is gone', { checker: null, reason: 'gone' }, ['author'], PEOPLE, ['owner', 'manager']],
    ['the checker’s own: the owner alone', { checker: null, reason: 'own' }, ['checker'], PEOPLE, ['owner']],
    ['… else a manager', { checker: null, reason: 'own' }, ['owner'], PEOPLE, ['manager']],
    [
      '… also while the owner is away',
      { checker: null, reason: 'changed' },
      ['author'],
      away('owner'),
      ['owner', 'manager'],
    ],
    ['a checker who left without a trace', { checker: 'left', reason: null }, ['author'], PEOPLE, ['owner', 'manager']],
  ])('%s', (_, waits, by, people, expected) => {
    expect(asked(waits, by, people)).toEqual(expected);
  });

  test('a record says why somebody else checked it', () => {
    expect(standsInFor(CHECKER, { waits: { checker: 'checker', reason: null } })).toBeNull();
    expect(standsInFor(MANAGER, { waits: { checker: 'checker', reason: null } })).toBe('away');
    expect(standsInFor(OWNER, { waits: { checker: null, reason: 'gone' } })).toBe('gone');
  });
});

const id = fc.constantFrom('a', 'b', 'c', 'd');
const line = fc.option(
  fc.record({
    responsible: fc.option(id),
    deputy: fc.option(id),
    checker: fc.option(id),
    responsibleTakenAway: fc.boolean(),
    checkerGone: fc.boolean(),
    uncheckedBy: fc.option(id),
    evidenceRequired: fc.option(fc.boolean()),
  }),
);
const anyLines = fc.record({ owner: fc.constant('a'), item: line, act: line, company: line });
const anyPeople = fc
  .uniqueArray(fc.record({ userId: id, role: fc.constantFrom(...MEMBER_ROLES.slice(1)), isAway: fc.boolean() }), {
    selector: ({ userId }) => userId,
  })
  .map((others) => [colleague('a', 'owner'), ...others.filter(({ userId }) => userId !== 'a')]);

test('nobody checks what they made, and what waits has somebody who checks it', () => {
  fc.assert(
    fc.property(anyLines, fc.array(id, { minLength: 1, maxLength: 3 }), anyPeople, (given, by, people) => {
      const waits = chooseChecker(given, by, people);
      const { checker } = assign(given);
      if (waits === null || waits === 'nobody') {
        // Without a check goes only what has no checker, or one who is gone and whom nobody can stand in for.
        if (waits === null && checker !== null) expect(checker).toBe('a');
        return;
      }
      expect(mayWait('done', given, by)).toBe(true);
      const able = people.filter((person) => mayCheck(person, { waits, by }, people));
      for (const { userId } of able) expect(by).not.toContain(userId);
      const isThere =
        waits.checker === null || people.some(({ userId, role }) => userId === waits.checker && role !== 'viewer');
      if (isThere) expect(able).not.toEqual([]);
    }),
  );
});

test('days away include both ends', () => {
  const day = (text: string) => Temporal.PlainDate.from(text);
  const away = { from: day('2026-11-20'), to: day('2026-11-22') };
  const days = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'];
  expect(days.map((text) => isAwayOn(away, day(text)))).toEqual([false, true, true, false]);
});

test('while the responsible person is away the deputy has the item, unless away too (R-checks-16)', () => {
  const item = { responsible: 'r', deputy: 'd', checker: null };
  const worker = (...away: string[]) => workerOf(item, (userId) => away.includes(userId));
  expect([worker(), worker('r'), worker('r', 'd'), worker('d')]).toEqual(['r', 'd', 'r', 'r']);
  expect(workerOf({ ...item, deputy: null }, () => true)).toBe('r');
  expect(workerOf({ ...item, responsible: null }, () => true)).toBeNull();
});
