import { setImmediate as letOthersRun } from 'node:timers/promises';
import { daysFrom, isBefore, laterOf, storedDay } from '@anupalan/domain/calendar-day';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import {
  addSummaries,
  type Recorded,
  type Summary,
  summarize,
  type TrackedItem,
} from '@anupalan/domain/company-summary';
import type { MovedDay } from '@anupalan/domain/due-days/moved-days';
import type { Schedule } from '@anupalan/domain/occurrence';
import { statusWindow } from '@anupalan/domain/occurrence';
import { nearestDayIn, type Period } from '@anupalan/domain/period';
import { can } from '@anupalan/domain/permissions';
import type { StateOrAll } from '@anupalan/domain/states';
import { LRUCache } from 'lru-cache';
import type { Belonging } from '../../identity/members/membership.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { showsItem, trackIn } from '../compliance-items/queries.ts';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import { readTrackedWorkspaces, type TrackedWorkspace } from '../compliance-items/queries-workspace.ts';
import { type DutyFigures, readDutyFigures, readRestrictedFigures } from '../events/queries-figures.ts';
import { countWaiting } from '../status-history/checks/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { daysInCompany, NOTHING_OWN, scheduleInCompany } from '../tracker/item-days.ts';
import { reachOf } from '../tracker/require-item.ts';
import { daysSeenBy, seesAct } from '../tracker/scope.ts';
import type { DueItem } from './due-item.ts';
import { DuesOfSchedules } from './dues-of-schedules.ts';
import type { OwnCompany } from './queries-companies.ts';
import { readOwnDueItems } from './queries-own-items.ts';
import { readSettled, type SettledOfCompany } from './queries-settled.ts';

/** Companies that are summed up before other calls have their turn. */
const AT_ONCE = 20;

/** Summaries that an instance keeps, of some 500 bytes each. */
const MOST_KEPT = 50_000;

/** What a list says of a company that doesn't stand in its name, role and plan. */
export interface CompanySummary extends Summary {
  readonly states: readonly StateOrAll[];
  readonly employeeCount: number;
  readonly waiting: number;
}

/** A summary that is kept, and the moment (ms) until which it holds if nobody does anything. */
interface Kept {
  readonly summary: CompanySummary;
  readonly until: number;
}

/** What decides about the items of somebody's companies on a day. */
export interface Reading {
  readonly session: Session;
  readonly catalogue: CatalogueOfVersion;
  readonly today: Temporal.PlainDate;
}

/** Duties of events may be due at a minute of the day. */
interface SummaryReading extends Reading {
  readonly now: Temporal.Instant;
}

/**
 * Sums up companies (R-clients-2). What follows from a schedule is computed once for all of them, and a company whose
 * summary was made before is not read again until its version, the catalogue's, or the day is another one, or a duty of
 * an event is late meanwhile. What the caller sees of complaints is read each time, where there are any.
 */
