import { State } from '@anupalan/contract/wire/primitives';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { readableExceptions, type ScheduleException } from '@anupalan/domain/due-days/exceptions';
import { type Extension, listPossible, sortExtensions } from '@anupalan/domain/due-days/extensions';
import {
  type CompanyDay,
  legalDaysOf,
  listMovedDays,
  type MovedDay,
  type Moves,
  type MovingRules,
  nominalDayOf,
} from '@anupalan/domain/due-days/moved-days';
import type { Schedule } from '@anupalan/domain/occurrence';
import { readableFrequency } from '@anupalan/domain/recurrence';
import { z } from 'zod';
import type { Days } from './choose-days.ts';

/** When an item falls due, and what moves its days for everybody. */
export interface ItemDays {
  readonly schedule: Schedule;
  readonly rules: MovingRules;
  readonly extensions: readonly Extension[];
}

/** The columns of an item by which its days go. */
export interface DaysColumns {
  readonly due_date: string | null;
  readonly frequency: Schedule['frequency'];
  readonly due_date_description: string;
  readonly exceptions: readonly ScheduleException[];
  readonly holiday_rule: MovingRules['holidayRule'];
  readonly basis: MovingRules['basis'];
  readonly latest_after: number | null;
}

/** The days of an item by its row; what no call writes of them counts for nothing. */
export function itemDaysOf(row: DaysColumns, extensions: readonly Extension[] = []): ItemDays {
  const first = row.due_date === null ? null : storedDay(row.due_date);
  const frequency = readableFrequency(row.frequency);
  const exceptions = readableExceptions(row.exceptions);
  const { basis } = row;
  return {
    schedule: { first, frequency },
    rules: {
      exceptions,
      exceptionSource: row.due_date_description || SCHEDULE,
      holidayRule: row.holiday_rule,
      basis,
      latestAfter: row.latest_after,
    },
    extensions,
  };
}

const SCHEDULE = 'The schedule';

/** What a company has of its own about days. */
export interface CompanyDays {
  readonly companyDays: ReadonlyMap<string, readonly CompanyDay[]>;
  /** The extensions whose condition it says that it meets. */
  readonly met: ReadonlySet<string>;
}

/** An item's days in a company: those that are moved, within some days, and the extensions that might move some. */
export interface DaysInCompany {
  readonly moved: readonly MovedDay[];
  readonly possible: readonly Extension[];
}

const STILL: DaysInCompany = { moved: [], possible: [] };

/** What exceptions and holidays alone move is the same for all companies. */
const shared = new WeakMap<ItemDays, Shared>();

interface Shared {
  /** The days for which all that is moved is known, more than anybody asked for so far. */
  readonly around: Ends;
  readonly moved: readonly Placed[];
  /** The days of the last answer, and what is moved within them: nearly every call asks for the same. */
  readonly within: Days;
  readonly days: DaysInCompany;
}

/** Days by their ends as ISO text. */
interface Ends {
  readonly from: string;
  readonly to: string;
}

/** The ends of days that are asked for, of which a call asks once for each of its items. */
const ends = new WeakMap<Days, Ends>();

function endsOf(days: Days): Ends {
  const known = ends.get(days) ?? { from: `${days.from}`, to: `${days.to}` };
  ends.set(days, known);
  return known;
}

/** A moved day with its days as ISO text, which are compared a hundred times as fast. */
interface Placed {
  readonly moved: MovedDay;
  readonly days: readonly string[];
}

/** Years for which moved days are computed beyond those that are asked for: months and years are looked at in turn. */
const YEARS_AROUND = 2;

/** The moved days of an item in a company within some days (R-due-dates-20). Most items have none, at no cost. */
export function daysInCompany(
  { id, days: item }: { readonly id: string; readonly days: ItemDays },
  { companyDays, met }: CompanyDays,
  reach: CompanyReach | null,
  within: Days,
): DaysInCompany {
  const own = companyDays.get(id);
  const { schedule, rules, extensions } = item;
  if (own === undefined && extensions.length === 0) {
    return rules.exceptions.length === 0 && rules.holidayRule === null ? STILL : daysForAll(item, within);
  }
  const { held, open } = sortExtensions(extensions, reach, met);
  const moves = toMoves(rules, { extensions: held, companyDays: own ?? [] });
  return { moved: listMovedDays(schedule, moves, within), possible: listPossible(open, moves) };
}

/** The days of an item as a company has them that moves none itself. */
function daysForAll(item: ItemDays, within: Days): DaysInCompany {
  const known = shared.get(item);
  if (known?.within === within) return known.days;
  const asked = endsOf(within);
  const { around, moved } = known && contains(known.around, asked) ? known : moveAround(item, within);
  const found = pickWithin(moved, asked);
  const days = known && isSame(known.days.moved, found) ? known.days : { moved: found, possible: [] };
  shared.set(item, { around, moved, within, days });
  return days;
}

