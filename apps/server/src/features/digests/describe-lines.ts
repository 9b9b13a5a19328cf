import { daysFrom, indianDayOf, indianTimeOf } from '@anupalan/domain/calendar-day';
import { describeTimeLeft } from '@anupalan/domain/events/duty';
import type { Tone } from '../../platform/mail/layout.ts';
import type { WrittenThing } from '../../platform/mail/written-mail.ts';
import type { DutyLine, ItemLine } from './companies-to-tell.ts';
import type { ToldCompany } from './queries-companies.ts';
import type { WaitingRow } from './queries-open.ts';

/** Where links of a mail lead, and when it is written. */
export interface Writing {
  readonly publicUrl: string;
  /** The day that the mail is of. */
  readonly day: Temporal.PlainDate;
  readonly now: Temporal.Instant;
}

export interface LineToDescribe {
  readonly company: ToldCompany;
  readonly line: ItemLine | DutyLine;
  /** The address by which its reader says that it is filed. */
  readonly filedHref?: string | undefined;
  /** Whether it says who is responsible: to those who aren't. */
  readonly namesResponsible?: boolean;
}

/** A line as mails show it: what, when, how late, of which act, and what moved it. */
export function describeLine(
  { company, line, filedHref, namesResponsible = false }: LineToDescribe,
  writing: Writing,
): WrittenThing {
  const who = namesResponsible ? describeResponsible(company, line) : [];
  if (line.kind === 'duty') return describeDuty(company, line, writing, who);
  const { item, occurrence, act } = line;
  const { iso, legalDay } = occurrence;
  const days = daysFrom(indianDayOf(writing.now), legalDay);
  return {
    name: item.title,
    href: pageOf(company, `/dashboard?item=${item.id}&on=${iso}`, writing),
    state: `Due ${formatDay(legalDay)} · ${describeDays(days)}`,
    tone: toneOf(days),
    details: [act, ...describeMoves(line, writing), ...describeExpiry(line, writing), ...who].filter(Boolean),
    links: filedHref ? [{ label: 'Mark as filed', href: filedHref }] : [],
  };
}

/** What of a restricted event stands in the mail of somebody who sees it: that there is something, and by when. */
function describeDuty(
  company: ToldCompany,
  { duty }: DutyLine,
  writing: Writing,
  who: readonly string[],
): WrittenThing {
  const { due, eventId, restrictedTo, title, act, kindName, label } = duty;
  const at = due.at ? `, ${formatTime(due.at)}` : '';
  const days = daysFrom(indianDayOf(writing.now), due.day);
  const left = describeTimeLeft(due, writing.now);
  return {
    name: restrictedTo ? 'Restricted record: something is due' : title,
    href: pageOf(company, `/company/events?event=${eventId}`, writing),
    state: `Due ${formatDay(due.day)}${at} · ${left}`,
    tone: left.endsWith('late') ? 'bad' : toneOf(days),
    details: restrictedTo
      ? ['Only those named at it see more']
      : [[kindName, label].join(': '), act, ...who].filter(Boolean),
    links: [],
  };
}

/** A record that waits for its reader's check; of a restricted event, that there is one. */
export function describeWaiting(
  company: ToldCompany,
  { title, day, author, seenBy }: WaitingRow,
  writing: Writing,
): WrittenThing {
  const isRestricted = seenBy !== null;
  return {
    name: isRestricted ? 'Restricted record' : title,
    href: pageOf(company, '/checks', writing),
    state: isRestricted ? 'Waits for your check' : `For ${formatDay(day)} · waits for your check`,
    tone: 'waiting',
    details: author === '' || isRestricted ? [] : [`Recorded by ${author}`],
    links: [],
  };
}

/** The address of a page in a company. */
export function pageOf(
  { companyId }: Pick<ToldCompany, 'companyId'>,
  path: string,
  { publicUrl }: Pick<Writing, 'publicUrl'>,
): string {
  return `${publicUrl}${path}${path.includes('?') ? '&' : '?'}company=${companyId}`;
}

function describeMoves({ occurrence }: ItemLine, { day: today }: Writing): string[] {
  const { day, legal, legalDay, by, isCompanyDay, moved } = occurrence;
  const source = moved?.by.findLast(({ what }) => what !== 'company')?.source;
  const from = legalDay.equals(day) ? [] : [`Moved from ${formatDay(day)}${source ? `: ${source}` : ''}`];
  if (by === legal || by < 0) return from;
  const remindsBy = formatDay(today.add({ days: by }));
  return [...from, isCompanyDay ? `Your company’s day: ${remindsBy}` : `Last working day before: ${remindsBy}`];
}

function describeExpiry({ item: { until } }: ItemLine, { now }: Writing): string[] {
  if (until === null) return [];
  return [daysFrom(indianDayOf(now), until) < 0 ? `Expired on ${formatDay(until)}` : `Expires on ${formatDay(until)}`];
}

function describeResponsible({ people }: ToldCompany, { of }: ItemLine | DutyLine): string[] {
  if (!('responsible' in of)) return [];
  const person = people.find(({ userId }) => userId === of.responsible);
  return [person ? `Responsible: ${person.name}` : 'Nobody is responsible'];
}

function describeDays(days: number): string {
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  const amount = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days < 0 ? `${amount} late` : `in ${amount}`;
}

function toneOf(days: number): Tone {
  if (days < 0) return 'bad';
  return days === 0 ? 'waiting' : 'none';
}

const DAY_FORMAT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const formatted = new Map<string, string>();

/** A day as mails write it: `Sun, 15 Nov 2026`. `Intl` is slow, and a batch has few days. */
export function formatDay(day: Temporal.PlainDate): string {
  const iso = day.toString();
  const known = formatted.get(iso);
  if (known) return known;
  if (formatted.size > 2_000) formatted.clear();
  const text = day.toLocaleString('en-IN', DAY_FORMAT).replace(/, (\d{4})$/, ' $1');
  formatted.set(iso, text);
  return text;
}

/** A time of the day in India: `14:30 IST`. */
export function formatTime(at: Temporal.Instant): string {
  return `${indianTimeOf(at)} IST`;
}
