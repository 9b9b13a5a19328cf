import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysFrom } from './calendar-day.ts';
import {
  computeTrackedFrom,
  currentOccurrence,
  isAllTakenBack,
  occurrencesToNotify,
  type Schedule,
  statusOfEntry,
  statusOn,
  statusWindow,
  type Tracking,
} from './occurrence.ts';
import { isWithin, nearestDayIn } from './period.ts';
import {
  FREQUENCIES,
  type Frequency,
  occurrenceAt,
  occurrenceIndexAtOrAfter,
  occurrenceIndexNear,
  occurrencesBetween,
} from './recurrence.ts';
import { isResolved, STATUSES, type Status } from './statuses.ts';

const day = (iso: string) => Temporal.PlainDate.from(iso);
const compare = Temporal.PlainDate.compare;
const schedule = (first: string, frequency: Frequency): Schedule => ({ first: day(first), frequency });

function tracking(today: string, recorded: Record<string, Status> = {}, trackedFrom = '2000-01-01'): Tracking {
  return { today: day(today), recorded: new Map(Object.entries(recorded)), trackedFrom: day(trackedFrom) };
}

test.each([
  ['2026-11-21', 'pending'],
  ['2026-11-30', 'pending'],
  ['2026-12-01', 'not-done'],
])('on %s an occurrence that was moved to the end of the month is %s', (today, expected) => {
  expect(statusOn(day('2026-11-07'), tracking(today), day('2026-11-30'))).toBe(expected);
});

describe('statusOfEntry', () => {
  test.each<[string, Parameters<typeof statusOfEntry>[0], Status]>([
    ['the most recent record', { history: [{ status: 'pending' }, { status: 'done' }], current: 'on-hold' }, 'done'],
    ['notes are skipped', { history: [{ status: 'done' }, { status: 'NOTE' }], current: 'on-hold' }, 'done'],
    [
      'what was taken back is skipped',
      { history: [{ status: 'done' }, { status: 'on-hold', takenBack: true }] },
      'done',
    ],
    ['only notes: the current', { history: [{ status: 'NOTE' }], current: 'on-hold' }, 'on-hold'],
    ['no record: the current', { history: [], current: 'not-to-do' }, 'not-to-do'],
    ['nothing at all', { history: [{ status: 'NOTE' }] }, 'pending'],
    ['an empty current', { history: [], current: null }, 'pending'],
  ])('%s', (_, entry, expected) => {
    expect(statusOfEntry(entry)).toBe(expected);
  });
});

describe('isAllTakenBack', () => {
  const taken = { status: 'done', takenBack: true } as const;
  const note = { status: 'NOTE', takesBack: 'record' } as const;
  test.each<[string, Parameters<typeof isAllTakenBack>[0], boolean]>([
    ['a pair and nothing else', { history: [taken, note], current: 'pending' }, true],
    ['the newest of a pair, where others are left out and count', { history: [note], current: 'on-hold' }, false],
    ['a pair and a note', { history: [taken, note, { status: 'NOTE' }], current: 'pending' }, false],
    ['a pair and what counts', { history: [{ status: 'pending' }, taken, note], current: 'pending' }, false],
    ['nothing at all', { history: [], current: 'pending' }, false],
  ])('%s', (_, entry, expected) => {
    expect(isAllTakenBack(entry)).toBe(expected);
  });
});

describe('statusOn', () => {
  const recorded = new Map<string, Status>([
    ['2026-11-15', 'done'],
    ['2026-10-15', 'pending'],
  ]);

  test.each<[string, string, Status]>([
    ['recorded', '2026-11-15', 'done'],
    ['recorded as pending, though past', '2026-10-15', 'pending'],
    ['nothing recorded, before today', '2026-11-19', 'not-done'],
    ['nothing recorded, today', '2026-11-20', 'pending'],
    ['nothing recorded, later', '2026-12-15', 'pending'],
  ])('%s', (_, iso, expected) => {
    expect(statusOn(day(iso), { recorded, today: day('2026-11-20') })).toBe(expected);
  });
});

test('statuses are looked up from one year before to two years after', () => {
  const { from, to } = statusWindow(day('2028-02-29'));
  expect([String(from), String(to)]).toEqual(['2027-02-28', '2030-02-28']);
});

test.each([
  ['2026-01-01', '2026-02-01', null, '2026-02-01'],
  ['2026-03-01', '2026-02-01', null, '2026-03-01'],
  ['2026-03-01', '2026-02-01', '2026-02-15', '2026-03-01'],
  ['2026-03-01', '2026-02-01', '2026-04-01', '2026-04-01'],
])('workspace %s, item %s, state %s: tracked from %s', (workspace, item, state, expected) => {
  expect(computeTrackedFrom(day(workspace), day(item), state === null ? null : day(state)).toString()).toBe(expected);
});

