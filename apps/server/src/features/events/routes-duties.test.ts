import type { EventDuty } from '@anupalan/contract/events/duties';
import type { CompanyEvent } from '@anupalan/contract/events/events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../test/people.ts';
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

describe('a duty', () => {
  test('keeps every record; the newest counts; the activity tells of it without notes', async () => {
    const event = await record(JOINS);
    const duty = dutyOf(event, 'join-epf-return');
    await call('PATCH', `${pathOf(event, duty)}/status`, { status: 'on-hold', note: 'Portal is down' });
    const done = await call('PATCH', `${pathOf(event, duty)}/status`, { status: 'done' });
    expect(done.json().data).toMatchObject({
      ...{ recorded: 'done', status: 'done' },
      statusHistory: [
        { status: 'on-hold', note: 'Portal is down', updatedBy: owner.userId },
        { status: 'done', note: '' },
      ],
    });
    const open = await world.dataOf(owner, '/events/duties');
    expect(open.map(({ _id }: EventDuty) => _id)).not.toContain(duty._id);
    const activity = await call('GET', '/activity?what=events');
    expect(activity.json().data.map(({ what }: { what: string }) => what)).toEqual([
      ...['events.record', 'events.record', 'events.create'],
    ]);
    expect(activity.body).not.toContain('Portal is down');
  });

  test('goes with its company, and its records are never changed', async () => {
    const event = await record(JOINS);
    const duty = dutyOf(event, 'join-epf-return');
    await call('PATCH', `${pathOf(event, duty)}/status`, { status: 'done' });
    const { server } = world;
    await expect(server.owner.query('update event_duty_records set note = $1', ['x'])).rejects.toThrow(/append-only/);
    await removePerson(server.services, owner.userId);
    const { rows } = await server.owner.query('select from event_duty_records where duty_id = $1', [duty._id]);
    expect(rows).toEqual([]);
  });

  test('is locked for the free plan as columns are; its history is the newest status without a note', async () => {
    const free = await world.addOffice({ role: 'user' });
    const event = await record(JOINS, free);
    const duty = dutyOf(event, 'join-appointment-letter');
    expect(duty).toMatchObject({
      locked: ['authority', 'penalty'],
      authority: '',
      penalty: '',
      form: 'Letter of appointment',
    });
    const path = `${pathOf(event, duty)}/status`;
    expect(failureOf(await call('PATCH', path, { status: 'on-hold' }, free))).toEqual([
      403,
      'Upgrade to Premium to use this status',
    ]);
    await call('PATCH', path, { status: 'not-done', note: 'Mislaid' }, free);
    const done = await call('PATCH', path, { status: 'done', note: 'Found' }, free);
    expect(done.json().data.statusHistory).toMatchObject([{ status: 'done', note: '' }]);
    expect(done.body).not.toMatch(/Mislaid|Found|Inspector-cum-Facilitator/);
  });

  test('is overdue from its minute on', async () => {
    // The clock of this world stands at 14:30 in India on 21 November.
    const late = await record({ ...ACCIDENT, happenedAt: '2026-11-20T14:30:00+05:30' });
    const next = await record({ ...ACCIDENT, happenedAt: '2026-11-20T14:31:00+05:30' });
    const statusOf = (event: CompanyEvent) => dutyOf(event, 'accident-esi-report').status;
    expect([statusOf(late), statusOf(next)]).toEqual(['not-done', 'pending']);
  });

  test('is seen by a viewer of its act, with its event, and by no other', async () => {
    const event = await record(JOINS);
    const { actId } = dutyOf(event, 'join-epf-return');
    const { db } = world.server.services.database;
    const other = await db
      .selectFrom('acts')
      .select('id')
      .where('catalogue_key', '=', 'factories-act')
      .executeTakeFirstOrThrow();
    const headers = { 'x-company': await companyOf(world.server.services, owner) };
    const shownTo = async (acts: string[]): Promise<string[][]> => {
      const viewer = await addPerson(world.server.services);
      await join(world.server.services, viewer, owner, { role: 'viewer', acts });
      const url = '/api/events';
      const { data } = (await world.server.call({ method: 'GET', url, token: viewer.token, headers })).json();
      return data.map(({ duties }: CompanyEvent) => keysOf(duties));
    };
    expect(await shownTo([actId ?? ''])).toEqual([['join-epf-declaration', 'join-epf-return']]);
    expect(await shownTo([other.id])).toEqual([]);
  });
});