function moveAround({ schedule, rules }: ItemDays, { from, to }: Days): Pick<Shared, 'around' | 'moved'> {
  const around = { from: from.subtract({ years: YEARS_AROUND }), to: to.add({ years: YEARS_AROUND }) };
  const moved = listMovedDays(schedule, toMoves(rules), around);
  return { around: endsOf(around), moved: moved.map((one) => ({ moved: one, days: [`${one.day}`, `${one.legal}`] })) };
}

function pickWithin(placed: readonly Placed[], { from, to }: Ends): MovedDay[] {
  return placed.filter(({ days }) => days.some((day) => from <= day && day <= to)).map(({ moved }) => moved);
}

/** Whether the same days are moved as before, so that what was made of them may be used again. */
function isSame(one: readonly MovedDay[], other: readonly MovedDay[]): boolean {
  return one.length === other.length && one.every((moved, at) => moved === other[at]);
}

function contains(outer: Ends, inner: Ends): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

function toMoves(rules: MovingRules, more: Partial<Pick<Moves, 'extensions' | 'companyDays'>> = {}): Moves {
  return { ...rules, extensions: [], companyDays: [], ...more };
}

/** The days of one item as a company has them. */
export class ViewedDays {
  readonly item: ItemDays;
  readonly #id: string;
  readonly #own: CompanyDays;
  readonly #reach: CompanyReach | null;

  constructor(id: string, { item, own }: { item: ItemDays; own: CompanyDays }, reach: CompanyReach | null) {
    this.item = item;
    this.#id = id;
    this.#own = own;
    this.#reach = reach;
  }

  /** Moved days and possible extensions with a day within some days. */
  within(days: Days): DaysInCompany {
    return daysInCompany({ id: this.#id, days: this.item }, this.#own, this.#reach, days);
  }

  /** The nominal day under which something said of a day is recorded (R-due-dates-26); both ISO. */
  nominalDayOf(iso: string): string {
    const day = Temporal.PlainDate.from(iso.slice(0, 10));
    const { moved } = this.within({ from: day, to: day });
    return moved.length === 0 ? iso : toIsoMidnight(nominalDayOf(day, this.item.schedule, moved));
  }
}

/** An item's schedule in a company, with the legal days of what is moved. */
export function scheduleInCompany({ schedule }: ItemDays, { moved }: Pick<DaysInCompany, 'moved'>): Schedule {
  const legalDays = legalDaysOf(moved);
  return legalDays ? { ...schedule, moved: legalDays } : schedule;
}

const Day = z.string().transform(storedDay);

/** An extension as {@link EXTENSION} reads it. */
export const ExtensionRow = z
  .object({
    id: z.string(),
    day: Day,
    newDay: Day,
    states: z.array(State.exclude(['-'])),
    condition: z.string().nullable(),
    authority: z.string(),
    link: z.string(),
  })
  .transform(({ authority, link, ...extension }): Extension => ({ ...extension, source: `${authority} (${link})` }));

/** A row of `extensions` as JSON, in SQL; who names the table calls it `extension`. */
export const EXTENSION = `json_build_object(
  'id', extension.id, 'day', extension.day, 'newDay', extension.new_day, 'states', extension.states,
  'condition', extension.condition, 'authority', extension.authority, 'link', extension.link)`;

const CompanyDayRow = z.object({ item: z.string(), day: Day, company: Day });

/** What a workspace has about days as {@link companyDaysOf} reads it. */
export const CompanyDaysRow = z.object({
  company_days: z.array(CompanyDayRow).nullable(),
  met: z.array(z.string()).nullable(),
});
export type CompanyDaysRow = z.input<typeof CompanyDaysRow>;

/** What a workspace has about days, as columns; `workspace` is SQL. */
export function companyDaysOf(workspace: string): string {
  return `
    (select json_agg(json_build_object('item', compliance_item_id, 'day', day, 'company', company_day))
     from company_days where workspace_id = ${workspace}) as company_days,
    (select json_agg(extension_id) from met_extensions where workspace_id = ${workspace}) as met`;
}

export function presentCompanyDays(row: CompanyDaysRow): CompanyDays {
  // Hardly any company has any.
  if (row.company_days === null && row.met === null) return NOTHING_OWN;
  return indexCompanyDays(CompanyDaysRow.parse(row));
}

export function indexCompanyDays({ company_days, met }: z.output<typeof CompanyDaysRow>): CompanyDays {
  const companyDays = Map.groupBy(company_days ?? [], ({ item }) => item);
  return { companyDays, met: new Set(met) };
}

/** What a company has that said nothing about days. */
export const NOTHING_OWN: CompanyDays = { companyDays: new Map(), met: new Set() };