export class Summaries {
  readonly #database: Services['database'];
  readonly #log: Services['log'];
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_KEPT });

  constructor({ database, log }: Pick<Services, 'database' | 'log'>) {
    this.#database = database;
    this.#log = log;
  }

  /** The summaries of companies by their workspaces, and those that can't be read (R-clients-7). */
  async read(
    companies: readonly OwnCompany[],
    reading: SummaryReading,
  ): Promise<{ summaries: ReadonlyMap<WorkspaceId, CompanySummary>; unreadable: ReadonlySet<WorkspaceId> }> {
    const summaries = new Map<WorkspaceId, CompanySummary>();
    const missing: OwnCompany[] = [];
    for (const company of companies) {
      const kept = this.#kept.get(keyOf(company, reading));
      if (kept && reading.now.epochMilliseconds < kept.until) summaries.set(company.workspaceId, kept.summary);
      else missing.push(company);
    }
    const make = async (some: readonly OwnCompany[]) => {
      for await (const [company, kept] of this.#make(some, reading)) {
        this.#kept.set(keyOf(company, reading), kept);
        summaries.set(company.workspaceId, kept.summary);
      }
    };
    const restricted = new Map<WorkspaceId, DutyFigures>();
    const readRestricted = async (some: readonly OwnCompany[]) => {
      const found = await readRestrictedFigures(this.#database.pool, some, reading);
      for (const [workspaceId, figures] of found) restricted.set(workspaceId, figures);
    };
    const given = { log: this.#log, doing: 'summing up a company' };
    const left = await Promise.all([
      eachCompany(missing, make, given),
      eachCompany(
        companies.filter(({ hasRestricted }) => hasRestricted),
        readRestricted,
        given,
      ),
    ]);
    for (const [workspaceId, figures] of restricted) {
      const summary = summaries.get(workspaceId);
      if (summary) summaries.set(workspaceId, withDuties(summary, figures));
    }
    return { summaries, unreadable: new Set(left.flat().map(({ workspaceId }) => workspaceId)) };
  }

  async *#make(companies: readonly OwnCompany[], reading: SummaryReading): AsyncGenerator<[OwnCompany, Kept]> {
    if (companies.length === 0) return;
    const { pool } = this.#database;
    const [waiting, duties] = await Promise.all([
      countWaiting(
        pool,
        companies.map(({ workspaceId }) => workspaceId),
      ),
      readDutyFigures(pool, companies, reading),
    ]);
    const days = daysOfRows(companies, reading.today);
    for await (const [company, tracked, items] of readItemsOf(pool, companies, reading, days)) {
      const reach = tracked.company?.reach;
      const summary = {
        ...summarize(items.map(({ tracked: item }) => item)),
        states: reach?.states ?? [],
        employeeCount: reach?.employeeCount ?? 0,
        waiting: seesWaiting(reading.session, company) ? (waiting.get(company.workspaceId) ?? 0) : 0,
      };
      const ofDuties = duties.get(company.workspaceId);
      if (!ofDuties) yield [company, { summary, until: Number.POSITIVE_INFINITY }];
      // What waits of duties is among what waits of all.
      else yield [company, { summary: withDuties(summary, { ...ofDuties, waiting: 0 }), until: ofDuties.until }];
    }
  }
}

function withDuties(summary: CompanySummary, { waiting, ...duties }: DutyFigures): CompanySummary {
  return { ...summary, ...addSummaries(summary, duties), waiting: summary.waiting + waiting };
}

/** The days of everything that the rows of these companies look at: of a viewer's past period they lie further back. */
function daysOfRows(companies: readonly OwnCompany[], today: Temporal.PlainDate): Days {
  const usual = statusWindow(today);
  const all = companies.map((company) => statusWindow(nearestDayIn(daysSeenBy(company), today)));
  return {
    from: all.map(({ from }) => from).reduce((one, other) => (isBefore(other, one) ? other : one), usual.from),
    to: all.map(({ to }) => to).reduce(laterOf, usual.to),
  };
}

/** The order in which a summary is kept: everything that it follows from. */
function keyOf(company: OwnCompany, { session, catalogue, today }: Reading): string {
  const { workspaceId, version, plan, member } = company;
  // Administrators see every item, and not everybody may know what waits.
  const sees = `${session.role === 'admin'} ${seesWaiting(session, company)}`;
  return [workspaceId, version, catalogue.version, `${today}`, plan, sees, JSON.stringify(member.scope)].join(' ');
}

function seesWaiting(session: Session, company: OwnCompany): boolean {
  return can(actorOf({ ...session, ...company }), 'checks.list');
}

/** An item that a company has, with what decides about its occurrences. */
export interface ItemOfCompany {
  readonly item: DueItem;
  /** Its schedule with the legal days as they are for the company, around today and the days that were asked for. */
  readonly schedule: Schedule;
  /** Those of its days around the same that are moved, with what moved them. */
  readonly moved: readonly MovedDay[];
  readonly tracked: TrackedItem;
  /** Whether it applies today, and nobody says that it does not: so unless it was asked for by its id. */
  readonly isShown: boolean;
}

/**
 * The items that companies have, company by company, with what is settled of them within the days. The companies are
 * read by three statements, whatever their number. Ended items, and those that aren't shown, are left out unless they are
 * asked for.
 */
