import { indianDayOf } from '@anupalan/domain/calendar-day';
import type { Part } from '@anupalan/domain/telling/tell';
import type { Tone } from '../../platform/mail/layout.ts';
import {
  joinWritten,
  type Written,
  type WrittenContent,
  type WrittenThing,
  writeAction,
  writeAside,
  writeLabel,
  writeLink,
  writeParagraph,
  writeThing,
  writeTitle,
} from '../../platform/mail/written-mail.ts';
import type { LineOfDay } from './companies-to-tell.ts';
import { describeLine, describeWaiting, formatDay, pageOf, type Writing } from './describe-lines.ts';
import type { ToldCompany } from './queries-companies.ts';
import type { WaitingRow } from './queries-open.ts';

/** What a digest tells of one company. */
export interface DigestPart {
  readonly company: ToldCompany;
  readonly own: readonly LineOfDay[];
  readonly others: readonly LineOfDay[];
  readonly waiting: readonly WaitingRow[];
}

export interface Digest {
  readonly firstName: string;
  readonly parts: readonly DigestPart[];
  /** The address by which the reader says that a line is filed; none where they can't. */
  readonly filedHref: (line: LineOfDay) => string | undefined;
}

/** Things of one sort that a mail has of a company at most, and companies of which it has more than their numbers. */
const MOST_THINGS = 12;
const MOST_COMPANIES = 25;

/** Other days of an obligation that are named. */
const MOST_DAYS_NAMED = 3;

/** The sorts of lines, in the order in which they are told. */
const LABELS: Readonly<Record<Part, { readonly label: string; readonly count: string; readonly tone: Tone }>> = {
  overdue: { label: 'Overdue', count: 'overdue', tone: 'bad' },
  today: { label: 'Due today', count: 'due today', tone: 'waiting' },
  soon: { label: 'Coming up', count: 'coming up', tone: 'none' },
  expiring: { label: 'Expiring', count: 'expiring', tone: 'waiting' },
};
const ORDER = ['overdue', 'today', 'soon', 'expiring'] as const satisfies readonly Part[];

/**
 * The digest of a day (R-digests-9): its subject says how many of what, and what comes first, of all that isn't
 * restricted, as subjects stand on locked screens and in the list of what was sent.
 */
export function writeDigest({ firstName, parts, filedHref }: Digest, writing: Writing): Omit<WrittenContent, 'to'> {
  const lines = parts.flatMap(({ own, others }) => [...own, ...others]);
  const waiting = parts.flatMap((part) => part.waiting);
  const [only] = parts;
  const whose = parts.length === 1 && only ? only.company.name : `your ${parts.length} companies`;
  const body = joinWritten([
    writeParagraph(
      `${firstName}, this is what ${whose} ${parts.length === 1 ? 'asks' : 'ask'} for on ${formatDay(writing.day)}.`,
    ),
    ...parts
      .slice(0, MOST_COMPANIES)
      .flatMap((part) => writePart(part, { hasTitle: parts.length > 1, filedHref, writing })),
    ...parts.slice(MOST_COMPANIES).map((part) => writeShort(part, writing)),
    parts.length === 1 && only
      ? writeAction('Open Anupalan', pageOf(only.company, '/dashboard', writing))
      : writeAction('See all companies', `${writing.publicUrl}/companies`),
    writeAside('You choose in your profile what you are told, and when.', {
      label: 'Your profile',
      href: `${writing.publicUrl}/profile`,
    }),
  ]);
  const counts = writeSubject(lines, waiting);
  // What a mail server took late speaks of a day that is over.
  const isLate = !indianDayOf(writing.now).equals(writing.day);
  const ofDay = isLate || counts === null ? `Your digest of ${formatDay(writing.day)}` : null;
  return {
    subject: [ofDay, counts].filter((part) => part !== null).join(': '),
    preview: `${whose} · ${formatDay(writing.day)}`,
    heading: countUp(lines, waiting.length),
    ...body,
  };
}

/** "2 overdue, 1 due today: ECR"; null where all is restricted. */
function writeSubject(lines: readonly LineOfDay[], waiting: readonly WaitingRow[]): string | null {
  const open = lines.filter((line) => !isRestricted(line));
  const toCheck = waiting.filter(({ seenBy }) => seenBy === null);
  const [first] = ORDER.flatMap((part) => groupPart(open, part));
  const title = first ? titleOf(first.line) : toCheck[0]?.title;
  return title === undefined ? null : `${countUp(open, toCheck.length)}: ${title}`;
}

/** Whether a line is of a restricted event: those alone are told of it who see it. */
export function isRestricted({ of }: Pick<LineOfDay, 'of'>): boolean {
  return 'named' in of;
}

