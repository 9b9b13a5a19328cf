import { isBefore } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import { type MonthReport, reportDays, reportMonth } from '@anupalan/domain/reports/month-report';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { readActNames } from '../acts/queries.ts';
import { readItemsOf } from '../clients/queries.ts';
import { getCompany } from '../companies/queries.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import { readReportedDuties } from '../events/queries-report.ts';
import { seesDay } from '../tracker/scope.ts';
import { type DayOfItem, readDayEntries } from './queries-entries.ts';
import { readNames, readPreparer } from './queries-people.ts';
import { reportDuty } from './report-duty.ts';
import type { ReportedItem } from './reported-item.ts';

/** A month of a company, with all that its report is written of. */
export interface ReportOfCompany {
  readonly company: Awaited<ReturnType<typeof getCompany>>;
  /** The first day of the month. */
  readonly first: Temporal.PlainDate;
  readonly today: Temporal.PlainDate;
  readonly preparer: Awaited<ReturnType<typeof readPreparer>>;
  readonly report: MonthReport<ReportedItem>;
  readonly actNames: ReadonlyMap<string, string>;
  readonly names: Awaited<ReturnType<typeof readNames>>;
}

interface Wanted {
  readonly session: Session;
  readonly catalogue: CatalogueOfVersion;
  readonly today: Temporal.PlainDate;
  readonly first: Temporal.PlainDate;
}

/**
 * The report of a month, of what its reader sees in `GET /compliance/data` (R-reports-2, R-reports-5): by ten
 * statements, whatever the company has.
 * @throws AppError not-found where there is no company
 */
export async function readReport({ db, pool }: Database, wanted: Wanted): Promise<ReportOfCompany> {
  const { session, today, first } = wanted;
  const days = reportDays(first, today);
  const withNotes = can(actorOf(session), 'status-history.read');
  const reading = readItems(pool, wanted, { from: days.since, to: days.nextLast });
  const [company, items, entries, duties, preparer, actNames] = await Promise.all([
    getCompany(db, session.workspaceId),
    reading,
    reading.then((read) =>
      readDayEntries(pool, session.workspaceId, { days, withNotes, moved: listMovedIn(read, first) }),
    ),
    readReportedDuties(db, session, days),
    readPreparer(db, session.userId),
    readActNames(db),
  ]);
  const reported = items.map(
    ({ item, schedule, tracked }): ReportedItem => ({
      due: item,
      actId: item.actId,
      schedule,
      tracked,
      entries: entries.get(item.id) ?? new Map(),
    }),
  );
  reported.push(...duties.map((duty) => reportDuty(duty, { today, withNotes })));
  const sees = (day: Temporal.PlainDate) => seesDay(session, `${day}`);
  const report = reportMonth(reported, { days, today, sees });
  return { company, first, today, preparer, report, actNames, names: await readNames(db, session, peopleOf(report)) };
}

/** The items that the reader has in the company. */
async function readItems(
  pool: Database['pool'],
  { session, catalogue, today }: Wanted,
  days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
) {
  for await (const [, , items] of readItemsOf(pool, [session], { session, catalogue, today }, days)) return items;
  return [];
}

/** The occurrences from before a month that fall due in it, or later. */
function listMovedIn(items: Awaited<ReturnType<typeof readItems>>, first: Temporal.PlainDate): DayOfItem[] {
  return items.flatMap(({ item, schedule }) =>
    [...(schedule.moved ?? [])]
      .filter(([day, legal]) => day < first.toString() && !isBefore(legal, first))
      .map(([day]) => ({ item: item.id, day })),
  );
}

/** Who recorded and checked what the report tells of. */
function peopleOf({ due }: MonthReport<ReportedItem>): Set<string> {
  const people = new Set<string>();
  for (const { lines } of due) {
    for (const { item, day } of lines) {
      const { by, checkedBy } = item.entries.get(`${day}`)?.record ?? {};
      if (by) people.add(by);
      if (checkedBy) people.add(checkedBy);
    }
  }
  return people;
}
