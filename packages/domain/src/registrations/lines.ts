import { ALL_STATES, type StateOrAll } from '../states.ts';
import { isResolved, type Status } from '../statuses.ts';
import type { RegistrationKind } from './kinds.ts';

/** An obligation as far as it decides which registration numbers are used for it; without a kind none is. */
export interface NumberedItem {
  readonly kind: RegistrationKind | null;
  readonly state: StateOrAll;
}

/** A registration as far as it decides for which obligations and on which days its number is used; days are ISO. */
export interface DatedNumber {
  readonly kind: RegistrationKind;
  readonly state: StateOrAll | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly renewalFiledOn: string | null;
}

/**
 * Whether a number is one of an obligation on a day (ISO): of its kind, of its state where it has one, begun and not
 * over. One whose renewal was filed goes on (R-registrations-16).
 */
export function isNumberOn(item: NumberedItem, registration: DatedNumber, day: string): boolean {
  const { kind, state, from, until, renewalFiledOn } = registration;
  if (kind !== item.kind) return false;
  if (![item.state, state ?? ALL_STATES].includes(ALL_STATES) && item.state !== state) return false;
  const hasBegun = from === null || from.slice(0, 10) <= day.slice(0, 10);
  return hasBegun && (until === null || renewalFiledOn !== null || until.slice(0, 10) >= day.slice(0, 10));
}

/** The status of a line, and the moment since when (text that sorts by time). */
export interface Line {
  readonly status: Status;
  readonly at: string;
}

/** What a day stands for: with lines each number for itself, without them all numbers for what the day does. */
export interface DayOfLines<L extends Line = Line> {
  readonly current: Status;
  readonly at: string;
  readonly lines: Readonly<Record<string, L>> | null;
}

/**
 * The status of a day by those of its lines (R-registrations-17): settled once every line is, as done if one of them is
 * done; else what is most to be looked after.
 */
export function statusOfLines(statuses: readonly Status[]): Status {
  const order: readonly Status[] = statuses.every(isResolved)
    ? ['done', 'not-to-do', 'not-applicable']
    : ['not-done', 'on-hold', 'pending'];
  return order.find((status) => statuses.includes(status)) ?? 'pending';
}

/**
 * The line of a number; one without a line stands where the day stood: what was settled for all stays settled for one
 * that was added later (R-registrations-18).
 */
export function lineOf<L extends Line>({ current, at, lines }: DayOfLines<L>, id: string): L | Line {
  const isOpen = lines !== null && !isResolved(current);
  return lines?.[id] ?? { status: isOpen ? 'pending' : current, at };
}

/**
 * The lines of a day of which something is said about one number. Lines of numbers that are none any more go, but for
 * those that `keep` says to keep.
 * @param numbers the ids of the day's numbers
 */
export function withLine<L extends Line>(
  day: DayOfLines<L>,
  numbers: readonly string[],
  [number, line]: readonly [id: string, line: L],
  keep: (line: L) => boolean = () => false,
): Record<string, L | Line> {
  const kept = Object.entries(day.lines ?? {}).flatMap(([id, one]) => (keep(one) ? [id] : []));
  const ids = [...new Set([...numbers, ...kept, number])];
  return Object.fromEntries(ids.map((id) => [id, id === number ? line : lineOf(day, id)]));
}

/**
 * What is said of a line, or of a day: one that was settled and is said to be settled again has been so since then
 * (R-registrations-17), as a day without lines has.
 */
export function sayLine(before: Line, said: Line): Line {
  return isResolved(before.status) && isResolved(said.status) ? { ...said, at: before.at } : said;
}

/** A record that counts: of one number, or of all. */
export interface CountingRecord extends Line {
  readonly registrationId?: string | null | undefined;
}

/** A day by its lines; when it is settled, since the last of them was. */
function dayOf(lines: Readonly<Record<string, Line>>): DayOfLines {
  const all = Object.values(lines);
  const at = all.map((line) => line.at).toSorted();
  return { current: statusOfLines(all.map(({ status }) => status)), at: at.at(-1) ?? '', lines };
}

/** What a day stands for by its records, the oldest first. @param numbers the ids of the day's numbers */
export function replayRecords(records: readonly CountingRecord[], numbers: readonly string[]): DayOfLines {
  let day: DayOfLines = { current: 'pending', at: '1970-01-01T00:00:00Z', lines: null };
  for (const { status, at, registrationId } of records) {
    if (registrationId == null) {
      day = { current: status, at: sayLine({ status: day.current, at: day.at }, { status, at }).at, lines: null };
    } else {
      const line = sayLine(lineOf(day, registrationId), { status, at });
      day = dayOf(withLine(day, numbers, [registrationId, line]));
    }
  }
  return day;
}
