import {
  add,
  type Day,
  dayIn,
  type Kind,
  listOpen,
  type ModelCompany,
  type ModelPerson,
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

function wants(person: ModelPerson, company: ModelCompany, kind: Kind): boolean {
  return person.kinds[kind] ?? company.usual?.kinds[kind] ?? true;
}

/** The companies in which somebody is told anything. */
function companiesOf(world: ModelWorld, person: ModelPerson): ModelCompany[] {
  const isTold = ({ roles, isFrozen }: ModelCompany) =>
    !isFrozen && roles.has(person.id) && roles.get(person.id) !== 'viewer';
  return world.companies.filter(isTold);
}

export function hourOf(world: ModelWorld, person: ModelPerson): number | null {
  const companies = companiesOf(world, person);
  if (companies.length === 0) return null;
  return person.hour ?? Math.min(...companies.map(({ usual }) => usual?.hour ?? 8));
}

interface Found {
  readonly label: string;
  readonly isTold: boolean;
  readonly company: string;
  readonly title: string;
  readonly day: Day;
}

/** Lines as a mail has them: several days of one title under one label are one line, the told day first. */
function group(found: readonly Found[]): Line[] {
  const groups = Map.groupBy(found, ({ label, company, title }) => `${label} | ${company} | ${title}`);
  return [...groups].map(([name, all]) => {
    const [first] = all.toSorted(
      (one, other) => Number(other.isTold) - Number(one.isTold) || (one.day < other.day ? -1 : 1),
    );
    return `${name} | ${first?.day} | ${all.length - 1}`;
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
      const told = duty.isDone ? null : tellDuty(duty.day, duty.at, now);
      if (!told) continue;
      const [label, isTold] = told;
      const isNamed = duty.named !== null;
      const title = isNamed ? 'Restricted record: something is due' : duty.title;
      const found = { label, isTold, company: company.id, title, day: duty.day };
      if (isNamed) {
        if (duty.named?.includes(person.id)) sort(found, person.id);
        continue;
      }
      const worker = workOf(world, company, { id: 'no item', act: duty.act }, today);
      if (worker === person.id || (isTold && label !== 'COMING UP')) sort(found, worker);
    }
    if (!wants(person, company, 'digest')) continue;
    for (const { item, day, author, checker } of company.waiting) {
      const mayStandIn = ['owner', 'manager'].includes(company.roles.get(person.id) ?? '');
      const isGone =
        !company.roles.has(checker) || company.roles.get(checker) === 'viewer' || isAway(world, checker, today);
      const isMine = author !== person.id && (checker === person.id || (mayStandIn && isGone));
      if (isMine) waiting.push(`FOR YOUR CHECK | ${company.id} | ${item.title} | ${day} | 0`);
    }
  }
  const isDigest = waiting.length > 0 || own.some(({ isTold }) => isTold);
  if (!isDigest && others.length === 0) return null;
  const withColleagues = group(others).map((line) => line.replace(/^[^|]+/, 'WITH YOUR COLLEAGUES '));
  if (!isDigest) return { kind: 'escalation', lines: withColleagues.sort() };
  return { kind: 'digest', lines: [...group(own), ...withColleagues, ...waiting].sort() };
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
    for (const { title, day, named, isDone } of company.duties) {
      if (isDone || day > end || day < add(today, -31) || (named && !named.includes(person.id))) continue;
      const shown = named ? 'Restricted record: something is due' : title;
      lines.push(`${day < today ? 'OVERDUE' : 'DUE THIS WEEK'} | ${company.id} | ${shown} | ${day} | 0`);
    }
    lines.push(...group(found));
    if (company.waiting.length > 0) lines.push(`${company.waiting.length} to check | ${company.id}`);
  }
  return lines.length > 0 ? lines.sort() : null;
}
