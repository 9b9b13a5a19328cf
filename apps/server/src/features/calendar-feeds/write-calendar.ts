import { setImmediate as letOthersRun } from 'node:timers/promises';
import { LIMITS } from '@anupalan/contract/wire/primitives';
import { formatDay } from '@anupalan/domain/calendar-day';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import ical, { ICalAlarmRelatesTo, ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import { cutText } from '../../platform/text/cut-text.ts';
import type { CalendarEntry } from './calendar-entry.ts';

/** Seconds after which a calendar may ask again, as it is told; some ask once a day whatever they are told. */
const REFRESH_S = 3_600;

/** From when sequences are counted: in seconds they fit their 31 bits until 2088, and stay at the most from then on. */
const SEQUENCES_BEGIN = Date.UTC(2020, 0);
const LAST_SEQUENCE = 2 ** 31 - 1;

/** Entries that are written before other calls have their turn. */
const AT_ONCE = 200;

const END = 'END:VCALENDAR';
const BEGIN_ENTRY = 'BEGIN:VEVENT';

/** A calendar: what it is called, and what is in it. */
export interface Calendar {
  readonly name: string;
  readonly entries: readonly CalendarEntry[];
  /** How many there are besides, which had no room. */
  readonly leftOut: number;
  /** The names of companies that can't be read. */
  readonly unreadable: readonly string[];
  /** Where this server is reached. */
  readonly site: string;
}

/** Writes a calendar (RFC 5545), the same text for the same entries. */
export async function writeCalendar({ name, entries, leftOut, unreadable, site }: Calendar): Promise<string> {
  const frame = { name: lineOf(name), prodId: { company: 'Anupalan', product: 'Anupalan' }, ttl: REFRESH_S };
  const said = [
    ...(leftOut > 0 ? [`The ${entries.length} nearest of ${entries.length + leftOut}.`] : []),
    ...(unreadable.length > 0 ? [`Nothing of these could be read: ${unreadable.map(lineOf).join(', ')}.`] : []),
  ];
  const described = said.length > 0 ? { description: cutText(said.join(' '), LIMITS.note) } : {};
  const empty = ical({ ...frame, ...described }).toString();
  const parts = [empty.slice(0, empty.indexOf(END))];
  for (let n = 0; n < entries.length; n += AT_ONCE) {
    const part = ical(frame);
    for (const entry of entries.slice(n, n + AT_ONCE)) addEntry(part, entry, site);
    const text = part.toString();
    parts.push(text.slice(text.indexOf(BEGIN_ENTRY), text.indexOf(END)));
    await letOthersRun();
  }
  return `${parts.join('')}${END}\r\n`;
}

function addEntry(to: ReturnType<typeof ical>, entry: CalendarEntry, site: string): void {
  const changed = new Date(entry.changedAt);
  const event = to.createEvent({
    id: entry.uid,
    ...spanOf(entry),
    summary: titleOf(entry),
    description: describe(entry),
    url: `${site}${entry.path}`,
    // A due day takes nobody's time.
    transparency: ICalEventTransparency.TRANSPARENT,
    sequence: Math.min(Math.max(0, Math.floor((entry.movedAt - SEQUENCES_BEGIN) / 1000)), LAST_SEQUENCE),
    lastModified: changed,
    stamp: changed,
  });
  for (const seconds of entry.alarms) {
    const alarm = event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: -seconds,
      description: 'Reminder',
    });
    // An alarm after the start counts from the end, which is another day, unless it says otherwise (RFC 5545, 3.8.6.3).
    if (seconds > 0) alarm.relatesTo(ICalAlarmRelatesTo.start);
  }
}

/**
 * A day, or the moment of a deadline with a time of day: an entry that has no length, so that nobody takes its end for the
 * deadline.
 */
function spanOf({ day, at }: CalendarEntry) {
  if (at === null) return { start: day, end: day.add({ days: 1 }), allDay: true };
  return { start: new Date(at.epochMilliseconds) };
}

/** The status comes first: of a long title a calendar shows the beginning. */
function titleOf({ title, status, isWaiting, company }: CalendarEntry): string {
  const stands = status && `${STATUS_LABELS[status]}${isWaiting ? ', to be checked' : ''}`;
  return [stands, lineOf(title), company && lineOf(company)].filter((part) => part).join(' · ');
}

function describe({ act, company, moved, notes }: CalendarEntry): string {
  const days = moved
    ? [`Moved from ${formatDay(moved.from)}.`, ...moved.by.filter(({ what }) => what !== 'company').map(sourceOf)]
    : [];
  return [act, company, ...days, ...notes].flatMap((line) => (line ? [printable(line)] : [])).join('\n');
}

function sourceOf({ source }: { readonly source: string }): string {
  return source;
}

/** A title or a name, which is no longer than a line of the contract. */
function lineOf(text: string): string {
  return printable(cutText(text, LIMITS.line));
}

/** Text without control characters, which a calendar can't have. */
function printable(text: string): string {
  return cutText(text, LIMITS.note).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
