import {
  add,
  type Day,
  dayIn,
  type Kind,
  listOpen,
  type ModelCompany,
  type ModelDuty,
  type ModelPerson,
  type ModelWaiting,
  type ModelWorld,
  type Open,
  tell,
  tellDuty,
} from './digest-days.ts';

/** A line of a mail: its label, company, title, the day that it names, and how many more days of the same. */
export type Line = string;

const isAway = (world: ModelWorld, id: string, today: Day) => {
  const away = world.people.find((one) => one.id === id)?.away;
  return away ? away[0] <= today && today <= away[1] : false;
};

const ownerOf = ({ roles }: ModelCompany) => [...roles].find(([, role]) => role === 'owner')?.[0] ?? null;

/** Whose work something is on a day, with the person who stands for it. */
function workOf(world: ModelWorld, company: ModelCompany, of: { id: string; act: string }, today: Day) {
  const levels = [of.id, of.act, ''].map((key) => company.assigned.get(key));
  const first = (who: 'responsible' | 'deputy') => levels.find((level) => level?.[who])?.[who] ?? null;
  const responsible = first('responsible') ?? ownerOf(company);
  const deputy = first('deputy');
  if (responsible === null || !isAway(world, responsible, today)) return responsible;
  return deputy === null || isAway(world, deputy, today) ? responsible : deputy;
}

export function wants(person: ModelPerson, company: ModelCompany, kind: Kind): boolean {
  return person.kinds[kind] ?? company.usual?.kinds[kind] ?? true;
}

/** The companies in which somebody is told anything. */
function companiesOf(world: ModelWorld, person: ModelPerson): ModelCompany[] {
  const isTold = ({ roles, isFrozen }: ModelCompany) =>
    !isFrozen && roles.has(person.id) && roles.get(person.id) !== 'viewer';
  return world.companies.filter(isTold);
}

/** The hour of somebody's digest on the day of `now`; of who is told nothing null. */
export function hourOf(world: ModelWorld, person: ModelPerson, now: Temporal.Instant): number | null {
  const companies = companiesOf(world, person);
  if (companies.length === 0) return null;
  const usual = companies.map((company) => latest(company.usual?.hour ?? 8, company.usual?.hourSetAt, now));
  return latest(person.hour ?? Math.min(...usual), person.hourSetAt, now);
}

/** An hour, or on the day on which it was chosen the next full one, where that is later. */
function latest(hour: number, setAt: Temporal.Instant | null = null, now: Temporal.Instant): number {
  if (setAt === null || dayIn(setAt) !== dayIn(now)) return hour;
  return Math.max(hour, Math.min(22, setAt.toZonedDateTimeISO('Asia/Kolkata').hour + 1));
}

interface Found {
  readonly label: string;
  readonly isTold: boolean;
  readonly company: string;
  readonly title: string;
  readonly day: Day;
  /** Of a duty, which stands in a line of its own. */
  readonly duty?: string;
}

/** Lines as a mail has them: several days of one title under one label are one line, the told day first. */
function group(found: readonly Found[]): Line[] {
  const groups = Map.groupBy(found, ({ label, company, title, duty }) => `${label} | ${company} | ${title} | ${duty}`);
  return [...groups.values()].map((all) => {
    const [first] = all.toSorted(
      (one, other) => Number(other.isTold) - Number(one.isTold) || (one.day < other.day ? -1 : 1),
    );
    return `${first?.label} | ${first?.company} | ${first?.title} | ${first?.day} | ${all.length - 1}`;
  });
}

