/*
 * Who is told what on a day, once more: written from the words of docs/rules/digests.md and docs/rules/due-dates.md, simple
 * and slow, and without anything of the product. Days are compared as ISO text.
 */
export type Day = string;

export interface ModelItem {
  readonly id: string;
  readonly title: string;
  readonly act: string;
  /** The company whose own it is. */
  readonly own: string | null;
  readonly state: string;
  readonly least: number;
  readonly first: Day;
  readonly every: { readonly months: number; readonly days: number } | null;
  readonly reminderDays: readonly number[];
  readonly exceptions: readonly { readonly of: string; readonly on: string }[];
  readonly movesOffHolidays: boolean;
  readonly leavesDayToCompany: boolean;
  readonly since: Day;
  readonly until: Day | null;
}

export interface ModelCompany {
  readonly id: string;
  readonly states: Map<string, Day>;
  readonly employees: number;
  readonly since: Day;
  readonly holidays: Set<Day>;
  /** By item and nominal day. */
  readonly companyDays: Map<string, Day>;
  readonly excluded: Map<string, Day | null>;
  readonly roles: Map<string, 'owner' | 'manager' | 'member' | 'viewer'>;
  /** By item, by act, and '' for the company. */
  readonly assigned: Map<string, { responsible: string | null; deputy: string | null }>;
  /** What was recorded last, by item and nominal day. */
  readonly recorded: Map<string, string>;
  readonly waiting: ModelWaiting[];
  readonly duties: ModelDuty[];
  readonly reminders: ModelReminder[];
  usual: { hour: number; hourSetAt: Temporal.Instant; kinds: Record<Kind, boolean> } | null;
  isFrozen: boolean;
}

export interface ModelDuty {
  readonly id: string;
  readonly title: string;
  readonly act: string;
  readonly day: Day;
  readonly at: Temporal.Instant | null;
  /** Who sees it; null where everybody does. */
  readonly named: string[] | null;
  isDone: boolean;
}

/** A record of an occurrence or of a duty that waits for its check. */
export interface ModelWaiting {
  /** Of an occurrence its item and nominal day, of a duty its id. */
  readonly key: string;
  readonly about: { readonly item: ModelItem } | { readonly duty: ModelDuty };
  readonly day: Day;
  readonly author: string;
  checker: string;
}

/** What somebody wants to be reminded of at a moment. */
export interface ModelReminder {
  readonly item: ModelItem;
  readonly person: string;
  readonly at: Temporal.Instant;
  state: 'waiting' | 'queued' | 'over';
}

export type Kind = 'digest' | 'monday' | 'custom' | 'escalation';

export interface ModelPerson {
  readonly id: string;
  away: readonly [Day, Day] | null;
  hour: number | null;
  hourSetAt: Temporal.Instant | null;
  kinds: Record<Kind, boolean | null>;
  isReached: boolean;
}

export interface ModelWorld {
  readonly items: ModelItem[];
  readonly extensions: { item: string; day: Day; newDay: Day; states: readonly string[] }[];
  readonly companies: ModelCompany[];
  readonly people: ModelPerson[];
}

/** An occurrence that is open in a company, with its neighbours in the schedule. */
export interface Open {
  readonly item: ModelItem;
  readonly nominal: Day;
  readonly legal: Day;
  readonly by: Day;
  readonly safe: Day;
  readonly previous: Day | null;
  readonly next: Day | null;
}

const plain = (day: Day) => Temporal.PlainDate.from(day);
export const add = (day: Day, days: number): Day => plain(day).add({ days }).toString();
const between = (one: Day, other: Day) => plain(one).until(plain(other)).days;

/** The nominal day of the n-th occurrence. */
function nominalDay({ first, every }: ModelItem, n: number): Day | null {
  if (n < 0 || (every === null && n > 0)) return null;
  return every === null
    ? first
    : plain(first)
        .add({ months: every.months * n, days: every.days * n })
        .toString();
}

/** Sundays, second and fourth Saturdays, and the three national days. */
function isPublicHoliday(day: Day): boolean {
  const { dayOfWeek, day: date } = plain(day);
  const isSaturdayOff = dayOfWeek === 6 && [2, 4].includes(Math.ceil(date / 7));
  return dayOfWeek === 7 || isSaturdayOff || ['-01-26', '-08-15', '-10-02'].some((end) => day.endsWith(end));
}

function legalDay(world: ModelWorld, company: ModelCompany, item: ModelItem, nominal: Day): Day {
  let legal = nominal;
  const exception = item.exceptions.find(({ of }) => nominal.endsWith(`-${of}`));
  if (exception) legal = `${nominal.slice(0, 4)}-${exception.on}`;
  for (const { item: id, day, newDay, states } of world.extensions) {
    const isForUs = states.length === 0 || states.some((state) => company.states.has(state));
    if (id === item.id && day === nominal && isForUs && newDay > legal) legal = newDay;
  }
  while (item.movesOffHolidays && isPublicHoliday(legal)) legal = add(legal, 1);
  return legal;
}