/** "2 overdue, 1 due today", and what waits. */
function countUp(lines: readonly LineOfDay[], waiting: number): string {
  const counts = ORDER.map((part) => [groupPart(lines, part).length, LABELS[part].count]);
  const all = [...counts, [waiting, 'to check'] as const].filter(([count]) => count !== 0);
  return all.map(([count, word]) => `${count?.toLocaleString('en-IN')} ${word}`).join(', ');
}

/**
 * The lines of a digest that can be said to be filed from the mail: the reader's own, one of each obligation. A renewal
 * isn't filed for a day.
 */
export function linesToFile(parts: readonly DigestPart[]): (LineOfDay & { readonly kind: 'item' })[] {
  const groups = parts
    .slice(0, MOST_COMPANIES)
    .flatMap(({ own }) => ORDER.flatMap((part) => groupPart(own, part).slice(0, MOST_THINGS)));
  return groups.flatMap(({ line }) => (line.kind === 'item' && line.item.until === null ? [line] : []));
}

/** Days of one obligation that stand in the same part of a digest: the first is what is told, the others are named. */
interface Group {
  readonly line: LineOfDay;
  readonly others: readonly LineOfDay[];
}

function groupPart(lines: readonly LineOfDay[], part: Part): Group[] {
  const ofPart = lines.filter(({ telling }) => telling.part === part).toSorted(byDay);
  const groups = Map.groupBy(ofPart, keyOfThing);
  return [...groups.values()].flatMap(([line, ...others]) => (line ? [{ line, others }] : []));
}

/** An obligation of the catalogue is another one in each company: so is what is assigned there. */
function keyOfThing(line: LineOfDay): unknown {
  return line.kind === 'item' ? `${line.workspaceId} ${line.item.id}` : line;
}

/** "And 2 more: Sat, 14 Nov 2026, Sun, 15 Nov 2026" */
function nameOthers(others: readonly LineOfDay[]): string[] {
  const [earliest, ...later] = others.map(dueDay).toSorted(Temporal.PlainDate.compare);
  if (!earliest) return [];
  const days = [earliest, ...later];
  const named = days.length <= MOST_DAYS_NAMED ? days.map(formatDay).join(', ') : `since ${formatDay(earliest)}`;
  return [`And ${others.length} more: ${named}`];
}

function titleOf(line: LineOfDay): string {
  return line.kind === 'item' ? line.item.title : line.duty.title;
}

/** What is told today comes first, then what is due first. */
function byDay(one: LineOfDay, other: LineOfDay): number {
  const told = Number(other.telling.isTold) - Number(one.telling.isTold);
  return told || Temporal.PlainDate.compare(dueDay(one), dueDay(other));
}

function dueDay(line: LineOfDay): Temporal.PlainDate {
  return line.kind === 'item' ? line.occurrence.legalDay : line.duty.due.day;
}

interface WritingPart {
  readonly hasTitle: boolean;
  readonly filedHref: Digest['filedHref'];
  readonly writing: Writing;
}

function writePart(
  { company, own, others, waiting }: DigestPart,
  { hasTitle, filedHref, writing }: WritingPart,
): Written[] {
  const describe = ({ line, others: more }: Group, isOwn: boolean) => {
    const thing = describeLine(
      isOwn ? { company, line, filedHref: filedHref(line) } : { company, line, namesResponsible: true },
      writing,
    );
    return { ...thing, details: [...nameOthers(more), ...thing.details] };
  };
  return [
    ...(hasTitle ? [writeTitle(company.name)] : []),
    ...ORDER.flatMap((part) => {
      const { label, tone } = LABELS[part];
      const things = groupPart(own, part).map((group) => describe(group, true));
      return writeThings({ label, tone, things }, company, writing);
    }),
    ...writeThings(
      {
        label: 'For your check',
        tone: 'waiting',
        things: waiting.map((row) => describeWaiting(company, row, writing)),
      },
      company,
      writing,
    ),
    ...writeThings(
      {
        label: 'With your colleagues',
        tone: 'none',
        things: ORDER.flatMap((part) => groupPart(others, part)).map((group) => describe(group, false)),
      },
      company,
      writing,
    ),
  ];
}

interface Things {
  readonly label: string;
  readonly tone: Tone;
  readonly things: readonly WrittenThing[];
}

/** Things of one sort under their label; those that are too many stand behind a link. */
export function writeThings({ label, tone, things }: Things, company: ToldCompany, writing: Writing): Written[] {
  if (things.length === 0) return [];
  const more = things.length - MOST_THINGS;
  const shown = more > 1 ? things.slice(0, MOST_THINGS) : things;
  return [
    writeLabel(label, tone),
    ...shown.map(writeThing),
    ...(more > 1 ? [writeLink({ label: `${more} more`, href: pageOf(company, '/dashboard', writing) })] : []),
  ];
}

function writeShort({ company, own, others, waiting }: DigestPart, writing: Writing): Written {
  const counts = countUp([...own, ...others], waiting.length);
  return writeLink({ label: `${company.name}: ${counts}`, href: pageOf(company, '/dashboard', writing) });
}
