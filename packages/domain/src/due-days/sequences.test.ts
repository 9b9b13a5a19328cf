import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CompanyReach } from '../company-reach.ts';
import type { State } from '../states.ts';
import { isOccurrence } from './exceptions.ts';
import { type Extension, listPossible, sortExtensions } from './extensions.ts';
import {
  daysOfOccurrence,
  listMovedDays,
  type MovedDay,
  type Moves,
  type MovingRules,
  nominalDayOf,
} from './moved-days.ts';

/*
 * What is published, met, chosen and recorded in any order, over several companies.
 */

const day = (iso: string) => Temporal.PlainDate.from(iso);
const SCHEDULE = { first: day('2026-04-07'), frequency: 'monthly' } as const;
const SPAN = { from: day('2026-01-01'), to: day('2029-12-31') };
const RULES: readonly MovingRules[] = [
  { exceptions: [], exceptionSource: '', holidayRule: null, basis: null, latestAfter: null },
  {
    exceptions: [
      { of: '04-07', on: '04-30' },
      { of: '12-07', on: '12-06' },
    ],
    ...{ exceptionSource: 'Rule 30', holidayRule: 'next-working-day', basis: 'company', latestAfter: null },
  },
];
const COMPANIES: readonly (readonly State[])[] = [['Goa'], ['Kerala', 'Goa'], ['Assam']];

interface Company {
  readonly reach: CompanyReach;
  readonly met: Set<string>;
  /** By the nominal day. */
  readonly own: Map<string, Temporal.PlainDate>;
  readonly recorded: Set<string>;
}

interface World {
  readonly rules: MovingRules;
  readonly extensions: Map<string, Extension>;
  readonly companies: readonly Company[];
}

type Step =
  | { do: 'publish'; n: number; later: number; states: readonly State[]; condition: string | null }
  | { do: 'take-back'; id: number }
  | { do: 'meet'; id: number; company: number }
  | { do: 'choose'; company: number; n: number; earlier: number }
  | { do: 'record'; company: number; n: number; said: 'day' | 'legal' | 'company' };

const n = fc.nat(24);
const company = fc.nat(COMPANIES.length - 1);
const id = fc.nat(6);
const STEP: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    ...{ do: fc.constant('publish' as const), n, later: fc.integer({ min: 1, max: 70 }) },
    states: fc.subarray<State>(['Goa', 'Kerala', 'Assam']),
    condition: fc.constantFrom(null, 'Small'),
  }),
  fc.record({ do: fc.constant('take-back' as const), id }),
  fc.record({ do: fc.constant('meet' as const), id, company }),
  fc.record({ do: fc.constant('choose' as const), company, n, earlier: fc.integer({ min: -20, max: 20 }) }),
  fc.record({
    ...{ do: fc.constant('record' as const), company, n },
    said: fc.constantFrom('day' as const, 'legal' as const, 'company' as const),
  }),
);
const STEPS = fc.array(STEP, { maxLength: 30 });

const makeWorld = (rules: MovingRules): World => ({
  ...{ rules, extensions: new Map() },
  companies: COMPANIES.map((states) => ({
    ...{ reach: { employeeCount: 20, states }, met: new Set(), own: new Map(), recorded: new Set() },
  })),
});

const nominal = (nth: number) => SCHEDULE.first.add({ months: nth });

function movesIn({ rules, extensions }: World, { reach, met, own }: Company): Moves {
  const companyDays = [...own].map(([of, chosen]) => ({ day: day(of), company: chosen }));
  return { ...rules, extensions: sortExtensions([...extensions.values()], reach, met).held, companyDays };
}

