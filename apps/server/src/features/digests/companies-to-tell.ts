import { type Assignment, assign } from '@anupalan/domain/assignments';
import { beginningOf, indianDayOf } from '@anupalan/domain/calendar-day';
import { can } from '@anupalan/domain/permissions';
import type { CompanyOfDay } from '@anupalan/domain/telling/digest';
import { daysLate, type Telling, tellDuty } from '@anupalan/domain/telling/tell';
import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import { readActNames } from '../acts/queries.ts';
import { CatalogueInMemory } from '../compliance-items/queries-edition.ts';
import { countWaiting } from '../status-history/checks/queries.ts';
import { readCatalogueVersion } from '../tracker/versions.ts';
import { ItemsOfDay, type Occasion, type OpenItem, type ToldItem } from './items-of-day.ts';
import { readToldCompanies, type ToldCompany } from './queries-companies.ts';
import { type DutyRow, keyOf, readDuties, readSettled, readWaiting, type WaitingRow } from './queries-open.ts';

/** An occurrence of an item, as a mail tells of it. */
export interface ItemLine<On extends Occasion = Occasion> {
  readonly kind: 'item';
  readonly workspaceId: WorkspaceId;
  readonly item: ToldItem;
  /** The name of its act. */
  readonly act: string;
  readonly occurrence: OpenItem<On>['occurrences'][number];
  readonly of: Assignment;
}

/** A duty of an event, as a mail tells of it. */
export interface DutyLine {
  readonly kind: 'duty';
  readonly duty: DutyRow;
  readonly of: Assignment | { readonly named: readonly string[] };
}

export type LineOfDay = (ItemLine<'day'> | DutyLine) & { readonly telling: Telling };
export type LineOfWeek = (ItemLine<'week'> | DutyLine) & { readonly isOverdue: boolean };

/** A company with what there is to tell of it today. */
export interface CompanyToday extends CompanyOfDay<LineOfDay, WaitingRow> {
  readonly company: ToldCompany;
}

/** A company with what there is to tell of it in the week. */
export interface CompanyOfWeek {
  readonly company: ToldCompany;
  readonly people: ToldCompany['people'];
  readonly lines: readonly LineOfWeek[];
  readonly waiting: number;
}

/** Days for which the catalogue's items are kept: that of today, and that of mail which is late. */
const DAYS_KEPT = 4;

/**
 * Reads what there is to tell of companies on a day, in a number of statements that doesn't depend on how many they are.
 * What follows from the catalogue and the day is found once. A company that can't be read is left out, and costs the others
 * nothing (R-digests-13).
 */
export class CompaniesToTell {
  readonly #database: Services['database'];
  readonly #log: Services['log'];
  readonly #days = new LRUCache<string, ItemsOfDay<'day'>>({ max: DAYS_KEPT });
  readonly #weeks = new LRUCache<string, ItemsOfDay<'week'>>({ max: DAYS_KEPT });

  constructor({ database, log }: Pick<Services, 'database' | 'log'>) {
    this.#database = database;
    this.#log = log;
  }

  /** What there is to tell today, by workspace; companies that are frozen, or can't be read, are missing. */
  ofDay(
    workspaceIds: readonly WorkspaceId[],
    today: Temporal.PlainDate,
    now: Temporal.Instant,
  ): Promise<Map<WorkspaceId, CompanyToday>> {
    return this.#each(workspaceIds, (some) => this.#ofDay(some, today, now));
  }

  /** What there is to tell of the week that begins today, by workspace; the same are missing. */
  ofWeek(workspaceIds: readonly WorkspaceId[], today: Temporal.PlainDate): Promise<Map<WorkspaceId, CompanyOfWeek>> {
    return this.#each(workspaceIds, (some) => this.#ofWeek(some, today));
  }

