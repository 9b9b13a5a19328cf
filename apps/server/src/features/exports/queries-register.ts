import { matchesStateFilter } from '@anupalan/domain/applicability';
import { daysFrom, storedDay } from '@anupalan/domain/calendar-day';
import { statusOn } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import type { Standing } from '@anupalan/domain/reports/month-report';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Status } from '@anupalan/domain/statuses';
import { actorOf } from '../../identity/sessions.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { readReportedDuties } from '../events/queries-report.ts';
import { type DayEntry, readDayEntries } from '../reports/queries-entries.ts';
import { readNames } from '../reports/queries-people.ts';
import { reportDuty } from '../reports/report-duty.ts';
import type { ReportedItem } from '../reports/reported-item.ts';
import type { Days } from '../tracker/choose-days.ts';
import { type LineOfItem, linesOfItem, type RegisteredItem } from './lines-of-item.ts';
import type { Outside } from './outside.ts';
import { type EvidenceOfLine, readEvidenceOfItems, readEvidenceOfSubjects } from './queries-evidence.ts';
import type { ExportedItem } from './queries-items.ts';
import type { Asked } from './table-source.ts';

/** An occurrence of an obligation, or a duty of an event, as the register has it (R-exports-4). */
export interface RegisterLine {
  readonly actId: string;
  readonly act: string;
  readonly itemId: string;
  readonly title: string;
  readonly isDuty: boolean;
  /** Of a duty: its event. */
  readonly eventId: string | null;
  /** The nominal day, under which it is recorded, and the day on which it really falls due; ISO. */
  readonly day: string;
  readonly legal: string;
  readonly standing: Standing;
  readonly status: Status;
  /** The day on which it was done with: that of filing, else of recording in India; ISO. */
  readonly settledOn: string | null;
  /** Whole days from its legal day to that: 0 or less is on time. */
  readonly lateBy: number | null;
  readonly isDone: boolean;
  /** Whether the company was tracked by its legal day: what lay before is in no rate. */
  readonly isTracked: boolean;
  /** Whether a file stands at the record that says done (R-evidence-15). */
  readonly isProven: boolean;
  /** Why it is in no figure; null of what is. */
  readonly outside: Outside | null;
  readonly record: DayEntry['record'];
  readonly by: string | null;
  readonly checkedBy: string | null;
  readonly evidence: readonly EvidenceOfLine[];
}

/** Items whose entries are read at a time: so what is held doesn't grow with the register. */
const ITEMS_AT_ONCE = 20;

/** What is left out of a register. */
interface Chosen {
  readonly days: Days;
  readonly keeps?: (line: RegisterLine) => boolean;
  /** Whether duties of events are left out, as they belong to no obligation. */
  readonly withoutDuties?: boolean;
  readonly acts?: ReadonlySet<string> | undefined;
}

/**
 * The lines of a register: the items' in their order, each from its first day to its last, then the duties of events by
 * month. Complaints are in none, whoever asks, as registers are handed on.
 */
export async function* readRegister(
  database: Database,
  asked: Asked,
  items: readonly ExportedItem[],
  chosen: Chosen,
): AsyncGenerator<RegisterLine> {
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE) {
    yield* readBatch(database, asked, items.slice(at, at + ITEMS_AT_ONCE), chosen);
  }
  if (chosen.withoutDuties) return;
  for (const month of monthsOf(chosen.days)) yield* readDuties(database, asked, { ...chosen, days: month });
}

async function* readBatch(
  { db, pool }: Database,
  asked: Asked,
  batch: readonly ExportedItem[],
  { days, keeps = () => true }: Chosen,
): AsyncGenerator<RegisterLine> {
  const { session, today } = asked;
  const ids = batch.map(({ item }) => item.id);
  const wanted = { since: days.from, first: days.from, nextLast: days.to };
  const moved = batch.flatMap(({ item, schedule }) =>
    [...(schedule.moved ?? [])].map(([day]) => ({ item: item.id, day })),
  );
  const outside = moved.filter(({ day }) => day < `${days.from}` || day > `${days.to}`);
  const withNotes = can(actorOf(session), 'status-history.read');
  const [within, beside, evidence] = await Promise.all([
    readDayEntries(pool, session.workspaceId, { days: wanted, withNotes, moved: [], items: ids }),
    outside.length === 0
      ? null
      : readDayEntries(pool, session.workspaceId, { days: aroundAll(outside), withNotes, moved: outside, items: ids }),
    readEvidenceOfItems(db, session, ids),
  ]);
  const entriesOf = (id: string) => new Map([...(beside?.get(id) ?? []), ...(within.get(id) ?? [])]);
  const reported = batch.map(({ item, act, schedule, tracked, outside, isRecorded }) => ({
    ...{ due: item, actId: item.actId, act, schedule, tracked, outside, isRecorded },
    entries: entriesOf(item.id),
  }));
  const names = await readNames(db, session, peopleOf(reported));
  for (const item of reported) {
    const filesAt = (iso: string) => evidence.get(`${item.due.id} ${iso}`) ?? [];
    for (const line of linesOfItem(item, asked, { days, hasFiles: (iso) => filesAt(iso).length > 0 })) {
      const made = describe(item, line, { today, names, evidence: filesAt(line.iso) });
      if (keeps(made)) yield made;
    }
  }
}

