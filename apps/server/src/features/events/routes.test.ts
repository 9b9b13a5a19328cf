import type { CompanyEvent } from '@anupalan/contract/events/events';
import type { EventKind } from '@anupalan/contract/events/kinds';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { place, UNKNOWN } from '../applicability/office.fixture.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import {
  ACCIDENT,
  dutyOf,
  type EventWorld,
  JOINS,
  keysOf,
  type Method,
  pathOf,
  startEventWorld,
} from './event-world.fixture.ts';

let world: EventWorld;
let owner: Person;

beforeAll(async () => {
  world = await startEventWorld();
});

beforeEach(async () => {
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

const call = (method: Method, path: string, payload?: object, who = owner) => world.call(who, method, path, payload);
const record = (form?: object, who = owner) => world.record(who, form);
const change = (event: CompanyEvent, changes: object) => world.change(owner, event, changes);

describe.each<['GET' | 'POST' | 'PATCH', string, object | undefined]>([
  ['GET', '/events/kinds', undefined],
  ['GET', '/events', undefined],
  ['GET', '/events/duties', undefined],
  ['GET', `/events/${UNKNOWN}`, undefined],
  ['POST', '/events', JOINS],
  ['PATCH', `/events/${UNKNOWN}`, { closed: true }],
  ['PATCH', `/events/${UNKNOWN}/duties/${UNKNOWN}`, { applies: true }],
  ['PATCH', `/events/${UNKNOWN}/duties/${UNKNOWN}/status`, { status: 'done' }],
])('%s %s', (method, path, payload) => {
  test('a stranger is turned away, viewers read, members record', async () => {
    const response = await world.server.call({ method, url: `/api${path}`, ...(payload && { payload }) });
    expect(failureOf(response)).toEqual([401, 'Please sign in to continue']);
    for (const role of ['viewer', 'member'] as const) {
      const colleague = await addPerson(world.server.services);
      await join(world.server.services, colleague, owner, { role });
      const headers = { 'x-company': await companyOf(world.server.services, owner) };
      const asked = { method, url: `/api${path}`, token: colleague.token, headers, ...(payload && { payload }) };
      const { statusCode } = await world.server.call(asked);
      expect(statusCode === 403).toBe(role === 'viewer' && method !== 'GET');
    }
  });
});

test('the kinds come with what they may open for the company', async () => {
  const kinds: EventKind[] = await world.dataOf(owner, '/events/kinds');
  expect(kinds).toHaveLength(28);
  const opens = kinds.find(({ key }) => key === 'opens');
  expect(opens?.duties.filter(({ state }) => state !== '-').map(({ key }) => key)).toEqual(['ka-shops-register']);
  const maternity = kinds.find(({ key }) => key === 'maternity');
  const timed = maternity?.asks.laterDays.filter(({ time }) => time).map(({ key }) => key);
  expect(timed).toEqual(['proof-of-birth']);
});

describe('an event', () => {
  test('opens what applies, offers what has a condition, and is due to the minute', async () => {
    const event = await record();
    expect(event).toMatchObject({
      ...{ kind: 'accident', kindName: 'Accident or occupational disease', visibility: 'company', label: 'A-17' },
      ...{ happenedAt: '2026-11-20T18:29:00.000Z', recordedBy: owner.userId, edition: '2026.2', closedAt: null },
    });
    // All duties of an accident have a condition; those in factories are asked about, as nobody said what the place is.
    expect(event.duties).toEqual([]);
    expect(keysOf(event.offered)).toContain('accident-factory-fatal');
    const esi = dutyOf(event, 'accident-esi-report');
    expect(esi).toMatchObject({
      ...{ dueAt: '2026-11-21T18:29:00.000Z', dueDay: '2026-11-21T00:00:00.000Z', applies: null, status: 'pending' },
      ...{ condition: 'The injured person is insured under ESI', assignment: { responsible: owner.userId } },
    });
    const pay = dutyOf(event, 'accident-compensation-pay');
    expect([pay.dueDay, pay.dueAt]).toEqual(['2026-12-20T00:00:00.000Z', null]);

    const opened = await call('PATCH', pathOf(event, esi), { applies: true });
    expect(opened.json()).toMatchObject({ data: { applies: true } });
    const stored: CompanyEvent = await world.dataOf(owner, `/events/${event._id}`);
    expect(keysOf(stored.duties)).toEqual(['accident-esi-report']);
    const open = await world.dataOf(owner, '/events/duties');
    expect(open).toMatchObject([{ eventId: event._id, title: esi.title, label: 'A-17' }]);

    await call('PATCH', pathOf(event, esi), { applies: false });
    const declined: CompanyEvent = await world.dataOf(owner, `/events/${event._id}`);
    expect(dutyOf(declined, 'accident-esi-report').applies).toBe(false);
    expect(await world.dataOf(owner, '/events/duties')).toEqual([]);
  });

  test.each([
    // The same hour twice, where clocks go back; a second that most clocks don't have; the last minute of a year.
    [ACCIDENT, '2026-11-01T01:30:00-04:00', '2026-11-01T05:30:00.000Z'],
    [ACCIDENT, '2026-11-01T01:30:00-05:00', '2026-11-01T06:30:00.000Z'],
    [ACCIDENT, '2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    [ACCIDENT, '2025-12-31T23:59+05:30', '2025-12-31T18:29:00.000Z'],
    // Without a time of day it is kept as the day that is written in it, with `Z` as its UTC day.
    [JOINS, '2026-12-31T23:59+05:30', '2026-12-31T00:00:00.000Z'],
    [JOINS, '2026-12-31T18:30Z', '2026-12-31T00:00:00.000Z'],
  ])('%o at %s is kept as of %s', async (form, happenedAt, kept) => {
    expect((await record({ ...form, happenedAt })).happenedAt).toBe(kept);
  });

  test('is judged at its establishment', async () => {
    await world.call(owner, 'POST', '/establishments', place({ nature: 'factory', employeeCount: 30 }));
    await world.call(owner, 'POST', '/establishments', place({ nature: 'office-or-shop', employeeCount: 30 }));
    const establishments: { _id: string; nature: string | null }[] = await world.dataOf(owner, '/establishments');
    const at = (nature: string) => ({
      ...ACCIDENT,
      establishmentId: establishments.find((one) => one.nature === nature)?._id,
    });
    const [inFactory, inOffice] = [await record(at('factory')), await record(at('office-or-shop'))];
    expect(dutyOf(inFactory, 'accident-factory-fatal').condition).toBe(
      'In a factory: death, or an injury likely to be fatal',
    );
    expect(keysOf(inOffice.offered)).not.toContain('accident-factory-fatal');
  });

  test('keeps its duties when a later edition changes them', async () => {
    const event = await record();
    const { events } = world.edition;
    const duties = events.duties.map((duty) => ({ ...duty, title: `New: ${duty.title}` }));
    const { db } = world.server.services.database;
    await loadCatalogue(db, { ...world.edition, edition: '2027.1', events: { ...events, duties } });
    const later = await record();
    await loadCatalogue(db, world.edition);
    expect(later.edition).toBe('2027.1');
    expect(later.offered.every(({ title }) => title.startsWith('New: '))).toBe(true);
    expect(await world.dataOf(owner, `/events/${event._id}`)).toEqual(event);
  });

  test('changed in its day moves what is open, says so, and leaves alone what is done with', async () => {
    const event = await record(JOINS);
    const [letter, epf] = [dutyOf(event, 'join-appointment-letter'), dutyOf(event, 'join-epf-return')];
    expect([letter.dueDay, epf.dueDay]).toEqual(['2026-11-20T00:00:00.000Z', '2026-12-15T00:00:00.000Z']);
    await call('PATCH', `${pathOf(event, letter)}/status`, { status: 'done' });
    const { data, recalculated } = await change(event, { happenedAt: '2026-12-01', label: 'A-19' });
    expect(recalculated).toContainEqual({
      ...{ dutyId: epf._id, title: epf.title },
      from: { day: '2026-12-15T00:00:00.000Z', at: null },
      to: { day: '2027-01-15T00:00:00.000Z', at: null },
    });
    expect(recalculated.map(({ dutyId }: { dutyId: string }) => dutyId)).not.toContain(letter._id);
    expect([dutyOf(data, letter.key).dueDay, dutyOf(data, epf.key).dueDay]).toEqual([
      '2026-11-20T00:00:00.000Z',
      '2027-01-15T00:00:00.000Z',
    ]);
    expect((await change(event, { label: 'A-20' })).recalculated).toEqual([]);
  });

  test('counts from a later day once that is known, and from none when it is taken back', async () => {
    const event = await record({ kind: 'leaves', state: 'Karnataka', label: 'A-3', happenedAt: '2026-11-20' });
    const reply = dutyOf(event, 'leave-gratuity-reply');
    expect(reply.dueDay).toBeNull();
    const known = await change(event, { laterDays: { 'gratuity-claim': '2026-12-01' } });
    expect(dutyOf(known.data, reply.key).dueDay).toBe('2026-12-16T00:00:00.000Z');
    expect(known.data.laterDays).toEqual({ 'gratuity-claim': '2026-12-01T00:00:00.000Z' });
    const forgotten = await change(event, { laterDays: { 'gratuity-claim': null } });
    expect(dutyOf(forgotten.data, reply.key).dueDay).toBeNull();
  });

  test("counts working days past the company's own holidays, which move nothing until its day changes", async () => {
    const addHoliday = async (day: string) => {
      const added = await call('POST', '/holidays', { day, name: 'Founders’ day' });
      expect(added.statusCode, added.body).toBe(201);
    };
    // 20 November 2026 is a Friday: without the holiday the second working day is Monday the 23rd.
    await addHoliday('2026-11-23');
    const event = await record({ kind: 'leaves', state: 'Karnataka', label: 'A-4', happenedAt: '2026-11-20' });
    const dueOf = (data: CompanyEvent) => dutyOf(data, 'leave-final-wages').dueDay?.slice(0, 10);
    expect(dueOf(event)).toBe('2026-11-24');
    await addHoliday('2026-11-24');
    const renamed = await change(event, { label: 'A-5', happenedAt: '2026-11-20' });
    expect([dueOf(renamed.data), renamed.recalculated]).toEqual(['2026-11-24', []]);
    expect(dueOf((await change(event, { happenedAt: '2026-11-21' })).data)).toBe('2026-11-26');
    const stranger = await world.addOffice();
    const elsewhere = await record(
      { kind: 'leaves', state: 'Karnataka', label: 'B', happenedAt: '2026-11-20' },
      stranger,
    );
    expect(dueOf(elsewhere)).toBe('2026-11-23');
  });

  test('is closed, which takes its duties from the table, and opened again', async () => {
    const event = await record(JOINS);
    const [duty] = event.duties;
    if (!duty) throw new Error('It opens duties');
    expect((await change(event, { closed: true })).data.closedAt).not.toBeNull();
    expect(await world.dataOf(owner, '/events/duties')).toEqual([]);
    for (const [path, payload] of [
      [`/events/${event._id}`, { label: 'B-1' }],
      [`${pathOf(event, duty)}/status`, { status: 'done' }],
    ] as const) {
      expect(failureOf(await call('PATCH', path, payload))).toEqual([409, 'This event is closed. Reopen it first']);
    }
    expect((await world.dataOf(owner, '/events?closed=true')).length).toBe(1);
    expect(await world.dataOf(owner, '/events?closed=false')).toEqual([]);
    expect((await change(event, { closed: false })).data.closedAt).toBeNull();
  });

  test('of another company is not there', async () => {
    const event = await record(JOINS);
    const stranger = await world.addOffice();
    const [duty] = event.duties;
    if (!duty) throw new Error('It opens duties');
    for (const [method, path, payload] of [
      ['GET', `/events/${event._id}`, undefined],
      ['PATCH', `/events/${event._id}`, { closed: true }],
      ['PATCH', pathOf(event, duty), { applies: true }],
      ['PATCH', `${pathOf(event, duty)}/status`, { status: 'done' }],
    ] as const) {
      expect(failureOf(await call(method, path, payload, stranger))).toEqual([404, 'Event not found']);
    }
    expect(await world.dataOf(stranger, '/events')).toEqual([]);
  });
});

describe('what is refused says why', () => {
  test.each<[object, string, string]>([
    [{ kind: 'birthday' }, 'kind', 'Please choose what happened'],
    [{ label: ' ' }, 'label', 'Please enter a label'],
    [{ state: 'Goa' }, 'state', 'Your company does not have Goa. Add it to your states first'],
    [{ happenedAt: '2026-02-29' }, 'happenedAt', 'Invalid date format'],
    [{ happenedAt: '2026-11-20' }, 'happenedAt', 'Please enter the time of day, too: this deadline is in hours'],
    [{ happenedAt: '2006-11-20T10:00Z' }, 'happenedAt', 'This day is more than 10 years ago. Please check the year'],
    [
      { happenedAt: '2026-12-31T23:59:00+05:30' },
      'happenedAt',
      'This day is yet to come. Record it once it has happened',
    ],
    [{ number: 5 }, 'number', 'This kind of event has no number'],
    [{ named: [UNKNOWN] }, 'named', 'Only a complaint is for named people. Everybody sees this event'],
    [{ kind: 'threshold', number: 2.5 }, 'number', 'The number must be a whole number from 0 to 10,000,000'],
    [{ kind: 'threshold' }, 'number', 'Please enter the number of employees'],
  ])('%j', async (patch, field, message) => {
    const response = await call('POST', '/events', { ...ACCIDENT, ...patch });
    expect([response.statusCode, response.json().errors]).toEqual([400, { [field]: message }]);
  });

  test('an unknown later day, one without its time, and an establishment elsewhere', async () => {
    const maternity = await record({ ...ACCIDENT, kind: 'maternity' });
    const refusal = async (laterDays: object) =>
      (await call('PATCH', `/events/${maternity._id}`, { laterDays })).json().message;
    expect(await refusal({ birthday: '2026-11-20' })).toBe('This event has no day called "birthday"');
    expect(await refusal({ 'proof-of-birth': '2026-11-20' })).toMatch(/^Please enter the time of day/);
    expect(failureOf(await call('POST', '/events', { ...JOINS, establishmentId: UNKNOWN }))).toEqual([
      404,
      'Establishment not found',
    ]);
    const two = await world.addOffice({ states: ['Karnataka', 'Telangana'] });
    const form = { ...JOINS, state: 'Telangana', establishmentId: await companyOf(world.server.services, two) };
    expect(failureOf(await call('POST', '/events', form, two))).toEqual([400, 'This establishment is in Karnataka']);
  });
});