/** The last working day on or before a day; every Saturday is free. */
function safeDay(company: ModelCompany, day: Day): Day {
  let safe = day;
  while (plain(safe).dayOfWeek === 6 || isPublicHoliday(safe) || company.holidays.has(safe)) safe = add(safe, -1);
  return safe;
}

export function isOfCompany(company: ModelCompany, item: ModelItem, today: Day): boolean {
  if (item.own !== null && item.own !== company.id) return false;
  const until = company.excluded.get(item.id);
  if (until === null || (until !== undefined && until >= today)) return false;
  if (item.own !== null) return true;
  return (item.state === '-' || company.states.has(item.state)) && company.employees >= item.least;
}

/** All that is open of a company around a day, and that it answers for. */
export function listOpen(world: ModelWorld, company: ModelCompany, today: Day): Open[] {
  const open: Open[] = [];
  for (const item of world.items) {
    if (!isOfCompany(company, item, today)) continue;
    const ofState = company.states.get(item.state) ?? '';
    const since = [company.since, item.since, ofState].sort().at(-1) ?? '';
    for (let n = 0; ; n++) {
      const nominal = nominalDay(item, n);
      if (nominal === null || nominal > add(today, 450)) break;
      if (nominal < plain(today).subtract({ years: 1 }).toString()) continue;
      const legal = legalDay(world, company, item, nominal);
      const key = `${item.id} ${nominal}`;
      if (['done', 'not-to-do', 'not-applicable'].includes(company.recorded.get(key) ?? '')) continue;
      if (company.waiting.some((one) => one.key === key)) continue;
      if (legal < today && legal < since && item.own === null) continue;
      const own = company.companyDays.get(key);
      const holds = own !== undefined && (own <= legal || item.leavesDayToCompany);
      const safe = safeDay(company, legal);
      const by = holds ? own : safe;
      open.push({ item, nominal, legal, by, safe, previous: nominalDay(item, n - 1), next: nominalDay(item, n + 1) });
    }
  }
  return open;
}

/** Under which label an occurrence is told of, and whether today is one of its days. */
export function tell(
  { item, nominal, legal, by, safe, previous, next }: Open,
  today: Day,
): [label: string, isTold: boolean] | null {
  const renewal = item.until !== null;
  const label = (usual: string) => (renewal ? 'EXPIRING' : usual);
  const told = ((): [string, boolean] | null => {
    if (by === today || legal === today) return [label('DUE TODAY'), true];
    if (by > today) {
      const ahead = between(today, by);
      const period = previous ? between(previous, nominal) : next ? between(nominal, next) : Number.POSITIVE_INFINITY;
      return item.reminderDays.includes(ahead) && ahead <= period ? [label('COMING UP'), true] : null;
    }
    if (legal > today) {
      const period = previous ? between(previous, nominal) : next ? between(nominal, next) : Number.POSITIVE_INFINITY;
      return safe <= today && between(today, legal) <= period ? [label('COMING UP'), true] : null;
    }
    const last = legal > by ? legal : by;
    const late = between(last, today);
    const period = next ? between(nominal, next) : previous ? between(previous, nominal) : Number.POSITIVE_INFINITY;
    if ([1, 7, 14].includes(late) && late <= period) return [label('OVERDUE'), true];
    return late <= 31 && !renewal ? [label('OVERDUE'), false] : null;
  })();
  if (told || item.until === null) return told;
  const left = between(today, item.until);
  if ([30, 7, 1, 0, -1, -7, -14].includes(left)) return ['EXPIRING', true];
  return legal < today && by < today && left >= -31 ? ['EXPIRING', false] : null;
}

/** The same of a duty of an event. */
export function tellDuty(due: Day, at: Temporal.Instant | null, now: Temporal.Instant): [string, boolean] | null {
  const today = dayIn(now);
  const days = between(today, due);
  const isOver = at !== null && Temporal.Instant.compare(at, now) <= 0;
  if (days === 0) return [isOver ? 'OVERDUE' : 'DUE TODAY', true];
  if (days > 0) return [7, 3, 1].includes(days) ? ['COMING UP', true] : null;
  return days >= -31 ? ['OVERDUE', [1, 7, 14].includes(-days)] : null;
}

/** The day in India at a moment. */
export function dayIn(now: Temporal.Instant): Day {
  return now.toZonedDateTimeISO('Asia/Kolkata').toPlainDate().toString();
}
