import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import type { Check } from '@anupalan/contract/people/checks';
import type { MemberRole } from '@anupalan/domain/members';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { dutyOf, type EventWorld, JOINS, type Method, startEventWorld } from './event-world.fixture.ts';

export let world: EventWorld;
export let team: Record<'owner' | 'manager' | 'checker' | 'member', Person>;
let company: string;
/** Somebody joined, and one of the duties that it opened. */
export let event: CompanyEvent;
export let duty: EventDuty;

/** Begins each test with a new company, where whatever its people say of a duty waits for the checker. */
export function beginWithCheckers(): void {
  beforeAll(async () => {
    world = await startEventWorld();
  });

  beforeEach(async () => {
    const owner = await world.addOffice();
    const add = async (role: Exclude<MemberRole, 'owner'>) => {
      const person = await addPerson(world.server.services);
      await join(world.server.services, person, owner, { role });
      return { ...person, workspaceId: owner.workspaceId };
    };
    team = { owner, manager: await add('manager'), checker: await add('member'), member: await add('member') };
    company = await companyOf(world.server.services, owner);
    await assign({ scope: 'company', checker: team.checker.userId });
    event = await world.record(owner, JOINS);
    duty = dutyOf(event, 'join-epf-return');
  });

  afterAll(() => world.server.close());
}

export function call(who: Pick<Person, 'token'>, method: Method | 'PUT', path: string, payload?: object) {
  const headers = { 'x-company': company };
  return world.server.call({ method, url: `/api${path}`, token: who.token, headers, ...(payload && { payload }) });
}

export async function assign(change: object, who = team.owner): Promise<void> {
  const response = await call(who, 'PUT', '/assignments', change);
  expect(response.statusCode, response.body).toBe(200);
}

export const pathOf = (of = duty, at = event) => `/events/${at._id}/duties/${of._id}`;
export const say = (who: Person, body: object = { status: 'done', note: 'Filed' }, path = pathOf()) =>
  call(who, 'PATCH', `${path}/status`, body);
export const approve = (who: Person, id: string, note = '') => call(who, 'POST', `/checks/${id}/approve`, { note });
export const giveBack = (who: Person, id: string) =>
  call(who, 'POST', `/checks/${id}/return`, { reason: 'Wrong month' });
export const takeBack = (who: Person, id: string, path = pathOf()) =>
  call(who, 'POST', `${path}/records/${id}/take-back`);

export async function record(who: Person, body?: object, path?: string): Promise<EventDuty> {
  const response = await say(who, body, path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

export async function wait(who: Person, body?: object, path?: string): Promise<string> {
  const { waiting } = await record(who, body, path);
  if (!waiting) throw new Error('Nothing waits');
  return waiting._id;
}

export async function readDuty(who = team.owner): Promise<EventDuty> {
  return dutyOf((await call(who, 'GET', `/events/${event._id}`)).json().data, duty.key);
}

export async function queueOf(who: Person): Promise<Check[]> {
  return (await call(who, 'GET', '/checks')).json().data;
}

export const newsOf = async (who: Person): Promise<object[]> => (await call(who, 'GET', '/notifications')).json().data;

/** A complaint that the member recorded, with the address of its first duty. */
export async function complain(named: readonly Person[]): Promise<{ path: string; complaint: CompanyEvent }> {
  const form = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-1', happenedAt: '2026-11-02' };
  const response = await call(team.member, 'POST', '/events', { ...form, named: named.map(({ userId }) => userId) });
  expect(response.statusCode, response.body).toBe(201);
  const complaint: CompanyEvent = response.json().data;
  const [first] = complaint.duties;
  if (!first) throw new Error('It opens duties');
  return { path: pathOf(first, complaint), complaint };
}