  async #each<T>(
    workspaceIds: readonly WorkspaceId[],
    read: (some: readonly WorkspaceId[]) => Promise<Map<WorkspaceId, T>>,
  ): Promise<Map<WorkspaceId, T>> {
    const found = new Map<WorkspaceId, T>();
    const companies = workspaceIds.map((workspaceId) => ({ workspaceId }));
    await eachCompany(
      companies,
      async (some) => {
        for (const one of await read(some.map(({ workspaceId }) => workspaceId))) found.set(...one);
      },
      { log: this.#log, doing: 'reading what is told of a company' },
    );
    return found;
  }

  async #ofDay(
    workspaceIds: readonly WorkspaceId[],
    today: Temporal.PlainDate,
    now: Temporal.Instant,
  ): Promise<Map<WorkspaceId, CompanyToday>> {
    const { pool } = this.#database;
    const [read, waiting, duties] = await Promise.all([
      this.#read(workspaceIds, today, this.#itemsOf(this.#days, today, 'day')),
      readWaiting(pool, workspaceIds),
      readDuties(pool, workspaceIds, today),
    ]);
    // The mail of a day that is over tells of its duties as they stood when it ended.
    const moment = today.equals(indianDayOf(now)) ? now : endOf(today);
    const days = read.map(({ company, items }): CompanyToday => {
      const ofItems = items.map((line) => ({ ...line, telling: line.occurrence.telling }));
      const ofDuties = dutiesOf(company, duties.get(company.workspaceId)).flatMap((line) => {
        const telling = tellDuty(line.duty.due, moment);
        return telling ? [{ ...line, telling }] : [];
      });
      return {
        company,
        people: company.people,
        lines: [...ofItems, ...ofDuties],
        waiting: (waiting.get(company.workspaceId) ?? []).map((row) => {
          return row.seenBy === null ? row : { ...row, seenBy: whoSees(company, row.seenBy) };
        }),
      };
    });
    return new Map(days.map((day) => [day.company.workspaceId, day]));
  }

  async #ofWeek(
    workspaceIds: readonly WorkspaceId[],
    today: Temporal.PlainDate,
  ): Promise<Map<WorkspaceId, CompanyOfWeek>> {
    const { pool } = this.#database;
    const [read, waiting, duties] = await Promise.all([
      this.#read(workspaceIds, today, this.#itemsOf(this.#weeks, today, 'week')),
      countWaiting(pool, workspaceIds),
      readDuties(pool, workspaceIds, today),
    ]);
    const weeks = read.map(({ company, items }): CompanyOfWeek => {
      const ofItems = items.map((line) => ({ ...line, isOverdue: daysLate(line.occurrence) > 0 }));
      const ofDuties = dutiesOf(company, duties.get(company.workspaceId)).flatMap((line) => {
        const days = today.until(line.duty.due.day).days;
        return days <= WEEK_AHEAD ? [{ ...line, isOverdue: days < 0 }] : [];
      });
      return {
        company,
        people: company.people,
        lines: [...ofItems, ...ofDuties],
        waiting: waiting.get(company.workspaceId) ?? 0,
      };
    });
    return new Map(weeks.map((week) => [week.company.workspaceId, week]));
  }

  /** The companies with what is open of their items. */
  async #read<On extends Occasion>(
    workspaceIds: readonly WorkspaceId[],
    today: Temporal.PlainDate,
    ofCatalogue: Promise<ItemsOfDay<On>>,
  ) {
    const { pool, db } = this.#database;
    const [companies, items, actNames] = await Promise.all([
      readToldCompanies(pool, workspaceIds, today),
      ofCatalogue,
      readActNames(db),
    ]);
    const found = companies.map((company) => ({ company, open: [...items.of(company)] }));
    const settled = await readSettled(
      pool,
      found.flatMap(({ company: { workspaceId }, open }) =>
        open.flatMap(({ item, occurrences }) => occurrences.map(({ iso }) => ({ workspaceId, itemId: item.id, iso }))),
      ),
    );
    return found.map(({ company, open }) => {
      const { workspaceId, linesOf } = company;
      const lines = open.flatMap(({ item, occurrences }) => {
        const left = occurrences.filter(({ iso }) => !settled.has(keyOf({ workspaceId, itemId: item.id, iso })));
        if (left.length === 0) return [];
        const of = assign(linesOf(item));
        const act = item.act ?? actNames.get(item.actId) ?? '';
        return left.map((occurrence): ItemLine<On> => ({ kind: 'item', workspaceId, item, act, occurrence, of }));
      });
      return { company, items: lines };
    });
  }

  async #itemsOf<On extends Occasion>(
    kept: LRUCache<string, ItemsOfDay<On>>,
    today: Temporal.PlainDate,
    on: On,
  ): Promise<ItemsOfDay<On>> {
    const { db } = this.#database;
    const catalogue = await CatalogueInMemory.of(db).ofVersion(await readCatalogueVersion(db));
    const key = `${catalogue.version} ${today}`;
    const made = kept.get(key) ?? new ItemsOfDay(catalogue, today, on);
    kept.set(key, made);
    return made;
  }
}

const WEEK_AHEAD = 6;

function endOf(day: Temporal.PlainDate): Temporal.Instant {
  return beginningOf(day.add({ days: 1 })).subtract({ seconds: 1 });
}

/** The duties of a company's events with whom they are for: those of a complaint for who sees it, and nobody else. */
function dutiesOf(company: ToldCompany, duties: readonly DutyRow[] = []): DutyLine[] {
  return duties.map((duty) => {
    const { restrictedTo, actId } = duty;
    const of = restrictedTo
      ? { named: whoSees(company, [restrictedTo.recordedBy, ...restrictedTo.named]) }
      : assign(company.linesOf({ id: '', actId: actId ?? '' }));
    return { kind: 'duty', duty, of };
  });
}

/** Who of the recorder of a restricted event and those named at it sees it still (R-events-20). */
function whoSees({ people, plan }: ToldCompany, [recordedBy = '', ...named]: readonly string[]): string[] {
  const seeing = people.filter(({ userId, role, platformRole }) => {
    const actor = { userId, role: platformRole, impersonating: false, member: role, plan };
    return can(actor, 'events.read-restricted', { recordedBy, named });
  });
  return seeing.map(({ userId }) => userId);
}
