import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { ACCIDENT, type EventWorld, pathOf, startEventWorld } from '../events/event-world.fixture.ts';
import { entriesOf, makeFeed } from './calendar.fixture.ts';

let world: EventWorld;
let owner: Person;

beforeAll(async () => {
  world = await startEventWorld();
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

const LEAVES = { kind: 'leaves', state: 'Karnataka', label: 'A-17', happenedAt: '2026-11-20' };
const COMPLAINT = { kind: 'posh-complaint', state: 'Karnataka', label: 'Zed-77', happenedAt: '2026-11-20' };

async function addMember(): Promise<Person> {
  const person = await addPerson(world.server.services);
  await join(world.server.services, person, owner, { role: 'member' });
  return person;
}

const companyHeader = async () => {
  const { rows } = await world.server.owner.query('select id from companies where workspace_id = $1', [
    owner.workspaceId,
  ]);
  return String(rows[0].id);
};

const dutiesOf = async (url: string) =>
  (await entriesOf(world.server, url)).filter(({ url: link }) => link.includes('/company/events'));

test('duties of events are in the calendar of the company, and of who is responsible', async () => {
  const member = await addMember();
  const { duties } = await world.record(owner, LEAVES);
  const dated = duties.filter(({ dueDay }) => dueDay !== null);
  const company = await companyHeader();
  const feeds = [
    await makeFeed(world.server, owner, 'company'),
    await makeFeed(world.server, owner, 'person'),
    await makeFeed(world.server, member, 'company', company),
    await makeFeed(world.server, member, 'person'),
  ];
  const seen = await Promise.all(feeds.map(dutiesOf));
  expect(seen.map((entries) => entries.length)).toEqual([dated.length, dated.length, dated.length, 0]);
  expect(dated.length).toBeGreaterThan(0);
  const [duty] = dated;
  const entry = seen[0]?.find(({ uid }) => duty && uid.startsWith(duty._id));
  expect(entry).toMatchObject({ day: duty?.dueDay?.slice(0, 10), title: expect.stringContaining(duty?.title ?? '') });
  expect(entry?.description).toContain('A-17');
});

test('of a complaint its people alone read that there is a deadline, and nothing else', async () => {
  const [named, other, recorder] = [await addMember(), await addMember(), await addMember()];
  const company = await companyHeader();
  const people = [named, other, recorder, owner];
  const feeds = await Promise.all(
    people.flatMap((person) => [
      makeFeed(world.server, person, 'company', company),
      makeFeed(world.server, person, 'person', company),
    ]),
  );
  const before = await Promise.all(feeds.map(dutiesOf));
  const payload = { ...COMPLAINT, named: [named.userId] };
  const headers = { 'x-company': company };
  const made = await world.server.call({ method: 'POST', url: '/api/events', token: recorder.token, headers, payload });
  const dated = made.json().data.duties.filter(({ dueDay }: { dueDay: string | null }) => dueDay !== null).length;
  expect(dated).toBeGreaterThan(0);
  const after = await Promise.all(feeds.map(dutiesOf));
  const added = after.map((entries, n) => entries.length - (before[n]?.length ?? 0));
  expect(added).toEqual([dated, dated, 0, 0, dated, dated, 0, 0]);
  const restricted = after[0]?.filter(({ title }) => title === 'Restricted record') ?? [];
  expect(restricted).toHaveLength(dated);
  for (const entry of restricted)
    expect([entry.description ?? '', entry.url]).toEqual(['', expect.stringMatching(/events\?company=[\w-]+$/)]);
  for (const url of feeds) expect((await world.server.call({ url })).body).not.toContain('Zed-77');
});

test('a duty in hours has its time, and reminds before it and never afterwards', async () => {
  const accident = await world.record(owner, { ...ACCIDENT, happenedAt: '2026-11-21T14:00:00+05:30' });
  // A duty of no hours is due at once, and nothing can remind of it.
  const inHours = accident.offered.filter(({ dueAt }) => dueAt !== null && dueAt > accident.happenedAt);
  expect(inHours.length).toBeGreaterThan(0);
  for (const duty of inHours) await world.call(owner, 'PATCH', pathOf(accident, duty), { applies: true });
  const entries = await dutiesOf(await makeFeed(world.server, owner, 'company'));
  for (const { _id, dueAt } of inHours) {
    const entry = entries.find(({ uid }) => uid.startsWith(_id));
    const at = Temporal.Instant.from(dueAt ?? '');
    expect(entry).toMatchObject({ isAllDay: false, day: at.toString() });
    expect(entry?.rings.length).toBeGreaterThan(0);
    for (const ring of entry?.rings ?? []) {
      const moment = Temporal.Instant.from(ring);
      expect(Temporal.Instant.compare(moment, at), ring).toBe(-1);
      expect(Temporal.Instant.compare(moment, world.server.services.now()), ring).toBe(1);
    }
  }
});

test('a day that is due reminds at nine of that very day', async () => {
  const { duties } = await world.record(owner, LEAVES);
  const entries = await dutiesOf(await makeFeed(world.server, owner, 'company'));
  const ahead = duties.filter(({ dueAt, dueDay }) => dueAt === null && (dueDay ?? '') > '2026-11-22');
  expect(ahead.length).toBeGreaterThan(0);
  for (const { _id, dueDay } of ahead) {
    const day = dueDay?.slice(0, 10);
    expect(entries.find(({ uid }) => uid.startsWith(_id))?.rings.at(-1)).toBe(`${day}T09:00:00`);
  }
});
