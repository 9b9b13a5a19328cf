import type { CompanyEvent } from '@anupalan/contract/events/events';
import type { Client } from '@anupalan/contract/people/clients';
import type { StatusReport } from '@anupalan/contract/people/reports';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { ACCIDENT, dutyOf, type EventWorld, JOINS, keysOf, pathOf, startEventWorld } from './event-world.fixture.ts';

/** 14:30 in India on 21 November 2026. */
const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

let clock = NOW;
let world: EventWorld;
let owner: Person;
let company: string;

beforeAll(async () => {
  world = await startEventWorld(() => clock);
});

beforeEach(async () => {
  clock = NOW;
  owner = await world.addOffice();
  company = await companyOf(world.server.services, owner);
});

afterAll(() => world.server.close());

async function ask<T>(who: Person, path: string): Promise<T> {
  const headers = { 'x-company': company };
  const response = await world.server.call({ url: `/api${path}`, token: who.token, headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function figuresOf(who = owner): Promise<Client> {
  const found = (await ask<Client[]>(who, '/companies')).find(({ _id }) => _id === company);
  if (!found) throw new Error('The company is not listed');
  return found;
}

/** What is more than before, of what the catalogue's items are among. */
function more({ overdue, dueSoon, onTime }: Client, before: Client): number[] {
  return [
    overdue - before.overdue,
    dueSoon - before.dueSoon,
    onTime.of - before.onTime.of,
    onTime.done - before.onTime.done,
  ];
}

async function add(role: 'member' | 'viewer', acts?: string[]): Promise<Person> {
  const person = await addPerson(world.server.services);
  await join(world.server.services, person, owner, { role, ...(acts && { acts }) });
  return person;
}

/** Records a duty as done at a moment. */
async function settle(event: CompanyEvent, key: string, at: string, status = 'done'): Promise<void> {
  const duty = dutyOf(event, key);
  expect((await world.call(owner, 'PATCH', `${pathOf(event, duty)}/status`, { status })).statusCode).toBe(200);
  await world.server.owner.query('update event_duties set settled_at = $1 where id = $2', [at, duty._id]);
}

/** Of them the letter and the EPF declaration were due on the day, the EPF return is due on 15 December. */
const LETTER = 'join-appointment-letter';
const RETURN = 'join-epf-return';

test('duties count: late, soon, and done by the end of their day in India (R-events-26)', async () => {
  const before = await figuresOf();
  const event = await world.record(owner, JOINS);
  const late = event.duties.filter(({ status }) => status === 'not-done');
  const soon = event.duties.filter(({ dueDay }) => dueDay !== null && dueDay > '2026-11-21' && dueDay < '2026-11-29');
  expect(keysOf(late)).toContain(LETTER);
  expect(more(await figuresOf(), before)).toEqual([late.length, soon.length, late.length, 0]);
  await settle(event, LETTER, '2026-11-20T18:29:59Z');
  expect(more(await figuresOf(), before)).toEqual([late.length - 1, soon.length, late.length, 1]);
  await settle(event, LETTER, '2026-11-20T18:30:00Z');
  expect(more(await figuresOf(), before)).toEqual([late.length - 1, soon.length, late.length, 0]);
  await settle(event, LETTER, '2026-11-20T18:29:59Z', 'not-applicable');
  expect(more(await figuresOf(), before)).toEqual([late.length - 1, soon.length, late.length - 1, 0]);
  await settle(event, LETTER, '2026-11-20T18:29:59Z');
  await world.change(owner, event, { closed: true });
  expect(more(await figuresOf(), before)).toEqual([0, 0, 1, 1]);
});

test('one that was done in time counts so by its day of filing, though it was recorded late (R-events-28)', async () => {
  const event = await world.record(owner, JOINS);
  const duty = dutyOf(event, LETTER);
  const say = (more: object) =>
    world.call(owner, 'PATCH', `${pathOf(event, duty)}/status`, { status: 'done', ...more });
  const before = await figuresOf();
  // Due on 20 November, recorded on the 21st.
  expect((await say({})).statusCode).toBe(200);
  expect((await figuresOf()).onTime).toEqual(before.onTime);
  const answer = await say({ filedOn: '2026-11-20', note: 'By hand' });
  expect(answer.json().data.statusHistory.at(-1)).toMatchObject({ filing: { filedOn: '2026-11-20T00:00:00.000Z' } });
  const { done, of } = before.onTime;
  expect((await figuresOf()).onTime).toEqual({ done: done + 1, of });
  const report = await ask<StatusReport>(owner, '/companies/report?month=2026-11');
  expect(report.onTime).toEqual({ done: done + 1, of });
  const lines = report.due.flatMap((act) => act.lines).filter(({ title }) => title === `${duty.title}, ${JOINS.label}`);
  expect(lines).toMatchObject([{ standing: 'settled', record: { filing: { filedOn: '2026-11-20T00:00:00.000Z' } } }]);
  expect((await say({ filedOn: '2026-11-22' })).json().errors).toEqual({
    filedOn: 'The day of filing must not be in the future',
  });
  expect((await say({ filedOn: '1900-01-01' })).json().errors).toEqual({
    filedOn: expect.stringMatching(/^The day of filing must not be before 01\/11\/2024/),
  });
  const early = await world.call(owner, 'PATCH', `${pathOf(event, duty)}/status`, {
    ...{ status: 'on-hold', filedOn: '2026-11-20' },
  });
  expect([early.statusCode, early.json().message]).toEqual([400, 'A day of filing is given with done alone']);
  // What is taken back takes its day with it.
  const taken = answer.json().data.statusHistory.at(-1)._id;
  expect((await world.call(owner, 'POST', `${pathOf(event, duty)}/records/${taken}/take-back`)).statusCode).toBe(200);
  expect((await figuresOf()).onTime).toEqual(before.onTime);
});

test('a day of filing doesn’t say whether it was before an hour of that day: the record’s moment does', async () => {
  const happenedAt = '2026-11-20T10:00:00+05:30';
  const event = await world.record(owner, { ...ACCIDENT, happenedAt });
  const duty = dutyOf(event, 'accident-esi-report');
  await world.call(owner, 'PATCH', pathOf(event, duty), { applies: true });
  const before = await figuresOf();
  const say = (filedOn: string) =>
    world.call(owner, 'PATCH', `${pathOf(event, duty)}/status`, { status: 'done', filedOn });
  expect(duty.dueAt).toBe('2026-11-21T04:30:00.000Z');
  expect((await say('2026-11-21')).statusCode).toBe(200);
  expect((await figuresOf()).onTime).toEqual(before.onTime);
  await say('2026-11-20');
  expect((await figuresOf()).onTime.done).toBe(before.onTime.done + 1);
});

test('one due at an hour is late from its minute on, though nobody changed anything', async () => {
  const before = await figuresOf();
  const event = await world.record(owner, { ...ACCIDENT, happenedAt: '2026-11-20T15:00:00+05:30' });
  const path = pathOf(event, dutyOf(event, 'accident-esi-report'));
  expect((await world.call(owner, 'PATCH', path, { applies: true })).statusCode).toBe(200);
  expect(more(await figuresOf(), before)).toEqual([0, 1, 0, 0]);
  expect((await figuresOf()).nextDue).toBe('2026-11-21T00:00:00.000Z');
  clock = NOW.add({ minutes: 30 });
  expect(more(await figuresOf(), before)).toEqual([1, 0, 1, 0]);
});

test('those of a complaint count for who sees it alone, what waits of it too', async () => {
  const [named, other] = [await add('member'), await add('member')];
  const everybody = [owner, named, other];
  const before = await Promise.all(everybody.map(figuresOf));
  const form = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-1', happenedAt: '2026-01-02' };
  const complaint = await world.record(owner, { ...form, named: [named.userId] });
  const late = complaint.duties.filter(({ status }) => status === 'not-done').length;
  expect(late).toBeGreaterThan(0);
  const after = await Promise.all(everybody.map(figuresOf));
  expect(after.map(({ overdue }, n) => overdue - (before[n]?.overdue ?? 0))).toEqual([late, late, 0]);
  await world.call(owner, 'PUT', '/assignments', { scope: 'company', checker: named.userId });
  const [first] = complaint.duties;
  if (!first) throw new Error('It opens duties');
  await world.call(owner, 'PATCH', `${pathOf(complaint, first)}/status`, { status: 'done' });
  expect((await Promise.all(everybody.map(figuresOf))).map(({ waiting }) => waiting)).toEqual([1, 1, 0]);
});

test('a viewer’s count is of the duties of their acts', async () => {
  const event = await world.record(owner, JOINS);
  const { actId } = dutyOf(event, RETURN);
  const viewer = await add('viewer', [actId ?? '']);
  const before = await figuresOf(viewer);
  const ofAct = event.duties.filter((duty) => duty.actId === actId && duty.status === 'not-done').length;
  await world.change(owner, event, { closed: true });
  expect(before.overdue - (await figuresOf(viewer)).overdue).toBe(ofAct);
});

test('the report of a month tells of duties by their act, and of no complaint (R-reports-10)', async () => {
  const event = await world.record(owner, JOINS);
  const form = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-1', happenedAt: '2026-11-02' };
  const complaint = await world.record(owner, form);
  await settle(event, LETTER, '2026-11-20T10:00:00Z');
  const report = await ask<StatusReport>(owner, '/companies/report?month=2026-11');
  const lines = report.due.flatMap(({ act, lines: ofAct }) => ofAct.map((line) => ({ ...line, act })));
  const letter = dutyOf(event, LETTER);
  expect(lines).toContainEqual(
    expect.objectContaining({
      ...{ itemId: letter._id, eventId: event._id, title: `${letter.title}, A-18`, act: letter.act },
      ...{ standing: 'settled', status: 'done', record: expect.objectContaining({ by: 'Asha Rao' }) },
    }),
  );
  expect(report.onTime.done).toBe(1);
  expect(report.next).toContainEqual(expect.objectContaining({ itemId: dutyOf(event, RETURN)._id, standing: 'open' }));
  const told = JSON.stringify(report);
  for (const trace of ['C-1', complaint._id, ...complaint.duties.map(({ _id }) => _id)])
    expect(told).not.toContain(trace);
  await world.change(owner, event, { closed: true });
  const closed = await ask<StatusReport>(owner, '/companies/report?month=2026-11');
  expect(closed.due.flatMap((group) => group.lines).filter(({ eventId }) => eventId)).toHaveLength(1);
});
