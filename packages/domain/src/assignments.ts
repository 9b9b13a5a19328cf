import { isAtLeast, type MemberRole } from './members.ts';
import { RESOLVED_STATUSES, type RecordStatus } from './statuses.ts';

/** What an assignment is for: the whole company, all items of an act, or one item; the last is the most specific. */
export const ASSIGNMENT_SCOPES = ['company', 'act', 'item'] as const;

export type AssignmentScope = (typeof ASSIGNMENT_SCOPES)[number];

/** The people of an item, as user ids (R-checks-1). */
export interface Assignment {
  readonly responsible: string | null;
  readonly deputy: string | null;
  readonly checker: string | null;
}

/** What was set for one scope; what is null is left to the scopes that are less specific. */
export interface AssignmentLine extends Assignment {
  /** Whether nobody is responsible by the company's default, which is the owner unless said otherwise (R-checks-3). */
  readonly responsibleTakenAway: boolean;
  /** Whether its checker left, or was made a viewer: without another the owner checks instead (R-checks-5). */
  readonly checkerGone: boolean;
  /** Who took its checker away without being the owner: their own records wait for the owner (R-checks-13). */
  readonly uncheckedBy: string | null;
  readonly evidenceRequired: boolean | null;
}

/** What was set for an item, for its act and for the company, and who owns the company. */
export interface AssignmentLines {
  readonly owner: string | null;
  readonly item: AssignmentLine | null;
  readonly act: AssignmentLine | null;
  readonly company: AssignmentLine | null;
}

/** The people of an item: each from the most specific scope that names one (R-checks-2, R-checks-3). */
export function assign(lines: AssignmentLines): Assignment {
  const isDefaultTakenAway = lines.company?.responsibleTakenAway ?? false;
  return {
    responsible: mostSpecific(lines, (line) => line.responsible) ?? (isDefaultTakenAway ? null : lines.owner),
    deputy: mostSpecific(lines, (line) => line.deputy),
    checker: mostSpecific(lines, (line) => line.checker) ?? (isCheckerGone(lines) ? lines.owner : null),
  };
}

/** Whether a done of the item needs evidence, or a reason why there is none (R-checks-20). */
export function requiresEvidence(lines: AssignmentLines): boolean {
  return mostSpecific(lines, (line) => line.evidenceRequired) ?? false;
}

function mostSpecific<T>({ item, act, company }: AssignmentLines, of: (line: AssignmentLine) => T | null): T | null {
  for (const line of [item, act, company]) {
    const found = line && of(line);
    if (found !== null) return found;
  }
  return null;
}

/** A status that is checked where an item has a checker. */
export type CheckedStatus = (typeof RESOLVED_STATUSES)[number];

/** Whether a record of the status is checked where an item has a checker (R-checks-6). */
export function isChecked(status: RecordStatus): status is CheckedStatus {
  return (RESOLVED_STATUSES as readonly RecordStatus[]).includes(status);
}

/** Somebody of a company who may record: an owner, a manager or a member. */
export interface Colleague {
  readonly userId: string;
  readonly role: MemberRole;
  readonly isAway: boolean;
}

/**
 * Why a record waits for the owner, or else a manager, and not for the item's checker: that is who made it, the checker
 * was changed or taken away, or is gone.
 */
export const WAITING_REASONS = ['own', 'changed', 'gone'] as const;

export type WaitingReason = (typeof WAITING_REASONS)[number];

/** Who a record waits for: the checker, or with a reason the owner, or else a manager (R-checks-8 to R-checks-10). */
export type WaitsFor =
  | { readonly checker: string; readonly reason: null }
  | { readonly checker: null; readonly reason: WaitingReason };

/** Whether somebody may have to check a record, so that the company's people are looked at; nearly always not. */
export function mayWait(status: RecordStatus, lines: AssignmentLines, by: readonly string[]): boolean {
  return isChecked(status) && (assign(lines).checker !== null || isUncheckedBy(lines, by));
}

/**
 * Who the record of an item waits for, made by all of `by`: the author, the administrator who really acts, and in whose
 * name. Null when nobody checks it; `nobody` when its checker is one of them and nobody else may check (R-checks-9).
 */
