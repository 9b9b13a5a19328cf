import { type ApplicabilityRule, applies } from '@anupalan/domain/applicability';
import { storedDay } from '@anupalan/domain/calendar-day';
import type { MovedDay } from '@anupalan/domain/due-days/moved-days';
import type { Schedule } from '@anupalan/domain/occurrence';
import {
  type DatedOccurrenceDays,
  occurrencesOfWeek,
  occurrencesTold,
  safeDaysAhead,
  type ToldBy,
  type ToldOccurrence,
  tellingWindow,
} from '@anupalan/domain/telling/occurrences';
import { chasedFrom } from '@anupalan/domain/urgency';
import type { CatalogueOfVersion } from '../compliance-items/queries-edition.ts';
import { daysInCompany, type ItemDays, NOTHING_OWN, scheduleInCompany } from '../tracker/item-days.ts';
import { FOR_ITS_COMPANY } from '../tracker/judged-items.ts';
import type { ToldCompany } from './queries-companies.ts';

/** What is told of: of today, or of the week that begins with it. */
export type Occasion = 'day' | 'week';

type Occurrences = { readonly day: ToldOccurrence; readonly week: DatedOccurrenceDays };

/** An item as it is told of. */
export interface ToldItem {
  readonly id: string;
  readonly title: string;
  readonly actId: string;
  /** The name of its act, where it is the company's own. */
  readonly act: string | null;
  readonly until: Temporal.PlainDate | null;
}

/** An item that applies to a company, with the occurrences of which nobody yet asked whether they are settled. */
export interface OpenItem<On extends Occasion> {
  readonly item: ToldItem;
  readonly occurrences: readonly Moved<Occurrences[On]>[];
}

/** An occurrence with what moved it. */
export type Moved<Occurrence> = Occurrence & { readonly moved: MovedDay | undefined };

interface Source extends ToldItem {
  readonly rule: ApplicabilityRule;
  readonly since: string;
  readonly reminderDays: readonly number[];
  readonly days: ItemDays;
}

/**
 * The items of the catalogue on a day. What follows from a schedule is found once, for all companies in which nothing of
 * their own moves it, and most companies look at the few items alone that are told of that day.
 */
export class ItemsOfDay<On extends Occasion> {
  readonly version: string;
  readonly today: Temporal.PlainDate;
  readonly #on: On;
  readonly #window: ReturnType<typeof tellingWindow>;
  /** The items that are told of, as nearly all companies have them, and those that a company may have otherwise. */
  readonly #usual: { readonly item: Source; readonly occurrences: readonly Moved<Occurrences[On]>[] }[] = [];
  readonly #byId = new Map<string, Source>();
  readonly #extended: Source[] = [];
  readonly #bySafeDay = new Map<string, Source[]>();

  constructor({ version, items }: CatalogueOfVersion, today: Temporal.PlainDate, on: On) {
    this.version = version;
    this.today = today;
    this.#on = on;
    this.#window = tellingWindow(today);
    for (const item of items) {
      if (item.hasEnded) continue;
      const source: Source = { ...item, act: null, until: null };
      this.#byId.set(item.id, source);
      if (item.days.extensions.length > 0) {
        this.#extended.push(source);
        continue;
      }
      const usual = this.#find(source, null);
      if (usual.length > 0) this.#usual.push({ item: source, occurrences: usual });
      for (const day of this.#safeDays(source)) {
        this.#bySafeDay.set(day, [...(this.#bySafeDay.get(day) ?? []), source]);
      }
    }
  }

  /** The items of a company that may be told of today. */
  *of(company: ToldCompany): Generator<OpenItem<On>> {
    const otherwise = this.#otherwise(company);
    for (const { item, occurrences } of this.#usual) {
      if (!otherwise.has(item.id)) yield* this.#applying(company, item, () => occurrences);
    }
    for (const item of otherwise.values()) yield* this.#applying(company, item, () => this.#find(item, company));
    for (const own of company.ownItems) {
      const item: Source = { ...own, rule: { id: own.id, ...FOR_ITS_COMPANY } };
      yield* this.#applying(company, item, () => this.#find(item, company));
    }
  }

  /** The catalogue's items whose days may be others in a company: by its own days, its holidays, or an extension. */
  #otherwise({ tracked, holidays }: ToldCompany): ReadonlyMap<string, Source> {
    const items = new Map<string, Source>();
    for (const item of this.#extended) items.set(item.id, item);
    for (const id of tracked.days.companyDays.keys()) {
      const item = this.#byId.get(id);
      if (item) items.set(id, item);
    }
    for (const day of holidays) for (const item of this.#bySafeDay.get(day) ?? []) items.set(item.id, item);
    return items;
  }

  *#applying(
    { tracked, reach, trackedFrom }: ToldCompany,
    item: Source,
    find: () => readonly Moved<Occurrences[On]>[],
  ): Generator<OpenItem<On>> {
    const isOwn = item.act !== null;
    const excluded = tracked.exclusions.get(item.id);
    if (excluded && (excluded.until === null || this.today.toString() <= excluded.until)) return;
    if (!isOwn && applies(item.rule, reach).outcome !== 'applies') return;
    const since = storedDay(trackedFrom(item).slice(0, 10));
    const from = chasedFrom(this.today.until(since).days, isOwn);
    const occurrences = find().filter(({ legal }) => legal >= 0 || legal >= from);
    if (occurrences.length > 0) yield { item, occurrences };
  }

  /** The occurrences that may be told of, in a company or, without one, as the catalogue alone has them. */
  #find(item: Source, company: ToldCompany | null): Moved<Occurrences[On]>[] {
    const { moved, schedule, toldBy } = this.#daysOf(item, company);
    const found = OCCURRENCES[this.#on](schedule, toldBy, this.today);
    return found.map((one) => ({ ...one, moved: moved.find(({ day }) => day.equals(one.day)) }));
  }

  #daysOf(
    item: Source,
    company: ToldCompany | null,
  ): { moved: readonly MovedDay[]; schedule: Schedule; toldBy: ToldBy } {
    const days = daysInCompany(item, company?.tracked.days ?? NOTHING_OWN, company?.reach ?? null, this.#window);
    const own = days.moved.flatMap(({ day, company: its }) => (its ? [[day.toString(), its] as const] : []));
    const toldBy = {
      reminderDays: item.reminderDays,
      companyDays: own.length > 0 ? new Map(own) : undefined,
      holidays: company?.holidays,
      until: item.until ?? undefined,
    };
    return { moved: days.moved, schedule: scheduleInCompany(item.days, days), toldBy };
  }

  /** The safe days on which it depends what is told of an item today: where one is a company's holiday, it is another. */
  #safeDays(item: Source): Set<string> {
    const { schedule, toldBy } = this.#daysOf(item, null);
    return new Set(safeDaysAhead(schedule, toldBy, this.today));
  }
}

const OCCURRENCES: {
  readonly [On in Occasion]: (
    schedule: Schedule,
    toldBy: ToldBy,
    today: Temporal.PlainDate,
  ) => readonly Occurrences[On][];
} = { day: occurrencesTold, week: occurrencesOfWeek };
