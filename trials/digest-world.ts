import { randomUUIDv7 } from 'node:crypto';
import { addAct, addItem } from '../apps/server/test/catalogue.ts';
import type { TestApp } from '../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../apps/server/test/people.ts';
import type { Kind, ModelCompany, ModelItem, ModelPerson, ModelWorld } from './digest-days.ts';

/** Numbers from 0 to 1 that are the same for the same seed. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A company of the database beside that of the model. */
export interface Place {
  readonly owner: Person;
  readonly model: ModelCompany;
}

export interface World {
  readonly server: TestApp;
  readonly model: ModelWorld;
  readonly places: Place[];
  readonly people: Map<string, Person>;
  readonly acts: string[];
  readonly chance: () => number;
}

const SINCE = '2026-02-10';

/** The catalogue: every frequency, with what moves days, who it is for, and when it tells. */
const CATALOGUE: readonly (Partial<ModelItem> & { readonly rhythm: string; readonly first: string })[] = [
  { rhythm: 'monthly', first: '2025-01-15', reminderDays: [7, 3, 1], exceptions: [{ of: '04-15', on: '04-30' }] },
  { rhythm: 'monthly', first: '2025-01-31', reminderDays: [30, 28, 1], movesOffHolidays: true },
  { rhythm: 'quarterly', first: '2025-01-31', reminderDays: [95, 7, 1], state: 'Kerala' },
  { rhythm: 'half-yearly', first: '2025-02-28', reminderDays: [30, 7], exceptions: [{ of: '02-28', on: '03-20' }] },
  { rhythm: 'yearly', first: '2025-08-15', reminderDays: [90, 30, 7], movesOffHolidays: true },
  { rhythm: '2-years', first: '2024-06-01', reminderDays: [365, 14], state: 'Goa' },
  { rhythm: 'weekly', first: '2026-01-02', reminderDays: [14, 2], least: 50 },
  { rhythm: 'daily', first: '2026-05-01', reminderDays: [7, 1], state: 'Karnataka' },
  { rhythm: 'once', first: '2026-07-25', reminderDays: [60, 10, 0], leavesDayToCompany: true },
  { rhythm: 'monthly', first: '2026-03-07', reminderDays: [3], since: '2026-06-20', leavesDayToCompany: true },
];

const EVERY: Readonly<Record<string, ModelItem['every']>> = {
  daily: { months: 0, days: 1 },
  weekly: { months: 0, days: 7 },
  monthly: { months: 1, days: 0 },
  quarterly: { months: 3, days: 0 },
  'half-yearly': { months: 6, days: 0 },
  yearly: { months: 12, days: 0 },
  '2-years': { months: 24, days: 0 },
  once: null,
};

/** Four companies and ten people, of whom one is in three companies with three roles. */
export async function makeWorld(server: TestApp, chance: () => number): Promise<World> {
  const acts = [await addAct(server.services, { name: 'One' }), await addAct(server.services, { name: 'Two' })];
  const model: ModelWorld = { items: [], extensions: [], companies: [], people: [] };
  const world: World = { server, model, places: [], people: new Map(), acts, chance };
  for (const [n, item] of CATALOGUE.entries()) await addToCatalogue(world, item, n);
  await addPlace(world, { states: ['Kerala'], employees: 20, plan: 'user' });
  await addPlace(world, { states: ['Goa', 'Kerala'], employees: 80, plan: 'premium' });
  await addPlace(world, { states: ['Karnataka'], employees: 60, plan: 'premium' });
  await addPlace(world, { states: ['Goa', 'Karnataka'], employees: 10, plan: 'user' });
  for (let n = 0; n < 6; n++) addToModel(world, await addPerson(server.services, { since: SINCE }));
  const [first, second, third] = [...world.people.values()].slice(4);
  for (const [n, place] of world.places.entries()) {
    for (const [at, person] of [...world.people.values()].slice(4).entries()) {
      if (person === first)
        await admit(world, place, person, (['member', 'manager', 'viewer', 'member'] as const)[n] ?? 'member');
      else if (at % world.places.length === n)
        await admit(world, place, person, person === third ? 'manager' : 'member');
    }
  }
  if (second) await admit(world, nth(world.places, 0), second, 'viewer').catch(() => {});
  for (const place of world.places) await addOwn(world, place);
  return world;
}

export function nth<T>(all: readonly T[], n: number): T {
  const one = all[n];
  if (one === undefined) throw new Error(`There are ${all.length} of them`);
  return one;
}

