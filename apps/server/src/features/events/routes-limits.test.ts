import type { CompanyEvent } from '@anupalan/contract/events/events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../../test/people.ts';
import { place } from '../applicability/office.fixture.ts';
import { dutyOf, type EventWorld, keysOf, type Method, pathOf, startEventWorld } from './event-world.fixture.ts';

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
const read = ({ _id }: CompanyEvent): Promise<CompanyEvent> => world.dataOf(owner, `/events/${_id}`);
const reaches = (number: number, happenedAt: string) =>
  record({ kind: 'threshold', state: 'Karnataka', label: 'Office', number, happenedAt });

test('an event of a headcount opens what it reaches for the first time at its establishment', async () => {
  const ten = await reaches(10, '2026-10-01');
  expect(keysOf(ten.duties)).toEqual(['posh-committee-term', 'threshold-esi', 'threshold-posh-committee']);
  const twenty = await reaches(22, '2026-11-01');
  expect(keysOf(twenty.duties)).toEqual(['threshold-epf', 'threshold-grc']);
  const { data, limits } = await change(ten, { number: 21 });
  expect(keysOf(data.duties)).toContain('threshold-grc');
  expect(limits.map(({ eventId, opens }) => [eventId === twenty._id, opens])).toEqual([
    ...[
      [false, true],
      [false, true],
    ],
    ...[
      [true, false],
      [true, false],
    ],
  ]);
  expect((await read(twenty)).duties).toEqual([]);
  expect((await change(twenty, { label: 'Other' })).limits).toEqual([]);
  const corrected = await change(ten, { number: 15 });
  expect(keysOf(corrected.data.duties)).not.toContain('threshold-grc');
  expect(keysOf((await read(twenty)).duties)).toEqual(['threshold-epf', 'threshold-grc']);
  // Of one day the earlier recorded is the earlier; what is recorded stays.
  const same = await reaches(25, '2026-11-01');
  expect(same.duties).toEqual([]);
  await call('PATCH', `${pathOf(twenty, dutyOf(await read(twenty), 'threshold-epf'))}/status`, { status: 'done' });
  await change(twenty, { number: 12 });
  expect(keysOf((await read(twenty)).duties)).toEqual(['threshold-epf']);
  expect(keysOf((await read(same)).duties)).toEqual(['threshold-epf', 'threshold-grc']);
});

test('an event of a headcount that is closed with nothing done was a mistake, and hides no other', async () => {
  const later = await reaches(30, '2026-11-01');
  const mistaken = await reaches(40, '2026-10-01');
  expect((await read(later)).duties).toEqual([]);
  const closed = await change(mistaken, { closed: true });
  expect(closed.limits.every(({ eventId, opens }) => eventId === later._id && opens)).toBe(true);
  expect(keysOf((await read(later)).duties)).toEqual(keysOf(later.duties));
  await change(mistaken, { closed: false });
  const epf = dutyOf(await read(mistaken), 'threshold-epf');
  await call('PATCH', `${pathOf(mistaken, epf)}/status`, { status: 'done' });
  await change(mistaken, { closed: true });
  expect((await read(later)).duties).toEqual([]);
});

test('an event of a headcount stays apart from those of the company when its establishment is deleted', async () => {
  await world.call(owner, 'POST', '/establishments', place({ nature: 'office-or-shop', employeeCount: 30 }));
  const establishments: { _id: string; nature: string | null }[] = await world.dataOf(owner, '/establishments');
  const office = establishments.find(({ nature }) => nature !== null);
  const form = { kind: 'threshold', state: 'Karnataka', label: 'Office', number: 25, happenedAt: '2026-10-01' };
  await record({ ...form, establishmentId: office?._id });
  const deleted = await world.server.call({
    method: 'DELETE',
    url: `/api/establishments/${office?._id}`,
    token: owner.token,
  });
  expect(deleted.statusCode, deleted.body).toBe(200);
  expect(keysOf((await record({ ...form, happenedAt: '2026-11-01' })).duties)).toContain('threshold-epf');
});
