import type { Call } from '@anupalan/contract/wire/call';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken } from '../apps/server/src/features/api-tokens/token.fixture.ts';
import { loadCatalogue } from '../apps/server/src/features/catalogue/commands-load.ts';
import { readEdition } from '../apps/server/src/features/catalogue/edition.ts';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import { UNHURRIED } from '../apps/server/test/accounts.ts';
import { startTestApp, type TestApp } from '../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../apps/server/test/people.ts';
import { listCalls, nameCall } from './list-calls.ts';
import { makeUp } from './make-up.ts';

/*
 * Every call of the contract by everybody who is neither the recorder of a complaint nor named at it: none of the answers
 * has a trace of it (R-events-20). A new call is asked without being named here.
 */

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';
const LABEL = 'Complaint-number-4711';
const NOTE = 'A-note-that-nobody-else-reads';
const COMPANY = { employeeCount: 25, state: 'Kerala' } as const;

/** All but a stream without an end, whose events are a kind and a company by their schema. */
const calls = (await listCalls()).filter((call) => nameCall(call) !== 'GET /live');
// What ends sessions and companies comes last.
const inOrder = [...calls.filter(({ method }) => method === 'GET'), ...calls.filter(({ method }) => method !== 'GET')];

let server: TestApp;
let company: string;
let complaint: { _id: string; duties: { _id: string; title: string }[] };
/** The record of it that waits for who is named at it. */
let waiting: string;
const people = new Map<string, Person & { impersonatorId?: string; apiToken?: string }>();

const personOf = (name: string) => {
  const person = people.get(name);
  if (!person) throw new Error(`There is no ${name}`);
  return person;
};

/** The sessions that are open, by whose they are. */
const sessions = new Map<string, string>();

/** Makes a call in the name of somebody. */
async function ask(name: string, { method }: Pick<Call, 'method'>, url: string, payload?: object) {
  const token = await openSession(name);
  const headers = { 'x-company': company };
  const request = { method, url: `/api${url}`, token, headers, expect5xx: true, ...(payload && { payload }) };
  const response = await server.call(request);
  if (method !== 'GET') await beginAnew();
  return response;
}

async function openSession(name: string): Promise<string> {
  const { userId, impersonatorId, apiToken } = personOf(name);
  const open = apiToken ?? sessions.get(name);
  if (open) return open;
  const by = { userId, device: 'test', ...(impersonatorId && { impersonatorId }) };
  const token = await beginSession(server.services.database.db, by);
  sessions.set(name, token);
  return token;
}

/** Some calls end sessions, of others too, and one of the owner's may have forbidden tokens. */
async function beginAnew(): Promise<void> {
  sessions.clear();
  await server.owner.query('delete from api_token_policies');
}

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, CALLS_PER_USER: '1000000' } });
  const { services } = server;
  await loadCatalogue(services.database.db, await readEdition());
  const owner = await addPerson(services, { role: 'premium', company: COMPANY });
  company = await companyOf(services, owner);
  people.set('owner', owner);
  for (const role of ['manager', 'member', 'viewer'] as const) {
    const person = await addPerson(services);
    await join(services, person, owner, { role });
    people.set(role, person);
  }
  for (const name of ['recorder', 'named'] as const) {
    const person = await addPerson(services);
    await join(services, person, owner, { role: 'member' });
    people.set(name, person);
  }
  const administrator = await addPerson(services, { role: 'admin' });
  people.set('administrator', administrator);
  people.set('recorder, impersonated', { ...personOf('recorder'), impersonatorId: administrator.userId });
  people.set('named, impersonated', { ...personOf('named'), impersonatorId: administrator.userId });
  for (const name of ['recorder', 'named']) {
    const person = { ...personOf(name), companyId: company };
    people.set(`${name}, by token`, { ...person, apiToken: (await makeToken(server, person)).token });
  }
  people.set('stranger', await addPerson(services, { company: COMPANY }));

  const form = { kind: 'posh-complaint', state: 'Kerala', label: LABEL, happenedAt: '2026-11-02' };
  const made = await ask('recorder', { method: 'POST' }, '/events', { ...form, named: [personOf('named').userId] });
  expect(made.statusCode, made.body).toBe(201);
  complaint = made.json().data;
  const [duty] = complaint.duties;
  const recorded = { status: 'done', note: NOTE };
  const checker = { scope: 'company', checker: personOf('named').userId };
  expect((await ask('owner', { method: 'PUT' }, '/assignments', checker)).statusCode).toBe(200);
  const path = `/events/${complaint._id}/duties/${duty?._id}/status`;
  waiting = (await ask('recorder', { method: 'PATCH' }, path, recorded)).json().data.waiting._id;
});