export function chooseChecker(
  lines: AssignmentLines,
  by: readonly string[],
  people: readonly Colleague[],
): WaitsFor | 'nobody' | null {
  const { checker } = assign(lines);
  const isGone = isCheckerGone(lines);
  if (checker === null && !isUncheckedBy(lines, by)) return null;
  if (checker !== null && !by.includes(checker)) {
    return isGone ? { checker: null, reason: 'gone' } : { checker, reason: null };
  }
  const reason = checker === null ? 'changed' : isGone ? 'gone' : 'own';
  const waits: WaitsFor = { checker: null, reason };
  if (people.some((person) => mayCheck(person, { waits, by }, people))) return waits;
  return reason === 'own' ? 'nobody' : null;
}

/**
 * The same of what only some people see, who are all of `people`: nobody else checks it or stands in, and where none of
 * them may, nothing waits (R-checks-23).
 */
export function chooseCheckerAmong(
  lines: AssignmentLines,
  by: readonly string[],
  people: readonly Colleague[],
): WaitsFor | null {
  const waits = chooseChecker(lines, by, people);
  if (waits === null || waits === 'nobody') return null;
  const mayDo = ({ userId }: Colleague) => userId === waits.checker;
  const standsIn = (person: Colleague) => mayCheck(person, { waits, by }, people);
  return people.some(waits.checker === null ? standsIn : mayDo) ? waits : null;
}

/** Whether a checker is gone and there is no other, so that the owner stands in. */
function isCheckerGone({ item, act, company }: AssignmentLines): boolean {
  const lines = [item, act, company];
  return lines.every((line) => !line?.checker) && lines.some((line) => line?.checkerGone);
}

function isUncheckedBy({ item, act, company }: AssignmentLines, by: readonly string[]): boolean {
  return [item, act, company].some((line) => line && line.uncheckedBy !== null && by.includes(line.uncheckedBy));
}

/** A record that waits, with all it counts as made by. */
export interface WaitingRecord {
  readonly waits: WaitsFor;
  readonly by: readonly string[];
}

/**
 * Whether somebody may check a record (R-checks-8 to R-checks-11): never who made it. Managers stand in for a checker who
 * is away or gone, and for an owner who made it or is away.
 */
export function mayCheck(person: Colleague, { waits, by }: WaitingRecord, people: readonly Colleague[]): boolean {
  if (by.includes(person.userId) || !isAtLeast(person.role, 'member')) return false;
  if (waits.checker === person.userId) return true;
  if (!isAtLeast(person.role, 'manager')) return false;
  if (waits.checker !== null) return isOut(waits.checker, people);
  if (person.role === 'owner' || waits.reason === 'gone') return true;
  const owner = people.find(({ role }) => role === 'owner');
  return owner === undefined || by.includes(owner.userId) || owner.isAway;
}

/**
 * The same of what only some people see, who are all of `people`: where none of them may, since the checker is gone or
 * another was set, whoever of them didn't make it may, so that it doesn't wait for ever (R-events-27).
 */
export function mayCheckAmong(person: Colleague, record: WaitingRecord, people: readonly Colleague[]): boolean {
  if (people.some((one) => mayCheck(one, record, people))) return mayCheck(person, record, people);
  return isAtLeast(person.role, 'member') && !record.by.includes(person.userId);
}

/** Why somebody else checked a record than the item's checker, as the record says it; null when it was that person. */
export function standsInFor(
  person: Pick<Colleague, 'userId'>,
  { waits }: Pick<WaitingRecord, 'waits'>,
): 'away' | WaitingReason | null {
  if (waits.checker === person.userId) return null;
  return waits.reason ?? 'away';
}

/** Whether somebody is away, or not among those who may record any more. */
function isOut(userId: string, people: readonly Colleague[]): boolean {
  const person = people.find((one) => one.userId === userId);
  return person === undefined || person.isAway || !isAtLeast(person.role, 'member');
}

/** The days somebody is away, both ends included. */
export interface Away {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

export function isAwayOn({ from, to }: Away, day: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(from, day) <= 0 && Temporal.PlainDate.compare(day, to) <= 0;
}

/**
 * Who has an item under *My work*: the responsible person, and while that one is away the deputy, unless they are away
 * too (R-checks-16).
 */
export function workerOf({ responsible, deputy }: Assignment, isAway: (userId: string) => boolean): string | null {
  if (responsible === null || !isAway(responsible)) return responsible;
  return deputy === null || isAway(deputy) ? responsible : deputy;
}
