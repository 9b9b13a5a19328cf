import {
  type Assignment,
  type Colleague,
  mayCheck,
  mayCheckAmong,
  type WaitingRecord,
  workerOf,
} from '../assignments.ts';
import type { Preferences } from './preferences.ts';
import type { Telling } from './tell.ts';

/** Something that is told of today: to whose work it is, or, of a restricted event, to those who see it and nobody else. */
export interface ToldLine {
  readonly telling: Telling;
  readonly of: Assignment | { readonly named: readonly string[] };
}

/** A record that waits for somebody's check; one of a restricted event for that of those who see it, and nobody else. */
export interface WaitingToTell extends WaitingRecord {
  readonly seenBy: readonly string[] | null;
}

/** A company on a day, as far as its people are told of it. */
export interface CompanyOfDay<Line extends ToldLine, Waiting extends WaitingToTell> {
  /** Its owner, managers and members. */
  readonly people: readonly Colleague[];
  readonly lines: readonly Line[];
  /** The records that wait for somebody's check. */
  readonly waiting: readonly Waiting[];
}

/** What a person is told of a company. */
export interface PersonsPart<Line, Waiting> {
  /** What is theirs to do. */
  readonly own: readonly Line[];
  /** What others are to do, of which the owner hears on the day and later. */
  readonly others: readonly Line[];
  readonly waiting: readonly Waiting[];
}

/** The kinds that a person wants of a company, with what there is to tell of it. */
interface WantedPart extends PersonsPart<ToldLine, unknown> {
  readonly kinds: Preferences['kinds'];
}

/**
 * What a person is told of a company (R-digests-3, R-digests-8): their own work, that of whom they stand in for, what
 * waits for their check; its owner also what is due today, or overdue again, of everybody.
 */
export function partFor<Line extends ToldLine, Waiting extends WaitingToTell>(
  userId: string,
  { people, lines, waiting }: CompanyOfDay<Line, Waiting>,
): PersonsPart<Line, Waiting> {
  const person = people.find((one) => one.userId === userId);
  if (!person) return { own: [], others: [], waiting: [] };
  const isAway = awayAmong(people);
  const isOwner = person.role === 'owner';
  const [own, others]: [Line[], Line[]] = [[], []];
  for (const line of lines) {
    if (isToldOf(userId, line, isAway)) own.push(line);
    else if (isOwner && line.telling.isEscalated && 'responsible' in line.of) others.push(line);
  }
  return { own, others, waiting: waiting.filter((record) => isForCheckOf(person, record, people)) };
}

function isForCheckOf(person: Colleague, record: WaitingToTell, people: readonly Colleague[]): boolean {
  const { seenBy } = record;
  if (seenBy === null) return mayCheck(person, record, people);
  // Of a restricted event only who sees it counts: also an owner who doesn't is nobody to wait for.
  const seeing = people.filter(({ userId }) => seenBy.includes(userId));
  return seeing.includes(person) && mayCheckAmong(person, record, seeing);
}

function awayAmong(people: readonly Colleague[]): (userId: string) => boolean {
  const away = new Set(people.filter(({ isAway }) => isAway).map(({ userId }) => userId));
  return (userId) => away.has(userId);
}

function isToldOf(userId: string, { of }: ToldLine, isAway: (userId: string) => boolean): boolean {
  return 'named' in of ? of.named.includes(userId) : workerOf(of, isAway) === userId;
}

/**
 * The mail that a person gets today; null when there is nothing to tell (R-digests-2). A digest has all of it; who wants
 * none hears of what others are to do in a mail of its own kind.
 */
export function chooseKind(parts: readonly WantedPart[]): 'digest' | 'escalation' | null {
  const isOfOwn = ({ own, waiting, kinds }: WantedPart) =>
    kinds.digest && (waiting.length > 0 || own.some(({ telling }) => telling.isTold));
  if (parts.some(isOfOwn)) return 'digest';
  return parts.some(({ others, kinds }) => kinds.escalation && others.length > 0) ? 'escalation' : null;
}

/** What stands in a mail of a kind of what there is to tell of a company. */
export function contentOf<Line, Waiting>(
  { own, others, waiting }: PersonsPart<Line, Waiting>,
  kind: 'digest' | 'escalation',
  kinds: Preferences['kinds'],
): PersonsPart<Line, Waiting> {
  const isDigest = kind === 'digest' && kinds.digest;
  return {
    own: isDigest ? own : [],
    others: kinds.escalation ? others : [],
    waiting: isDigest ? waiting : [],
  };
}

/** Something that the summary of a week tells of; restricted events are told of to who sees them. */
export interface WeekLine {
  readonly of: ToldLine['of'];
}

/**
 * What a summary tells its reader of a company (R-digests-12); null to whoever is neither its owner nor a manager, or when
 * there is nothing to tell.
 */
export function weekFor<Line extends WeekLine>(
  userId: string,
  { people, lines, waiting }: { readonly people: readonly Colleague[]; lines: readonly Line[]; waiting: number },
): { readonly lines: readonly Line[]; readonly waiting: number } | null {
  const role = people.find((one) => one.userId === userId)?.role;
  if (role !== 'owner' && role !== 'manager') return null;
  const seen = lines.filter(({ of }) => !('named' in of) || of.named.includes(userId));
  return seen.length > 0 || waiting > 0 ? { lines: seen, waiting } : null;
}