export async function* readItemsOf<Company extends Belonging>(
  pool: Services['database']['pool'],
  companies: readonly Company[],
  { session, catalogue, today, withEnded = false, also }: Wanted,
  days: Days,
): AsyncGenerator<[Company, TrackedWorkspace, ItemOfCompany[]]> {
  const ids = companies.map(({ workspaceId }) => workspaceId);
  const [workspaces, settled, own] = await Promise.all([
    readTrackedWorkspaces(pool, ids),
    readSettled(pool, ids, { today, days, also: movedInto(days, catalogue.items) }),
    readOwnDueItems(pool, ids),
  ]);
  const open = catalogue.items.filter(({ hasEnded }) => withEnded || !hasEnded);
  const dues = new DuesOfSchedules(today);
  const around = span(days, statusWindow(today));
  for (const [n, company] of companies.entries()) {
    if (n % AT_ONCE === AT_ONCE - 1) await letOthersRun();
    const workspace = workspaces.get(company.workspaceId);
    if (!workspace) continue;
    const view = { ...session, ...company };
    const reachRow = workspace.company?.reach ?? null;
    const isShown = showsItem(view, { ...workspace, company: reachRow }, today);
    const isRead = (item: DueItem) => seesAct(company, item.actId) && (also?.has(item.id) || isShown(item));
    const items = [...open, ...(own.get(company.workspaceId) ?? [])].filter(isRead);
    const reach = reachOf(view, reachRow);
    const within = daysSeenBy(company);
    const tracking = { workspace, reach, around, settled: settled.get(company.workspaceId), dues, within, today };
    yield [company, workspace, track(items, { ...tracking, isShown: also ? isShown : () => true })];
  }
}

interface Wanted extends Reading {
  readonly withEnded?: boolean;
  /** Items by their ids, shown or not. */
  readonly also?: ReadonlySet<string>;
}

/** The nominal days before or after some days of what falls due in them for anybody. */
function movedInto(days: Days, items: readonly DueItem[]): Temporal.PlainDate[] {
  const isOutside = (day: Temporal.PlainDate) => isBefore(day, days.from) || isBefore(days.to, day);
  const moved = items.flatMap((item) => daysInCompany(item, NOTHING_OWN, null, days).moved);
  return moved.map(({ day }) => day).filter(isOutside);
}

/** The days of both, and all between. */
function span(one: Days, other: Days): Days {
  const [from] = [one.from, other.from].sort(Temporal.PlainDate.compare);
  const [, to] = [one.to, other.to].sort(Temporal.PlainDate.compare);
  return { from: from ?? one.from, to: to ?? one.to };
}

interface Tracking {
  readonly workspace: TrackedWorkspace;
  readonly reach: CompanyReach | null;
  /** The days within which moved ones matter. */
  readonly around: Days;
  readonly settled: SettledOfCompany | undefined;
  readonly dues: DuesOfSchedules;
  /** The days that the caller sees of the company, where they don't see all. */
  readonly within: Period | undefined;
  readonly today: Temporal.PlainDate;
  readonly isShown: (item: DueItem) => boolean;
}

const NOTHING: ReadonlyMap<number, Recorded> = new Map();

function track(items: readonly DueItem[], tracking: Tracking): ItemOfCompany[] {
  const { workspace, reach, around, settled, dues, within, today, isShown } = tracking;
  const trackedFrom = trackIn(workspace);
  const numbers = new Map<string, number>();
  return items.map((item) => {
    const since = trackedFrom(item);
    const number = numbers.get(since) ?? daysFrom(today, storedDay(since));
    numbers.set(since, number);
    const days = daysInCompany(item, workspace.days, reach, around);
    const schedule = { ...scheduleInCompany(item.days, days), within };
    return {
      item,
      schedule,
      moved: days.moved,
      isShown: isShown(item),
      tracked: {
        dues: dues.of(schedule),
        trackedFrom: number,
        isOwn: item.act !== undefined,
        recorded: settled?.get(item.id) ?? NOTHING,
      },
    };
  });
}
