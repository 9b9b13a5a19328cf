import { setImmediate as letOthersRun } from 'node:timers/promises';
import { formatDay } from '@anupalan/domain/calendar-day';
import { STATUS_LABELS } from '@anupalan/domain/statuses';
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import type { CalendarEntry } from './calendar-entry.ts';

/** Seconds after which a calendar may ask again, as it is told; some ask once a day whatever they are told. */
const REFRESH_S = 3_600;

/** The time of the day at which somebody is reminded, in their own time zone. */
const ALARM_AT_S = 9 * 3_600;

const DAY_S = 86_400;

/** From when sequences are counted: in seconds they fit their 31 bits until 2088. */
const SEQUENCES_BEGIN = Date.UTC(2020, 0);

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
  /** Where this server is reached. */
  readonly site: string;
}

/** Writes a calendar (RFC 5545) of all-day entries, the same text for the same entries. */
export async function writeCalendar({ name, entries, leftOut, site }: Calendar): Promise<string> {
  const frame = { name, prodId: { company: 'Anupalan', product: 'Anupalan' }, ttl: REFRESH_S };
  const described = leftOut > 0 ? { description: `The ${entries.length} nearest of ${entries.length + leftOut}.` } : {};
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
  const title = titleOf(entry);
  const event = to.createEvent({
    id: entry.uid,
    start: entry.day,
    end: entry.day.add({ days: 1 }),
    allDay: true,
    summary: title,
    description: describe(entry),
    url: `${site}${entry.path}`,
    // A due day takes nobody's time.
    transparency: ICalEventTransparency.TRANSPARENT,
    sequence: Math.max(0, Math.floor((entry.movedAt - SEQUENCES_BEGIN) / 1000)),
    lastModified: changed,
    stamp: changed,
  });
  for (const days of new Set(entry.alarms)) {
    event.createAlarm({
      type: ICalAlarmType.display,
      triggerBefore: days * DAY_S - ALARM_AT_S,
      description: 'Reminder',
    });
  }
}

/** The status comes first: of a long title a calendar shows the beginning. */
function titleOf({ title, status, isWaiting, company }: CalendarEntry): string {
  const stands = status && `${STATUS_LABELS[status]}${isWaiting ? ', to be checked' : ''}`;
  return printable([stands, title, company].filter((part) => part).join(' · '));
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

/** Text without control characters, which a calendar can't have. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