/** Does a step as the nth, whose number is the id of what it publishes; what is not there changes nothing. */
function take(world: World, step: Step, nth: number): void {
  if (step.do === 'publish') {
    const { states, condition, later } = step;
    const of = nominal(step.n);
    const extension = { id: `${nth}`, day: of, newDay: of.add({ days: later }), states, condition, source: 'Circular' };
    world.extensions.set(`${nth}`, extension);
    return;
  }
  if (step.do === 'take-back') {
    world.extensions.delete(meant(world, step));
    return;
  }
  const one = world.companies[step.company] as Company;
  if (step.do === 'meet') one.met.add(meant(world, step));
  else if (step.do === 'choose') one.own.set(`${nominal(step.n)}`, nominal(step.n).subtract({ days: step.earlier }));
  else one.recorded.add(record(world, one, step));
}

/** The extension that a step is about: one of those that are there. */
const meant = ({ extensions }: World, step: { id: number }) => [...extensions.keys()][step.id % extensions.size] ?? '';

/** Records an occurrence under one of its days, and says under which it stands then. */
function record(
  world: World,
  one: Company,
  { n: nth, said }: { n: number; said: 'day' | 'legal' | 'company' },
): string {
  const moves = movesIn(world, one);
  const moved = listMovedDays(SCHEDULE, moves, SPAN);
  const of = daysOfOccurrence(nominal(nth), moves);
  const told = of[said] ?? of.day;
  const under = nominalDayOf(told, SCHEDULE, moved);
  const mayMean = (other: MovedDay) => other.legal.equals(told) || other.company?.equals(told);
  const isOneOnly = moved.filter(mayMean).length <= 1 && (told.equals(of.day) || !isOccurrence(...series(told)));
  expect(isOccurrence(...series(under))).toBe(true);
  if (isOneOnly) expect(`${under}`).toBe(`${of.day}`);
  return `${under}`;
}

const series = (one: Temporal.PlainDate) => [SCHEDULE.first, SCHEDULE.frequency, one] as const;

/** What every company is told of its days. */
function tell(world: World): unknown {
  return world.companies.map((one) => {
    const moves = movesIn(world, one);
    const { open } = sortExtensions([...world.extensions.values()], one.reach, one.met);
    const possible = listPossible(open, moves).map(({ id: of }) => of);
    return JSON.stringify([listMovedDays(SCHEDULE, moves, SPAN), possible, [...one.recorded]]);
  });
}

test('a legal day is before its nominal one by an exception that says so, and by nothing else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), STEPS, (rules, steps) => {
      const world = makeWorld(rules);
      for (const [nth, step] of steps.entries()) take(world, step, nth);
      for (const one of world.companies) {
        for (const { day: of, legal, by } of listMovedDays(SCHEDULE, movesIn(world, one), SPAN)) {
          const isBefore = Temporal.PlainDate.compare(legal, of) < 0;
          if (isBefore) expect([`${of}`.slice(5), by[0]]).toEqual(['12-07', { what: 'exception', source: 'Rule 30' }]);
        }
      }
    }),
  );
});

test('taking extensions back restores everything, whatever happened meanwhile', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), STEPS, STEPS, (rules, before, meanwhile) => {
      const [moved, without] = [makeWorld(rules), makeWorld(rules)];
      for (const world of [moved, without]) for (const [nth, step] of before.entries()) take(world, step, nth);
      const kept = new Set(moved.extensions.keys());
      for (const [nth, step] of meanwhile.entries()) {
        // What was published before stays, and what is recorded is another property.
        if (step.do === 'take-back' || step.do === 'record') continue;
        if (step.do === 'choose') take(without, step, nth);
        if (step.do === 'meet' && kept.has(meant(moved, step))) {
          without.companies[step.company]?.met.add(meant(moved, step));
        }
        take(moved, step, 100 + nth);
      }
      for (const of of moved.extensions.keys()) if (!kept.has(of)) moved.extensions.delete(of);
      expect(tell(moved)).toEqual(tell(without));
    }),
  );
});

test('an occurrence is recorded under its nominal day before and after it is moved, so it never makes two', () => {
  fc.assert(
    fc.property(fc.constantFrom(...RULES), STEPS, (rules, steps) => {
      const world = makeWorld(rules);
      for (const [nth, step] of steps.entries()) take(world, step, nth);
    }),
  );
});
