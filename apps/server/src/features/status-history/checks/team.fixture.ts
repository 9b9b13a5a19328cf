import type { StatusEntry } from '@anupalan/contract/status-history';
import type { MemberRole } from '@anupalan/domain/members';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../../test/people.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../../test/tracked.ts';

export const DAY = '2026-12-15';

type Name = 'owner' | 'manager' | 'checker' | 'member' | 'viewer';

export let world: TrackedWorld;
/** The people of a company of five, whose first item has a checker. */
export let team: Record<Name, Person>;
export let company: string;

const ROLES: Readonly<Record<Exclude<Name, 'owner'>, Exclude<MemberRole, 'owner'>>> = {
  manager: 'manager',
  checker: 'member',
  member: 'member',
  viewer: 'viewer',
};

/** Gives every test of a file a company of its own. */
export function beginWithTeam(): void {
  beforeAll(async () => {
    world = await startTrackedWorld();
  });

  beforeEach(async () => {
    const { services } = world.server;
    const owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
    const addMember = async (name: Exclude<Name, 'owner'>): Promise<Person> => {
      const person = await addPerson(services);
      await join(services, person, owner, { role: ROLES[name] });
      return { ...person, workspaceId: owner.workspaceId };
    };
    team = {
      owner,
      manager: await addMember('manager'),
      checker: await addMember('checker'),
      member: await addMember('member'),
      viewer: await addMember('viewer'),
    };
    company = await companyOf(services, owner);
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
  });

  afterAll(() => world.server.close());
}

export function call(
  person: Pick<Person, 'token'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) {
  const headers = { 'x-company': company };
  return world.server.call({ method, url: `/api${path}`, token: person.token, headers, ...(payload && { payload }) });
}

export async function assign(person: Person, change: object): Promise<void> {
  const response = await call(person, 'PUT', '/assignments', change);
  expect([response.statusCode, response.json().message]).toEqual([200, 'Assignments saved']);
}

export const send = (person: Person, body: object = {}, item = world.items.one) =>
  call(person, 'PATCH', `/compliance/data/${item}/status`, {
    userId: person.userId,
    status: 'done',
    forDate: DAY,
    note: 'Filed',
    ...body,
  });

/** Records, and answers the day's entry. */
export async function record(person: Person, body: Readonly<Record<string, string>> = {}, item = world.items.one) {
  const response = await send(person, body, item);
  expect(response.statusCode).toBe(200);
  const { statusHistory }: { statusHistory: StatusEntry[] } = response.json().data;
  const entry = statusHistory.find(({ date }) => date.startsWith(body.forDate ?? DAY));
  if (!entry) throw new Error('There is no entry');
  return entry;
}

/** Records what waits, and answers the id of its record. */
export async function recordWaiting(person: Person, body: Readonly<Record<string, string>> = {}): Promise<string> {
  const { waiting } = await record(person, body);
  if (!waiting) throw new Error('Nothing waits');
  return waiting._id;
}

export const approve = (person: Pick<Person, 'token'>, id: string, body: object = {}) =>
  call(person, 'POST', `/checks/${id}/approve`, body);

export const giveBack = (person: Person, id: string, reason = 'Wrong month') =>
  call(person, 'POST', `/checks/${id}/return`, { reason });

export async function readEntry(person: Person = team.owner): Promise<StatusEntry | undefined> {
  const { data } = (await call(person, 'GET', '/compliance/data')).json();
  return data.find(({ _id }: { _id: string }) => _id === world.items.one).statusHistory[0];
}

/** The ids of what waits for a person's check. */
export async function queueOf(person: Pick<Person, 'token'>): Promise<string[]> {
  const { data } = (await call(person, 'GET', '/checks')).json();
  return data.map(({ _id }: { _id: string }) => _id);
}

export async function membershipOf({ userId }: Person): Promise<string> {
  const { rows } = await world.server.owner.query(
    'select id from memberships where workspace_id = $1 and user_id = $2',
    [team.owner.workspaceId, userId],
  );
  return rows[0].id;
}

export const changeRole = (person: Person, role: MemberRole) =>
  world.server.owner.query('update memberships set role = $1 where workspace_id = $2 and user_id = $3', [
    role,
    team.owner.workspaceId,
    person.userId,
  ]);

export const leave = (person: Person) =>
  world.server.owner.query('delete from memberships where workspace_id = $1 and user_id = $2', [
    team.owner.workspaceId,
    person.userId,
  ]);

export const beAway = (person: Person, from = '2026-11-01', to = '2026-11-30') =>
  call(person, 'PUT', '/users/profile/away', { from, to });

/** What belongs to a record beside its own words. */
export type Dated = 'payment-dates' | 'submission-dates';

/** Adds a payment or a submission of the item. @returns its id */
export async function addDated(
  person: Person,
  kind: Dated,
  date = '2026-12-10',
  item = world.items.one,
): Promise<string> {
  const form = { userId: person.userId, date, amount: 5_000, description: 'Challan' };
  const response = await call(person, 'POST', `/compliance/data/${item}/${kind}`, form);
  expect(response.statusCode, response.body).toBe(201);
  const { paymentDates, submissionDates } = response.json().data;
  const all: { _id: string }[] = kind === 'payment-dates' ? paymentDates : submissionDates;
  // Those of one moment have ids that grow.
  return (
    all
      .map(({ _id }) => _id)
      .toSorted()
      .at(-1) ?? ''
  );
}

export const removeDated = (person: Pick<Person, 'token'>, kind: Dated, id: string, query = '') =>
  call(person, 'DELETE', `/compliance/data/${world.items.one}/${kind}/${id}${query}`);

/** Records with a payment, and has it approved. @returns the ids of the payment and the record */
export async function approveWith(
  kind: Dated = 'payment-dates',
  date?: string,
): Promise<{ thing: string; id: string }> {
  const thing = await addDated(team.member, kind, date);
  const id = await recordWaiting(team.member);
  expect((await approve(team.checker, id)).statusCode).toBe(200);
  return { thing, id };
}
