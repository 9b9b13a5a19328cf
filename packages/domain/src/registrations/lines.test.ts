import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isResolved, STATUSES, type Status } from '../statuses.ts';
import {
  type DatedNumber,
  type DayOfLines,
  isNumberOn,
  type Line,
  lineOf,
  replayRecords,
  statusOfLines,
  withLine,
} from './lines.ts';

describe('the numbers of an obligation on a day (R-registrations-16)', () => {
  const ESI: DatedNumber = { kind: 'esi', state: null, from: null, until: null, renewalFiledOn: null };
  const midnight = (day: string) => `${day}T00:00:00.000Z`;

  test.each<[string, Partial<DatedNumber>, Parameters<typeof isNumberOn>[0]['state'], boolean]>([
    ['of no state, for all India', {}, '-', true],
    ['of no state, for a state', {}, 'Kerala', true],
    ['of all states, for a state', { state: '-' }, 'Kerala', true],
    ['of the state', { state: 'Kerala' }, 'Kerala', true],
    ['of a state, for all India', { state: 'Kerala' }, '-', true],
    ['of another state', { state: 'Goa' }, 'Kerala', false],
    ['of another kind', { kind: 'epf' }, '-', false],
    ['from the day on', { from: midnight('2026-12-15') }, '-', true],
    ['from the day after', { from: midnight('2026-12-16') }, '-', false],
    ['until the day', { until: midnight('2026-12-15') }, '-', true],
    ['until the day before', { until: midnight('2026-12-14') }, '-', false],
    ['whose renewal is pending', { until: '2026-12-14', renewalFiledOn: '2026-12-01' }, '-', true],
  ])('%s', (_, change, state, expected) => {
    expect(isNumberOn({ kind: 'esi', state }, { ...ESI, ...change }, midnight('2026-12-15'))).toBe(expected);
  });

  test('an obligation that is filed under no kind has none', () => {
    expect(isNumberOn({ kind: null, state: '-' }, ESI, '2026-12-15')).toBe(false);
  });
});

describe('the status of a day by its lines (R-registrations-17)', () => {
  test.each<[Status[], Status]>([
    [['done', 'done'], 'done'],
    [['done', 'not-applicable'], 'done'],
    [['not-to-do', 'done', 'not-applicable'], 'done'],
    [['not-applicable', 'not-applicable'], 'not-applicable'],
    [['not-applicable', 'not-to-do'], 'not-to-do'],
    [['done', 'pending'], 'pending'],
    [['done', 'on-hold'], 'on-hold'],
    [['done', 'not-done', 'on-hold', 'pending'], 'not-done'],
  ])('%s', (statuses, expected) => {
    expect(statusOfLines(statuses)).toBe(expected);
    expect(statusOfLines(statuses.toReversed())).toBe(expected);
  });

  test('is settled if and only if every line is', () => {
    const some = fc.array(fc.constantFrom(...STATUSES), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(some, (statuses) => {
        expect(isResolved(statusOfLines(statuses))).toBe(statuses.every(isResolved));
      }),
    );
  });
});

describe('the lines of a day', () => {
  const at = '2026-12-01';
  const statuses = (lines: ReturnType<typeof withLine>) =>
    Object.entries(lines).map(([id, { status }]) => [id, status]);

  test('what all were goes for each, until something is said about it', () => {
    const day = { current: 'not-done', at, lines: null } as const;
    expect(statuses(withLine(day, ['a', 'b'], ['a', { status: 'done', at }]))).toEqual([
      ['a', 'done'],
      ['b', 'not-done'],
    ]);
  });

  test('a number that was added later has to be looked after on an open day, and not on a settled one', () => {
    const lines: Record<string, Line> = { a: { status: 'done', at } };
    expect(lineOf({ current: 'pending', at, lines }, 'b').status).toBe('pending');
    expect(lineOf({ current: 'done', at, lines }, 'b').status).toBe('done');
  });

  test('one that is no number any more goes, unless it is to be kept', () => {
    const day: DayOfLines = { current: 'pending', at, lines: { old: { status: 'pending', at } } };
    expect(Object.keys(withLine(day, ['a'], ['a', { status: 'done', at }]))).toEqual(['a']);
    expect(Object.keys(withLine(day, ['a'], ['a', { status: 'done', at }], () => true))).toEqual(['a', 'old']);
  });

  test('the records of a day say it all anew: one about all numbers ends its lines', () => {
    const one = { status: 'done', at, registrationId: 'a' } as const;
    const all = { status: 'not-applicable', at, registrationId: null } as const;
    expect(replayRecords([], ['a', 'b'])).toMatchObject({ current: 'pending', lines: null });
    expect(replayRecords([one], ['a', 'b'])).toMatchObject({ current: 'pending' });
    expect(replayRecords([one, { ...one, registrationId: 'b' }], ['a', 'b'])).toMatchObject({ current: 'done' });
    expect(replayRecords([one, all], ['a', 'b'])).toMatchObject({ current: 'not-applicable', lines: null });
    expect(replayRecords([all, one], ['a', 'b'])).toMatchObject({ current: 'done' });
  });

  test('what was settled and is settled again is so since the first time', () => {
    const [first, second, third] = ['2026-12-01', '2026-12-02', '2026-12-20'];
    const done = (registrationId: string | null, since: string) =>
      ({ status: 'done', at: since, registrationId }) as const;
    const lines = [done('a', first), done('b', second)];
    expect(replayRecords([...lines, done('a', third)], ['a', 'b'])).toMatchObject({
      at: second,
      lines: { a: { at: first }, b: { at: second } },
    });
    expect(replayRecords([...lines, done(null, third)], ['a', 'b'])).toMatchObject({ at: second, lines: null });
    const reopened = { ...done('a', second), status: 'on-hold' } as const;
    expect(replayRecords([...lines, reopened, done('a', third)], ['a', 'b'])).toMatchObject({ at: third });
    expect(replayRecords([done('a', first), done(null, third)], ['a', 'b'])).toMatchObject({ at: third });
  });
});