describe('currentOccurrence', () => {
  const monthly = schedule('2026-01-15', 'monthly');
  const ended = { ...monthly, within: { from: null, to: day('2026-11-30') } };
  const NOVEMBER = { '2026-11-15': 'done' } as const;
  const doneUntilAugust = Object.fromEntries(
    Array.from({ length: 8 }, (_, month) => [`2026-0${month + 1}-15`, 'done' as const]),
  );

  test.each<[string, Schedule, Tracking, string | undefined]>([
    ['never', { first: null, frequency: 'never' }, tracking('2026-11-20'), undefined],
    ['once, to come', schedule('2027-05-01', 'once'), tracking('2026-11-20'), '2027-05-01'],
    ['once, long past and done', schedule('2020-05-01', 'once'), tracking('2026-11-20'), '2020-05-01'],
    ['not begun yet', schedule('2027-05-15', 'monthly'), tracking('2026-11-20'), '2027-05-15'],
    ['nothing missed, nearest past', monthly, tracking('2026-11-29', {}, '2026-11-01'), '2026-11-15'],
    ['nothing missed, nearest to come', monthly, tracking('2026-12-01', {}, '2026-11-29'), '2026-12-15'],
    ['a tie goes to the later', monthly, tracking('2026-11-30', { '2026-11-15': 'done' }, '2026-11-01'), '2026-12-15'],
    ['the earliest missed of the last year', monthly, tracking('2026-11-20', doneUntilAugust), '2026-09-15'],
    ['on hold is not resolved', monthly, tracking('2026-11-20', { '2026-01-15': 'on-hold' }), '2026-01-15'],
    ['not-done is not resolved', monthly, tracking('2026-11-20', { '2026-01-15': 'not-done' }), '2026-01-15'],
    ['what came before the workspace does not count', monthly, tracking('2026-11-20', {}, '2026-10-16'), '2026-11-15'],
    ['the very day tracking began counts', monthly, tracking('2026-11-20', {}, '2026-10-15'), '2026-10-15'],
    ['a year ago today counts', schedule('2025-11-20', 'yearly'), tracking('2026-11-20'), '2025-11-20'],
    ['a year and a day ago does not', schedule('2025-11-19', 'yearly'), tracking('2026-11-20'), '2026-11-19'],
    ['the first that is tracked, not the nearest', monthly, tracking('2026-11-20', {}, '2026-11-20'), '2026-12-15'],
    ['the same where the nearest is done', monthly, tracking('2026-11-20', NOVEMBER, '2026-11-20'), '2026-12-15'],
    ['on its first day what falls due on it', monthly, tracking('2026-11-15', {}, '2026-11-15'), '2026-11-15'],
    ['long ago, and tracked only now', schedule('2026-02-01', 'yearly'), tracking('2026-07-01'), '2026-02-01'],
    ['the nearest of an own item', monthly, { ...tracking('2026-11-20', {}, '2026-11-20'), isOwn: true }, '2026-11-15'],
    ['once, before tracking', schedule('2026-11-15', 'once'), tracking('2026-11-20', {}, '2026-11-20'), '2026-11-15'],
    ['in a period that ends before tracking', ended, tracking('2026-11-20', {}, '2026-11-20'), '2026-11-15'],
  ])('%s', (_, item, known, expected) => {
    expect(currentOccurrence(item, known)?.toString()).toBe(expected);
  });

  test('resolving what is shown moves on to the next missed month, and none is lost', () => {
    const seen: string[] = [];
    const recorded = new Map<string, Status>();
    const known = { recorded, trackedFrom: day('2026-08-01'), today: day('2026-11-20') };
    for (let i = 0; i < 5; i++) {
      const shown = String(currentOccurrence(monthly, known));
      seen.push(shown);
      recorded.set(shown, 'done');
    }
    expect(seen).toEqual(['2026-08-15', '2026-09-15', '2026-10-15', '2026-11-15', '2026-11-15']);
  });
});

