import { isBefore } from '../calendar-day.ts';
import { type CompanyReach, hasState } from '../company-reach.ts';
import type { State } from '../states.ts';
import { daysOfOccurrence, type HeldExtension, type Moves } from './moved-days.ts';

/** A new day for one occurrence of an item, as an administrator published it (R-due-dates-28). */
export interface Extension {
  readonly id: string;
  /** The nominal day of the occurrence. */
  readonly day: Temporal.PlainDate;
  readonly newDay: Temporal.PlainDate;
  /** The states that it is for; none is all. */
  readonly states: readonly State[];
  /** What a company has to meet, in words; null is nothing. */
  readonly condition: string | null;
  /** Who said it, and where. */
  readonly source: string;
}

/** Whether an extension is for a company: it has one of the states. Who has no company is told of all. */
export function covers({ states }: Pick<Extension, 'states'>, reach: CompanyReach | null): boolean {
  return states.length === 0 || reach === null || states.some((state) => hasState(state, reach));
}

/**
 * The extensions of an item as they are for a company: those that hold, and those that may, because nobody has said yet
 * that it meets their condition (R-due-dates-29).
 */
export function sortExtensions(
  extensions: readonly Extension[],
  reach: CompanyReach | null,
  met: ReadonlySet<string>,
): { held: HeldExtension[]; open: Extension[] } {
  const covering = extensions.filter((extension) => covers(extension, reach));
  const isHeld = ({ id, condition }: Extension) => condition === null || met.has(id);
  return { held: covering.filter(isHeld), open: covering.filter((extension) => !isHeld(extension)) };
}

/** Of extensions whose condition is open those that would move something, the earliest day first. */
export function listPossible(open: readonly Extension[], moves: Moves): Extension[] {
  const would = open.filter(({ day, newDay }) => isBefore(daysOfOccurrence(day, moves).legal, newDay));
  return would.sort((one, other) => Temporal.PlainDate.compare(one.newDay, other.newDay));
}

/**
 * The legal day of an occurrence as it stands for all companies of some states, or of all when none is named: that to
 * which an extension for them comes (R-due-dates-28). What has a condition moves nothing for everybody.
 */
export function standingLegalDay(
  day: Temporal.PlainDate,
  states: readonly State[],
  moves: Moves,
  extensions: readonly Extension[],
): Temporal.PlainDate {
  const isForAll = (extension: Extension) =>
    extension.condition === null &&
    (extension.states.length === 0 || (states.length > 0 && states.every((state) => extension.states.includes(state))));
  return daysOfOccurrence(day, { ...moves, extensions: extensions.filter(isForAll) }).legal;
}