/** The digest of a person today, by its kind and lines; null when there is nothing. */
export function digestOf(
  world: ModelWorld,
  person: ModelPerson,
  now: Temporal.Instant,
): { kind: Kind; lines: Line[] } | null {
  const today = dayIn(now);
  const [own, others, waiting]: [Found[], Found[], Line[]] = [[], [], []];
  for (const company of companiesOf(world, person)) {
    const isOwner = company.roles.get(person.id) === 'owner';
    const sort = (found: Found, worker: string | null, isRestricted = false) => {
      if (worker === person.id) {
        if (wants(person, company, 'digest')) own.push(found);
      } else if (isOwner && !isRestricted && wants(person, company, 'escalation')) others.push(found);
    };
    for (const open of listOpen(world, company, today)) {
      const told = tell(open, today);
      if (!told) continue;
      const [label, isTold] = told;
      const worker = workOf(world, company, open.item, today);
      const onTheDayOrLate = open.by === today || open.legal === today || (open.by < today && open.legal < today);
      const isExpired = open.item.until !== null && open.item.until <= today;
      const isReminder = open.item.until !== null && label === 'EXPIRING' && !isUsual(open, today);
      const escalates = isTold && (isReminder ? isExpired : onTheDayOrLate);
      if (worker !== person.id && !escalates) continue;
      sort({ label, isTold, company: company.id, title: open.item.title, day: open.legal }, worker);
    }
    for (const duty of company.duties) {
      const told = isOpen(company, duty) ? tellDuty(duty.day, duty.at, now) : null;
      if (!told) continue;
      const [label, isTold] = told;
      const isNamed = duty.named !== null;
      const title = isNamed ? 'Restricted record: something is due' : duty.title;
      const found = { label, isTold, company: company.id, title, day: duty.day, duty: duty.id };
      if (isNamed) {
        if (duty.named?.includes(person.id)) sort(found, person.id);
        continue;
      }
      const worker = workOf(world, company, { id: 'no item', act: duty.act }, today);
      if (worker === person.id || (isTold && label !== 'COMING UP')) sort(found, worker);
    }
    if (!wants(person, company, 'digest')) continue;
    for (const record of company.waiting) {
      if (!mayCheck(world, company, { record, id: person.id, today })) continue;
      const [title, day] = nameOf(record);
      waiting.push(`FOR YOUR CHECK | ${company.id} | ${title} | ${day} | 0`);
    }
  }
  const isDigest = waiting.length > 0 || own.some(({ isTold }) => isTold);
  if (!isDigest && others.length === 0) return null;
  const withColleagues = group(others).map((line) => line.replace(/^[^|]+/, 'WITH YOUR COLLEAGUES '));
  if (!isDigest) return { kind: 'escalation', lines: withColleagues.sort() };
  return { kind: 'digest', lines: [...group(own), ...withColleagues, ...waiting].sort() };
}

/** Whether a duty is told of as something to do. */
function isOpen({ waiting }: ModelCompany, { id, isDone }: ModelDuty): boolean {
  return !isDone && !waiting.some(({ key }) => key === id);
}

/** What a line calls a record that waits, and its day; of a complaint nothing. */
function nameOf({ about, day }: ModelWaiting): [title: string, day: string] {
  if ('item' in about) return [about.item.title, day];
  return about.duty.named ? ['Restricted record', '-'] : [`${about.duty.title}, A. B.`, day];
}

/**
 * Whether a record waits for somebody: its checker, or an owner or manager while that one can't; of a complaint anybody
 * who sees it and didn't make the record, where none of these sees it.
 */
function mayCheck(
  world: ModelWorld,
  company: ModelCompany,
  { record, id, today }: { record: ModelWaiting; id: string; today: Day },
): boolean {
  const named = 'duty' in record.about ? record.about.duty.named : null;
  const isThere = (one: string) =>
    company.roles.has(one) && company.roles.get(one) !== 'viewer' && (named?.includes(one) ?? true);
  const isOut = !isThere(record.checker) || isAway(world, record.checker, today);
  const isFirst = (one: string) =>
    isThere(one) &&
    one !== record.author &&
    (one === record.checker || (isOut && ['owner', 'manager'].includes(company.roles.get(one) ?? '')));
  if (isFirst(id)) return true;
  return named !== null && isThere(id) && id !== record.author && !named.some(isFirst);
}

/** Whether a renewal is told of as any occurrence is, and not because of the registration's last day. */
function isUsual(open: Open, today: Day): boolean {
  return tell({ ...open, item: { ...open.item, until: null } }, today)?.[1] ?? false;
}

/** The summary that somebody gets on a Monday; null when there is nothing. */
export function weekOf(world: ModelWorld, person: ModelPerson, now: Temporal.Instant): Line[] | null {
  const today = dayIn(now);
  const end = add(today, 6);
  const lines: Line[] = [];
  for (const company of companiesOf(world, person)) {
    if (!['owner', 'manager'].includes(company.roles.get(person.id) ?? '')) continue;
    if (!wants(person, company, 'monday')) continue;
    const found: Found[] = [];
    for (const { item, legal, by } of listOpen(world, company, today)) {
      const isDue = [legal, by].some((day) => day >= today && day <= end);
      const line = { isTold: false, company: company.id, title: item.title, day: legal };
      if (legal < today && by < today) found.push({ ...line, label: 'OVERDUE' });
      else if (isDue) found.push({ ...line, label: 'DUE THIS WEEK' });
    }
    for (const duty of company.duties) {
      const { title, day, named } = duty;
      if (!isOpen(company, duty) || day > end || day < add(today, -31) || (named && !named.includes(person.id)))
        continue;
      const shown = named ? 'Restricted record: something is due' : title;
      lines.push(`${day < today ? 'OVERDUE' : 'DUE THIS WEEK'} | ${company.id} | ${shown} | ${day} | 0`);
    }
    lines.push(...group(found));
    const isForAll = ({ about }: ModelWaiting) => 'item' in about || about.duty.named === null;
    const toCheck = company.waiting.filter(isForAll).length;
    if (toCheck > 0) lines.push(`${toCheck} to check | ${company.id}`);
  }
  return lines.length > 0 ? lines.sort() : null;
}
