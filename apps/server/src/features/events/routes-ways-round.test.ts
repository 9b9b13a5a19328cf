import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import type { Check } from '@anupalan/contract/people/checks';
import type { MemberRole } from '@anupalan/domain/members';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { ACCIDENT, dutyOf, type EventWorld, JOINS, type Method, startEventWorld } from './event-world.fixture.ts';

let world: EventWorld;
let team: Record<'owner' | 'manager' | 'checker' | 'member', Person>;
let company: string;
let event: CompanyEvent;
let duty: EventDuty;

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

function call(who: Pick<Person, 'token'>, method: Method | 'PUT', path: string, payload?: object) {
  const headers = { 'x-company': company };
  return world.server.call({ method, url: `/api${path}`, token: who.token, headers, ...(payload && { payload }) });
}

async function assign(change: object, who = team.owner): Promise<void> {
  const response = await call(who, 'PUT', '/assignments', change);
  expect(response.statusCode, response.body).toBe(200);
}

const pathOf = (of = duty, at = event) => `/events/${at._id}/duties/${of._id}`;
const say = (who: Person, body: object = { status: 'done', note: 'Filed' }, path = pathOf()) =>
  call(who, 'PATCH', `${path}/status`, body);
const approve = (who: Person, id: string, note = '') => call(who, 'POST', `/checks/${id}/approve`, { note });

async function record(who: Person, body?: object, path?: string): Promise<EventDuty> {
  const response = await say(who, body, path);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function wait(who: Person, body?: object, path?: string): Promise<string> {
  const { waiting } = await record(who, body, path);
  if (!waiting) throw new Error('Nothing waits');
  return waiting._id;
}

async function readDuty(who = team.owner): Promise<EventDuty> {
  return dutyOf((await call(who, 'GET', `/events/${event._id}`)).json().data, duty.key);
}

async function queueOf(who: Person): Promise<Check[]> {
  return (await call(who, 'GET', '/checks')).json().data;
}

const newsOf = async (who: Person): Promise<object[]> => (await call(who, 'GET', '/notifications')).json().data;

async function complain(named: readonly Person[]): Promise<{ path: string; complaint: CompanyEvent }> {
  const form = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-1', happenedAt: '2026-11-02' };
  const response = await call(team.member, 'POST', '/events', { ...form, named: named.map(({ userId }) => userId) });
  expect(response.statusCode, response.body).toBe(201);
  const complaint: CompanyEvent = response.json().data;
  const [first] = complaint.duties;
  if (!first) throw new Error('It opens duties');
  return { path: pathOf(first, complaint), complaint };
}

test('is not got round by declining its duty, or by closing an event with an overdue one as a member', async () => {
  const accident = await world.record(team.owner, { ...ACCIDENT, happenedAt: '2026-11-01T10:00:00+05:30' });
  const path = pathOf(dutyOf(accident, 'accident-esi-report'), accident);
  const decide = (applies: boolean) => call(team.member, 'PATCH', path, { applies });
  expect((await decide(false)).statusCode).toBe(200);
  expect((await decide(true)).statusCode).toBe(200);
  expect(failureOf(await decide(false))).toEqual([
    409,
    'What is done with this duty is checked. Record "Not Applicable" instead',
  ]);
  const close = (who: Person) => call(who, 'PATCH', `/events/${accident._id}`, { closed: true });
  await wait(team.member, undefined, path);
  expect(failureOf(await close(team.member))).toEqual([
    403,
    'Duties of this event are overdue. Only a manager or the owner can close it',
  ]);
  expect((await close(team.manager)).statusCode).toBe(200);
  const toCome = await world.record(team.owner, { ...JOINS, happenedAt: '2026-12-10' });
  expect((await call(team.member, 'PATCH', `/events/${toCome._id}`, { closed: true })).statusCode).toBe(200);
});

test('needs evidence where its act or the company does, or the reason why there is none', async () => {
  await assign({ scope: 'act', ids: [duty.actId], evidenceRequired: true });
  const refused = await say(team.member, { status: 'done', noEvidenceReason: ' ' });
  const fault = 'Please say why there is no evidence';
  expect([refused.statusCode, refused.json().errors]).toEqual([400, { noEvidenceReason: fault }]);
  await record(team.member, { status: 'on-hold' });
  const id = await wait(team.member, { status: 'done', noEvidenceReason: 'Lost' });
  expect(await queueOf(team.checker)).toMatchObject([{ noEvidenceReason: 'Lost' }]);
  await approve(team.checker, id);
  expect((await readDuty()).statusHistory.at(-1)).toMatchObject({ status: 'done', noEvidenceReason: 'Lost' });
  await assign({ scope: 'company', checker: null });
  await record(team.member, { status: 'done', noEvidenceReason: 'Burnt' });
  expect((await readDuty()).statusHistory.at(-1)).toMatchObject({ noEvidenceReason: 'Burnt' });
});

test('among members only, another who is named checks it when the checker is gone or another was set', async () => {
  const witness = await addPerson(world.server.services);
  await join(world.server.services, witness, team.owner, { role: 'member' });
  const { path } = await complain([team.checker, witness]);
  const first = await wait(team.member, undefined, path);
  expect([await queueOf(witness), failureOf(await approve(witness, first))[0]]).toEqual([[], 403]);
  await assign({ scope: 'company', checker: team.manager.userId });
  for (const named of [team.checker, witness]) expect((await queueOf(named)).map(({ _id }) => _id)).toEqual([first]);
  expect([await queueOf(team.manager), await queueOf(team.owner), await queueOf(team.member)]).toEqual([[], [], []]);
  expect((await approve(witness, first)).statusCode).toBe(200);
  await assign({ scope: 'company', checker: team.checker.userId });
  const second = await wait(team.member, { status: 'not-to-do' }, path);
  const leave = 'delete from memberships where workspace_id = $1 and user_id = $2';
  await world.server.owner.query(leave, [team.owner.workspaceId, team.checker.userId]);
  expect((await queueOf(witness)).map(({ _id }) => _id)).toEqual([second]);
  expect((await newsOf(witness)).length).toBeGreaterThan(0);
  expect((await approve(witness, second)).statusCode).toBe(200);
});
