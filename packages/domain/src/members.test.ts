import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findNoRoom,
  findNoRoomForCompany,
  isAtLeast,
  isLastDayPossible,
  MEMBER_ROLES,
  PEOPLE_LIMITS,
  usualLastDay,
  VIEWERS_AT_ONCE,
} from './members.ts';

const TODAY = Temporal.PlainDate.from('2026-11-22');

test('a role includes itself and all below it', () => {
  const included = MEMBER_ROLES.map((role) => MEMBER_ROLES.filter((needed) => isAtLeast(role, needed)));
  expect(included).toEqual([
    ['owner', 'manager', 'member', 'viewer'],
    ['manager', 'member', 'viewer'],
    ['member', 'viewer'],
    ['viewer'],
  ]);
});

describe('a viewer', () => {
  test('reads for 30 days, over the end of a year', () => {
    expect(usualLastDay(TODAY).toString()).toBe('2026-12-22');
    expect(usualLastDay(Temporal.PlainDate.from('2026-12-15')).toString()).toBe('2027-01-14');
  });

  test.each([
    ['2026-11-21', false],
    ['2026-11-22', true],
    ['2027-11-22', true],
    ['2027-11-23', false],
  ])('may read until %s: %s', (day, possible) => {
    expect(isLastDayPossible(Temporal.PlainDate.from(day), TODAY)).toBe(possible);
  });
});

describe('room', () => {
  const plan = fc.constantFrom('free' as const, 'premium' as const);
  const role = fc.constantFrom('manager' as const, 'member' as const, 'viewer' as const);
  const count = fc.integer({ min: 0, max: 120 });

  test('is as long as what the role counts towards is below its limit', () => {
    fc.assert(
      fc.property(plan, role, count, count, (of, as, people, viewers) => {
        const hasRoom = as === 'viewer' ? viewers < VIEWERS_AT_ONCE : people < PEOPLE_LIMITS[of];
        expect(findNoRoom({ plan: of, people, viewers }, as) === null).toBe(hasRoom);
      }),
    );
  });

  test('that is missing is told with its number and a way out', () => {
    expect(findNoRoom({ plan: 'free', people: 5, viewers: 0 }, 'member')).toBe(
      "This company has 5 people already, and the Free plan covers 3. Its owner can upgrade to Premium, or a manager can remove somebody. Viewers don't count.",
    );
    expect(findNoRoom({ plan: 'premium', people: 100, viewers: 0 }, 'manager')).toBe(
      "This company has 100 people already, and Premium covers 100. A manager can remove somebody. Viewers don't count.",
    );
    expect(findNoRoom({ plan: 'premium', people: 1, viewers: 10 }, 'viewer')).toBe(
      'This company has 10 viewers already, and 10 are possible at once. A manager can remove one.',
    );
  });

  test.each([
    ['free', 0, true],
    ['free', 1, false],
    ['premium', 99, true],
    ['premium', 100, false],
  ] as const)('on %s somebody who pays for %i companies has room for one more: %s', (of, companies, hasRoom) => {
    expect(findNoRoomForCompany(of, companies) === null).toBe(hasRoom);
  });
});
