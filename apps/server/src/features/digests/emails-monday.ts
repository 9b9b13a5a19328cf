import {
  joinWritten,
  type Written,
  type WrittenContent,
  writeAction,
  writeAside,
  writeLink,
  writeParagraph,
  writeTitle,
} from '../../platform/mail/written-mail.ts';
import type { LineOfWeek } from './companies-to-tell.ts';
import { describeLine, formatDay, pageOf, type Writing } from './describe-lines.ts';
import { isRestricted, writeThings } from './emails-digest.ts';
import type { ToldCompany } from './queries-companies.ts';

/** What the summary of a week tells of one company. */
export interface WeekPart {
  readonly company: ToldCompany;
  readonly lines: readonly LineOfWeek[];
  readonly waiting: number;
}

/** The companies of which a summary has more than their numbers. */
const MOST_COMPANIES = 25;

/** The summary of a week for those who answer for companies (R-digests-12). */
export function writeMonday(
  { firstName, parts }: { firstName: string; parts: readonly WeekPart[] },
  writing: Writing,
): Omit<WrittenContent, 'to'> {
  const counts = countUp(parts);
  const [only] = parts;
  const isOne = parts.length === 1 && only !== undefined;
  const whose = isOne ? only.company.name : `your ${parts.length} companies`;
  const body = joinWritten([
    writeParagraph(`${firstName}, this is how the week begins for ${whose}.`),
    ...parts.slice(0, MOST_COMPANIES).flatMap((part) => writePart(part, !isOne, writing)),
    ...parts.slice(MOST_COMPANIES).map((part) =>
      writeLink({
        label: `${part.company.name}: ${countUp([part])}`,
        href: pageOf(part.company, '/dashboard', writing),
      }),
    ),
    isOne
      ? writeAction('Open Anupalan', pageOf(only.company, '/dashboard', writing))
      : writeAction('See all companies', `${writing.publicUrl}/companies`),
    writeAside('You choose in your profile what you are told, and when.', {
      label: 'Your profile',
      href: `${writing.publicUrl}/profile`,
    }),
  ]);
  const week = `The week from ${formatDay(writing.day)}`;
  const open = parts.map((part) => ({ ...part, lines: part.lines.filter((line) => !isRestricted(line)) }));
  const subject = `This week: ${countUp(open) || 'your summary'}`;
  return { subject, preview: `${whose} · ${week}`, heading: counts, ...body };
}

/** "3 due this week, 2 overdue, 1 to check". */
function countUp(parts: readonly WeekPart[]): string {
  const sum = (of: (part: WeekPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  const counts = [
    [sum(({ lines }) => groupLines(lines, false).length), 'due this week'],
    [sum(({ lines }) => groupLines(lines, true).length), 'overdue'],
    [sum(({ waiting }) => waiting), 'to check'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en-IN')} ${word}`)
    .join(', ');
}

/** What is overdue, or due this week, an obligation once: by its first day, with the others. */
function groupLines(lines: readonly LineOfWeek[], isOverdue: boolean): { line: LineOfWeek; later: LineOfWeek[] }[] {
  const those = lines.filter((line) => line.isOverdue === isOverdue).toSorted(byDay);
  const groups = Map.groupBy(those, (line) => (line.kind === 'item' ? line.item.id : line.duty.id));
  return [...groups.values()].flatMap(([line, ...later]) => (line ? [{ line, later }] : []));
}

function byDay(one: LineOfWeek, other: LineOfWeek): number {
  return Temporal.PlainDate.compare(dueDay(one), dueDay(other));
}

function dueDay(line: LineOfWeek): Temporal.PlainDate {
  return line.kind === 'item' ? line.occurrence.legalDay : line.duty.due.day;
}

function writePart({ company, lines, waiting }: WeekPart, hasTitle: boolean, writing: Writing): Written[] {
  const describe = ({ line, later }: { line: LineOfWeek; later: readonly LineOfWeek[] }) => {
    const thing = describeLine({ company, line, namesResponsible: true }, writing);
    return later.length === 0 ? thing : { ...thing, details: [`And ${later.length} later`, ...thing.details] };
  };
  const [due, overdue] = [groupLines(lines, false).map(describe), groupLines(lines, true).map(describe)];
  return [
    ...(hasTitle ? [writeTitle(company.name)] : []),
    ...writeThings({ label: 'Due this week', tone: 'waiting', things: due }, company, writing),
    ...writeThings({ label: 'Overdue', tone: 'bad', things: overdue }, company, writing),
    ...(waiting > 0
      ? [
          writeLink({
            label: `${waiting} ${waiting === 1 ? 'record waits' : 'records wait'} for a check`,
            href: pageOf(company, '/dashboard', writing),
          }),
        ]
      : []),
  ];
}