async function addToCatalogue(
  { server, model, acts }: World,
  item: (typeof CATALOGUE)[number],
  n: number,
): Promise<void> {
  const act = nth(acts, n % acts.length);
  const { rhythm, first, state = '-', least = 0, reminderDays = [7], exceptions = [], since = '2025-01-01' } = item;
  const { movesOffHolidays = false, leavesDayToCompany = false } = item;
  const title = `Obligation ${n}, ${rhythm}`;
  const id = await addItem(server.services, {
    ...{
      act_id: act,
      title,
      due_date: first,
      frequency: rhythm as 'monthly',
      state: state as '-',
      min_employees: least,
    },
    ...{ reminder_days: [...reminderDays], exceptions: JSON.stringify(exceptions), created_at: since, sr_no: n + 1 },
    ...{ holiday_rule: movesOffHolidays ? 'next-working-day' : null, basis: leavesDayToCompany ? 'company' : null },
  });
  const own = null;
  const every = EVERY[rhythm] ?? null;
  model.items.push({
    ...{ id, title, act, own, state, least, first, every, reminderDays, exceptions, since, until: null },
    ...{ movesOffHolidays, leavesDayToCompany },
  });
}

function addToModel({ model, people }: World, person: Person): ModelPerson {
  const nothing: Record<Kind, null> = { digest: null, monday: null, custom: null, escalation: null };
  const added = { id: person.userId, away: null, hour: null, hourSetAt: null, kinds: nothing, isReached: true };
  model.people.push(added);
  people.set(person.userId, person);
  return added;
}

async function addPlace(
  world: World,
  {
    states,
    employees,
    plan,
  }: { states: readonly ('Kerala' | 'Goa' | 'Karnataka')[]; employees: number; plan: 'user' | 'premium' },
): Promise<void> {
  const [state = 'Kerala', ...additionalStates] = states;
  const company = { employeeCount: employees, state, additionalStates };
  const owner = await addPerson(world.server.services, { role: plan, company, since: SINCE });
  addToModel(world, owner);
  const model: ModelCompany = {
    ...{ id: await companyOf(world.server.services, owner), employees, since: SINCE, usual: null, isFrozen: false },
    states: new Map(states.map((one) => [one, SINCE])),
    roles: new Map([[owner.userId, 'owner']]),
    ...{ holidays: new Set(), companyDays: new Map(), excluded: new Map(), assigned: new Map() },
    ...{ recorded: new Map(), waiting: [], duties: [], reminders: [] },
  };
  world.model.companies.push(model);
  world.places.push({ owner, model });
}

async function admit(
  { server }: World,
  { owner, model }: Place,
  person: Person,
  role: 'manager' | 'member' | 'viewer',
): Promise<void> {
  if (model.roles.has(person.userId)) return;
  await join(server.services, person, owner, { role, ...(role === 'viewer' && { until: '2028-01-01' }) });
  model.roles.set(person.userId, role);
}

/** A company's own obligation, which counts also where it fell due before it was written down, and a renewal. */
async function addOwn({ server, model }: World, { owner, model: company }: Place): Promise<void> {
  const act = await addAct(server.services, { name: 'Own', workspace_id: owner.workspaceId });
  const own = {
    ...{ act, own: company.id, state: '-', least: 0, exceptions: [], since: SINCE },
    movesOffHolidays: false,
  };
  const add = async (
    title: string,
    first: string,
    reminderDays: number[],
    registration: { id: string; until: string } | null,
  ) => {
    const id = await addItem(server.services, {
      ...{ act_id: act, workspace_id: owner.workspaceId, title, due_date: first, frequency: 'once', created_at: SINCE },
      ...{ reminder_days: reminderDays, registration_id: registration?.id ?? null },
    });
    const until = registration?.until ?? null;
    model.items.push({ ...own, id, title, first, every: null, reminderDays, until, leavesDayToCompany: false });
  };
  await add('Own audit', '2026-01-20', [7], null);
  const registration = { id: randomUUIDv7(), until: '2026-09-30' };
  await server.owner.query(
    `insert into registrations (workspace_id, id, kind, number, until_day) values ($1, $2, 'factory', 'F1', $3)`,
    [owner.workspaceId, registration.id, registration.until],
  );
  await add('Renew factory licence F1', '2026-08-01', [30, 15, 7], registration);
}