afterAll(() => server.close());

test.each(['recorder', 'named'])('the %s sees it', async (name) => {
  for (const path of ['/events', `/events/${complaint._id}`, '/events/duties']) {
    expect((await ask(name, { method: 'GET' }, path)).body).toContain(LABEL);
  }
});

test('who is named may check what is recorded of it', async () => {
  expect((await ask('named', { method: 'GET' }, '/checks')).body).toContain(waiting);
});

test('the activity says that there is a restricted record, and no more', async () => {
  const events = (await ask('member', { method: 'GET' }, '/activity?what=events')).json().data;
  expect(events.map(({ what, about }: { what: string; about: object }) => [what, about])).toEqual([
    ['events.restricted', {}],
    ['events.restricted', {}],
  ]);
});

test.each([
  ...['owner', 'manager', 'member', 'viewer', 'administrator', 'stranger'],
  ...['recorder, impersonated', 'named, impersonated', 'recorder, by token', 'named, by token'],
])('as %s no call has a trace of it', { timeout: 120_000 }, searchAll);

async function searchAll(name: string): Promise<void> {
  let answered = 0;
  for (const call of inOrder) {
    const path = call.path.replaceAll(/:(\w+)/g, (_, parameter) => fillIn(call, parameter));
    const query = new URLSearchParams(call.query ? fillForm(call, call.query) : {});
    const payload = call.body && !call.upload ? fillForm(call, call.body) : undefined;
    const response = await ask(name, call, `${path}?${query}`, payload);
    if (response.statusCode < 300) answered++;
    const traces = [LABEL, NOTE, waiting, complaint._id, ...complaint.duties.map(({ _id }) => _id)];
    expect(
      traces.filter((trace) => response.body.includes(trace)),
      nameCall(call),
    ).toEqual([]);
    if (path.includes(complaint._id) || path.includes(waiting))
      expect([403, 404], nameCall(call)).toContain(response.statusCode);
  }
  expect(answered).toBeGreaterThan(name === 'stranger' || name === 'administrator' ? 0 : 10);
}

test('nobody records one while impersonating, as an administrator, or names who may not see it', async () => {
  const form = { kind: 'grievance', state: 'Kerala', label: 'G-1', happenedAt: '2026-11-02' };
  const impersonated = await ask('recorder, impersonated', { method: 'POST' }, '/events', form);
  expect([impersonated.statusCode, impersonated.json().message]).toEqual([
    403,
    'Complaints cannot be recorded or seen while impersonating',
  ]);
  const byToken = await ask('recorder, by token', { method: 'POST' }, '/events', form);
  expect([byToken.statusCode, byToken.json().message]).toEqual([403, 'API tokens cannot do this']);
  for (const name of ['viewer', 'administrator', 'stranger']) {
    const named = [personOf(name).userId];
    const response = await ask('recorder', { method: 'POST' }, '/events', { ...form, named });
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'Choose members of the company; viewers see no complaints',
    ]);
  }
});

test('somebody who was named sees it no more once they are a viewer', async () => {
  const { db } = server.services.database;
  await db
    .updateTable('memberships')
    .set({ role: 'viewer' })
    .where('user_id', '=', personOf('named').userId)
    .where('workspace_id', '=', personOf('owner').workspaceId)
    .execute();
  const response = await ask('named', { method: 'GET' }, `/events/${complaint._id}`);
  expect(response.statusCode).toBe(404);
});

function fillIn(call: Call, parameter: string): string {
  if (call.noun === 'events') return parameter === 'dutyId' ? (complaint.duties[0]?._id ?? '') : complaint._id;
  if (call.noun === 'checks') return waiting;
  if (parameter === 'orderId') return `order_${'0'.repeat(32)}`;
  return parameter === 'number' ? '1' : UNKNOWN_ID;
}

const forms = new Map<unknown, Record<string, string>>();

/** A form that a call accepts and that names nothing there; without one an empty form, which is refused. */
function fillForm(call: Call, schema: NonNullable<Call['body']>): Record<string, string> {
  const known = forms.get(schema);
  if (known) return known;
  const names = { ids: {}, others: [UNKNOWN_ID], emails: ['nobody@example.in'] };
  const accepts = (candidate: unknown) => schema.safeParse(candidate).success;
  const sample = () => fc.sample(makeUp(schema, names, call.path), { numRuns: 200, seed: 42 }).find(accepts);
  const made = (accepts({}) ? {} : (sample() ?? {})) as Record<string, string>;
  forms.set(schema, made);
  return made;
}