/** Days that have all of some days: what was moved into a period may lie far before it. */
function aroundAll(all: readonly { readonly day: string }[]) {
  const days = all.map(({ day }) => day).sort();
  const [first = '', last = ''] = [days.at(0), days.at(-1)];
  return {
    since: storedDay(first),
    first: storedDay(last),
    nextLast: storedDay(last),
  };
}

async function* readDuties({ db }: Database, asked: Asked, chosen: Chosen): AsyncGenerator<RegisterLine> {
  const { days, keeps = () => true, acts } = chosen;
  const { session, today, filters } = asked;
  const withNotes = can(actorOf(session), 'status-history.read');
  const read = await readReportedDuties(db, session, { since: days.from, first: days.from, nextLast: days.to });
  const wanted = acts ?? (filters.act === undefined ? null : new Set([filters.act]));
  const { state: ofState = ALL_STATES } = filters;
  const duties = read
    .filter(({ state }) => matchesStateFilter({ state }, ofState))
    .filter(({ actId }) => wanted === null || (actId !== null && wanted.has(actId)))
    .map((duty) => ({
      ...reportDuty(duty, { today, withNotes }),
      ...{ act: duty.act ?? 'Events', isDuty: true, outside: null, isRecorded: true },
    }));
  const [names, evidence] = await Promise.all([
    readNames(db, session, peopleOf(duties)),
    readEvidenceOfSubjects(
      db,
      session.workspaceId,
      duties.map(({ due }) => due.id),
    ),
  ]);
  for (const duty of duties) {
    const files = evidence.get(duty.due.id) ?? [];
    for (const line of linesOfItem(duty, asked, { days, hasFiles: () => files.length > 0 })) {
      const made = describe(duty, line, { today, names, evidence: files });
      if (keeps(made)) yield made;
    }
  }
}

type Reported = RegisteredItem & { readonly act: string; readonly isDuty?: boolean };

interface Beside {
  readonly today: Temporal.PlainDate;
  readonly names: ReadonlyMap<string, string>;
  readonly evidence: readonly EvidenceOfLine[];
}

function describe(
  { due, actId, act, entries, tracked, isDuty = false }: Reported,
  { day, iso, legal, standing, outside }: LineOfItem,
  { today, names, evidence }: Beside,
): RegisterLine {
  const entry = entries.get(iso);
  const recorded = new Map(entry ? [[iso, entry.current] as const] : []);
  const settled = tracked.recorded.get(daysFrom(today, day));
  const settledOn = settled ? today.add({ days: settled.settled }) : null;
  const record = entry?.record ?? null;
  const nameOf = (id: string | null | undefined) => (id && names.get(id)) || null;
  return {
    ...{
      actId,
      act,
      itemId: due.id,
      title: due.title,
      isDuty,
      eventId: due.eventId ?? null,
      day: iso,
      legal: `${legal}`,
      standing,
      outside,
      evidence,
      record,
    },
    status: entry?.waiting ?? statusOn(day, { recorded, today }, legal),
    settledOn: settledOn && `${settledOn}`,
    lateBy: settledOn && daysFrom(legal, settledOn),
    isDone: settled?.isDone ?? false,
    isTracked: daysFrom(today, legal) >= tracked.trackedFrom,
    isProven: settled?.hasEvidence ?? false,
    by: nameOf(record?.by),
    checkedBy: nameOf(record?.checkedBy),
  };
}

function peopleOf(items: readonly ReportedItem[]): Set<string> {
  const people = new Set<string>();
  for (const { entries } of items) {
    for (const { record } of entries.values()) {
      for (const id of [record?.by, record?.checkedBy]) if (id) people.add(id);
    }
  }
  return people;
}

/** A period month by month: the first and the last may be parts of one. */
function* monthsOf({ from, to }: Days): Generator<Days> {
  for (let first = from; Temporal.PlainDate.compare(first, to) <= 0; ) {
    const next = first.with({ day: 1 }).add({ months: 1 });
    const last = next.subtract({ days: 1 });
    yield { from: first, to: Temporal.PlainDate.compare(last, to) < 0 ? last : to };
    first = next;
  }
}
