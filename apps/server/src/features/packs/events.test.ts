import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { type OfficeWorld, startOfficeWorld } from '../applicability/office.fixture.ts';
import { makePack } from './make-pack.fixture.ts';

/*
 * A complaint is in no file that leaves: no register, no table, no pack, no overview, whoever asks, because files are handed
 * on; and what is left out leaves no hint but the word of the activity that there is a restricted record (R-exports-3).
 */

let world: OfficeWorld;
let owner: Person;
let company: string;

/** Days in which the duties of the complaint fall. */
const PERIOD = { from: '2026-10-01', to: '2026-10-31' };

const LABEL = 'Complaint-number-4711';
const NOTE = 'A-note-that-nobody-else-reads';

beforeAll(async () => {
  world = await startOfficeWorld();
  owner = await world.addOffice();
  company = await companyOf(world.server.services, owner);
});

afterAll(() => world.server.close());

const callAs = (who: Person) => (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  world.server.call({
    ...{ method, url: `/api${url}`, token: who.token, headers: { 'x-company': company } },
    ...(payload && { payload }),
  });

/** All that somebody takes out, by what it is; without the activity, which tells of each time. */
async function takeOut(who: Person): Promise<Map<string, string>> {
  const call = callAs(who);
  const taken = new Map<string, string>();
  for (const table of ['compliance', 'statuses', 'payments']) {
    const { statusCode, body } = await call('GET', `/exports/${table}?format=csv&from=${PERIOD.from}&to=${PERIOD.to}`);
    expect(statusCode).toBe(200);
    taken.set(table, body);
  }
  const { preparedBy: _, ...overview } = (await call('GET', '/companies/overview')).json().data;
  taken.set('overview', JSON.stringify(overview));
  return taken;
}

async function takePack(who: Person) {
  const { files, manifest, register, textOf } = await makePack({ server: world.server, call: callAs(who) }, PERIOD);
  const texts = Object.keys(files).filter((name) => /\.(txt|json|jsonl)$/.test(name));
  return { names: Object.keys(files).sort(), counts: manifest.register, register, text: texts.map(textOf).join('\n') };
}

test('nobody takes a trace of a complaint out, nor sees that something is left out', { timeout: 60_000 }, async () => {
  const [manager, named] = [await addPerson(world.server.services), await addPerson(world.server.services)];
  for (const person of [manager, named]) await join(world.server.services, person, owner, { role: 'manager' });
  const people = { owner, manager, named };
  const before = new Map<string, Awaited<ReturnType<typeof takeOut>>>();
  for (const [name, who] of Object.entries(people)) before.set(name, await takeOut(who));
  const packBefore = await takePack(manager);

  const form = { kind: 'posh-complaint', state: 'Karnataka', label: LABEL, happenedAt: '2026-10-02' };
  const made = await callAs(owner)('POST', '/events', { ...form, named: [named.userId] });
  expect(made.statusCode, made.body).toBe(201);
  const { _id: event, duties } = made.json().data;
  const days = duties.map(({ dueDay }: { dueDay: string | null }) => dueDay?.slice(0, 10) ?? '');
  expect(days.some((day: string) => day >= PERIOD.from && day <= PERIOD.to)).toBe(true);
  const path = `/events/${event}/duties/${duties[0]._id}/status`;
  const recorded = await callAs(owner)('PATCH', path, { status: 'done', note: NOTE });
  expect(recorded.statusCode, recorded.body).toBe(200);

  const traces = [LABEL, NOTE, event, ...duties.map(({ _id }: { _id: string }) => _id)];
  for (const [name, who] of Object.entries(people)) {
    const after = await takeOut(who);
    for (const [what, content] of after) {
      expect(content, `${what} as ${name}`).toBe(before.get(name)?.get(what));
      expect(
        traces.filter((trace) => content.includes(trace)),
        `${what} as ${name}`,
      ).toEqual([]);
    }
    const activity = (await callAs(who)('GET', '/exports/activity?format=csv')).body;
    expect(
      traces.filter((trace) => activity.includes(trace)),
      name,
    ).toEqual([]);
  }
  for (const who of [manager, named]) {
    const { text, ...pack } = await takePack(who);
    expect({ ...pack, text: '' }).toEqual({ ...packBefore, text: '' });
    expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
  }
});

test('a register of one state has the duties of its law and those of all of India', async () => {
  const made = await callAs(owner)('POST', '/events', {
    ...{ kind: 'opens', state: 'Karnataka', label: 'Works-7', happenedAt: '2026-10-20' },
  });
  expect(made.statusCode, made.body).toBe(201);
  const dutiesIn = async (state: string) => {
    const { body } = await callAs(owner)('GET', `/exports/compliance?format=csv&state=${state}`);
    return body.split('\r\n').filter((line) => line.includes('Works-7')).length;
  };
  const { duties } = made.json().data;
  const ofIndia = duties.filter(({ state }: { state: string }) => state === '-').length;
  expect(ofIndia).toBeLessThan(duties.length);
  expect([await dutiesIn('-'), await dutiesIn('Karnataka'), await dutiesIn('Telangana')]).toEqual([
    ...[duties.length, duties.length, ofIndia],
  ]);
});
