import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueReminders, isOver, isRenewalOpen, isWithinRefundTime, nextPeriod } from './subscriptions.ts';

const at = (text: string) => Temporal.Instant.from(text);

describe('nextPeriod', () => {
  test.each([
    ['a first payment begins at once', '2026-01-31T10:00:00Z', null, '2026-01-31T10:00:00Z', '2026-02-28T10:00:00Z'],
    ['a leap year', '2028-01-31T10:00:00Z', null, '2028-01-31T10:00:00Z', '2028-02-29T10:00:00Z'],
    [
      'a renewal begins where the month before ends',
      '2026-11-15T10:00:00Z',
      '2026-11-20T08:00:00Z',
      '2026-11-20T08:00:00Z',
      '2026-12-20T08:00:00Z',
    ],
    [
      'also in the days of grace',
      '2026-11-23T07:59:59Z',
      '2026-11-20T08:00:00Z',
      '2026-11-20T08:00:00Z',
      '2026-12-20T08:00:00Z',
    ],
    [
      'later it begins anew',
      '2026-11-23T08:00:00Z',
      '2026-11-20T08:00:00Z',
      '2026-11-23T08:00:00Z',
      '2026-12-23T08:00:00Z',
    ],
  ])('%s', (_what, now, lastEnd, startsAt, endsAt) => {
    const period = nextPeriod(at(now), lastEnd === null ? null : at(lastEnd));
    expect([String(period.startsAt), String(period.endsAt)]).toEqual([startsAt, endsAt]);
  });

  test('a month has 28 to 31 days, whenever it is bought', () => {
    const moment = fc.integer({ min: 1_577_836_800_000, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(moment, fc.option(moment), (now, lastEnd) => {
        const { startsAt, endsAt } = nextPeriod(
          Temporal.Instant.fromEpochMilliseconds(now),
          lastEnd === null ? null : Temporal.Instant.fromEpochMilliseconds(lastEnd),
        );
        expect([28, 29, 30, 31]).toContain(startsAt.until(endsAt).total('hours') / 24);
      }),
    );
  });
});

const END = at('2026-12-20T08:00:00Z');

test.each([
  ['2026-12-13T07:59:59Z', false],
  ['2026-12-13T08:00:00Z', true],
  ['2026-12-22T00:00:00Z', true],
])('at %s a renewal is open: %s', (now, open) => {
  expect(isRenewalOpen(at(now), END)).toBe(open);
});

test.each([
  ['2026-12-15T07:59:59Z', true],
  ['2026-12-15T08:00:00Z', false],
])('at %s the refund policy gives the money of 1 December back: %s', (now, gives) => {
  expect(isWithinRefundTime(at(now), at('2026-12-01T08:00:00Z'))).toBe(gives);
});

test.each([
  ['2026-12-20T08:00:00Z', false],
  ['2026-12-23T07:59:59Z', false],
  ['2026-12-23T08:00:00Z', true],
])('at %s the plan is over: %s', (now, over) => {
  expect(isOver(at(now), END)).toBe(over);
});

test.each([
  ['2026-12-15T07:59:59Z', []],
  ['2026-12-15T08:00:00Z', [5]],
  ['2026-12-19T08:00:00Z', [5, 1]],
  ['2026-12-20T08:00:00Z', []],
])('at %s the reminders %j are due', (now, due) => {
  expect(dueReminders(at(now), END)).toEqual(due);
});