describe('for any schedule and any records', () => {
  const anyDay = fc.integer({ min: 0, max: 1800 }).map((offset) => day('2023-06-01').add({ days: offset }));
  const anyFrequency = fc.constantFrom(...FREQUENCIES.filter((frequency) => frequency !== 'never'));
  /** The status of the k-th occurrence of the window; unlisted ones have none. */
  const anyRecords = fc.array(fc.option(fc.constantFrom(...STATUSES, 'done' as const, 'done' as const)), {
    maxLength: 400,
  });

  const anyCase = fc
    .record({ first: anyDay, frequency: anyFrequency, today: anyDay, trackedFrom: anyDay, records: anyRecords })
    .map(({ first, frequency, today, trackedFrom, records }) => {
      const window = [...occurrencesBetween(first, frequency, today.subtract({ years: 2 }), today.add({ years: 1 }))];
      const recorded = new Map<string, Status>();
      for (const [k, at] of window.entries()) {
        const status = records[k];
        if (status) recorded.set(at.toString(), status);
      }
      return { first, frequency, today, trackedFrom, recorded };
    });

  const nearestOf = ({
    first,
    frequency,
    today,
  }: {
    first: Temporal.PlainDate;
    frequency: Frequency;
    today: Temporal.PlainDate;
  }) => occurrenceAt(first, frequency, occurrenceIndexNear(first, frequency, today) ?? -1);

  /** What a row shows when nothing is missed: the nearest, or where it lies before tracking the first from then on. */
  const usualOf = ({ trackedFrom, ...known }: Parameters<typeof nearestOf>[0] & Pick<Tracking, 'trackedFrom'>) => {
    const nearest = nearestOf(known);
    if (!nearest || compare(nearest, trackedFrom) >= 0) return nearest;
    const { first, frequency } = known;
    return occurrenceAt(first, frequency, occurrenceIndexAtOrAfter(first, frequency, trackedFrom)) ?? nearest;
  };

  test('the current occurrence is never after the usual one, and is that or a missed one', () => {
    fc.assert(
      fc.property(anyCase, (known) => {
        const current = currentOccurrence(known, known);
        const nearest = usualOf(known);
        if (!current || !nearest) throw new Error('a schedule with a first date always has both');
        expect(compare(current, nearest)).toBeLessThanOrEqual(0);
        if (current.equals(nearest)) return;
        expect(isResolved(known.recorded.get(current.toString()))).toBe(false);
        expect(compare(current, known.trackedFrom)).toBeGreaterThanOrEqual(0);
        expect(compare(current, known.today.subtract({ years: 1 }))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('of a period it is the nearest in it, or the first missed of its last year', () => {
    const anyPeriod = fc.record({ from: anyDay, to: anyDay });
    fc.assert(
      fc.property(anyCase, anyPeriod, (known, within) => {
        fc.pre(known.frequency !== 'daily'); // the same rule, three hundred times slower
        const seen = [...occurrencesBetween(known.first, known.frequency, within.from, within.to)];
        const distance = (at: Temporal.PlainDate) => Math.abs(daysFrom(known.today, at));
        const nearest = seen.toReversed().toSorted((one, other) => distance(one) - distance(other))[0];
        const year = nearestDayIn(within, known.today).subtract({ years: 1 });
        const missed = seen.filter(
          (at) =>
            compare(at, year) >= 0 &&
            compare(at, known.trackedFrom) >= 0 &&
            nearest &&
            compare(at, nearest) < 0 &&
            !isResolved(known.recorded.get(at.toString())),
        );
        const current = currentOccurrence({ ...known, within }, known);
        const isTracked = (at: Temporal.PlainDate) => compare(at, known.trackedFrom) >= 0;
        const usual = nearest && (isTracked(nearest) ? nearest : (seen.find(isTracked) ?? nearest));
        expect(String(current)).toBe(String(missed[0] ?? usual ?? null));
        for (const { day: at } of occurrencesToNotify({ ...known, within }, known))
          expect(isWithin(within, at)).toBe(true);
      }),
    );
  });

  test('nothing missed in the last year lies before the current occurrence', () => {
    fc.assert(
      fc.property(anyCase, (known) => {
        const current = currentOccurrence(known, known);
        const lastYear = occurrencesBetween(
          known.first,
          known.frequency,
          known.today.subtract({ years: 1 }),
          known.today,
        );
        const missed = [...lastYear].filter(
          (at) => compare(at, known.trackedFrom) >= 0 && !isResolved(known.recorded.get(at.toString())),
        );
        expect(current && missed.filter((at) => compare(at, current) < 0)).toEqual([]);
      }),
    );
  });

  test('one missed occurrence hides no later one: resolving them in turn shows each', () => {
    fc.assert(
      fc.property(anyCase, ({ recorded, ...known }) => {
        fc.pre(known.frequency !== 'daily'); // the same rule, three hundred times slower
        const nearest = nearestOf(known);
        const missed = [
          ...occurrencesBetween(known.first, known.frequency, known.today.subtract({ years: 1 }), known.today),
        ]
          .filter((at) => compare(at, known.trackedFrom) >= 0 && !isResolved(recorded.get(at.toString())))
          .filter((at) => nearest && compare(at, nearest) < 0);
        const resolved = new Map(recorded);
        for (const at of missed) {
          expect(String(currentOccurrence(known, { ...known, recorded: resolved }))).toBe(at.toString());
          resolved.set(at.toString(), 'done');
        }
        expect(String(currentOccurrence(known, { ...known, recorded: resolved }))).toBe(String(usualOf(known)));
      }),
    );
  });

  test('notified are the current, the nearest and the one after, each once and in order', () => {
    fc.assert(
      fc.property(anyCase, (known) => {
        const days = occurrencesToNotify(known, known).map(({ iso }) => iso);
        const current = currentOccurrence(known, known);
        const index = occurrenceIndexNear(known.first, known.frequency, known.today) ?? Number.NaN;
        const expected = [current, nearestOf(known), occurrenceAt(known.first, known.frequency, index + 1)]
          .filter((at) => at !== null)
          .filter((at) => current && compare(at, current) >= 0);
        expect(days).toEqual([...new Set(expected.map(String))]);
        expect(days).toEqual(days.toSorted());
      }),
    );
  });
});

test('an item that never falls due is never notified', () => {
  expect(occurrencesToNotify({ first: null, frequency: 'never' }, tracking('2026-11-20'))).toEqual([]);
});
