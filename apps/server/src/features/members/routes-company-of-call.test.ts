import { randomUUIDv7 } from 'node:crypto';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { beginSession } from '../../identity/sessions.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;
const NO_MEMBER = [403, 'You are not a member of this company'];
const UNKNOWN = '0199f000-0000-7000-8000-000000000000';

let server: TestApp;
let item: string;
let otherItem: string;
let act: string;
/** Each owns a company; the consultant is a manager of both others' too. */
let rao: Person;
let iyer: Person;
let consultant: Person;
let admin: Person;
const companies: Record<'rao' | 'iyer' | 'own', string> = { rao: '', iyer: '', own: '' };

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const { services } = server;
  act = await addAct(services);
  item = await addItem(services, { act_id: act });
  otherItem = await addItem(services, { act_id: await addAct(services, { name: 'Factories Act' }), sr_no: 2 });
  rao = await addPerson(services, { company: COMPANY, role: 'premium' });
  iyer = await addPerson(services, { company: COMPANY });
  consultant = await addPerson(services, { company: COMPANY });
  admin = await addPerson(services, { role: 'admin' });
  await join(services, consultant, rao, { since: '2026-01-02' });
  await join(services, consultant, iyer, { since: '2026-01-01' });
  companies.rao = await companyOf(services, rao);
  companies.iyer = await companyOf(services, iyer);
  companies.own = await companyOf(services, consultant);
});

afterAll(() => server.close());

function ask(person: Pick<Person, 'token'>, url: string, company?: string) {
  return server.call({ url: `/api${url}`, token: person.token, ...(company && { headers: { 'x-company': company } }) });
}

function record(
  { token, userId }: Pick<Person, 'token' | 'userId'>,
  company: string,
  { note = '', forDate = '2026-11-15', status = 'pending' } = {},
) {
  const payload = { userId, status, forDate, note };
  const headers = { 'x-company': company };
  return server.call({ method: 'PATCH', url: `/api/compliance/data/${item}/status`, token, headers, payload });
}

async function listed(person: Pick<Person, 'token'>, company?: string, query = '') {
  const { data } = listComplianceItems.answers[200].parse(
    (await ask(person, `/compliance/data${query}`, company)).json(),
  );
  return data;
}

async function memberOf(person: Pick<Person, 'token'>, company?: string) {
  return (await ask(person, '/users/profile', company)).json().data.member;
}

describe('the company of a call (R-companies-20)', () => {
  test('is the one that it names: two tabs work in two companies at once', async () => {
    const [one, other] = await Promise.all([
      record(consultant, companies.rao, { note: 'in one' }),
      record(consultant, companies.iyer, { note: 'in the other' }),
    ]);
    expect([one.statusCode, other.statusCode]).toEqual([200, 200]);
    const notes = async (person: Person, company?: string) =>
      (await listed(person, company))[0]?.statusHistory.flatMap(({ history }) => history.map(({ note }) => note));
    expect(await notes(rao)).toEqual(['in one']);
    expect(await notes(iyer)).toEqual(['in the other']);
    expect(await notes(consultant, companies.rao)).toEqual(['in one']);
    expect(await notes(consultant, companies.iyer.toUpperCase())).toEqual(['in the other']);
    expect(await notes(consultant)).toEqual([]);
  });

  test('decides what somebody is there, and on which plan', async () => {
    expect(await memberOf(consultant, companies.rao)).toEqual({
      companyId: companies.rao,
      companyName: 'Rao & Sons',
      role: 'manager',
      plan: 'premium',
      companies: 3,
      people: 2,
      frozen: false,
      bestPlan: 'premium',
    });
    expect(await memberOf(consultant, companies.iyer)).toMatchObject({ role: 'manager', plan: 'free' });
    expect(await memberOf(consultant)).toMatchObject({ companyId: companies.own, role: 'owner', plan: 'free' });
    const premiumOnly = { status: 'on-hold' };
    expect((await record(consultant, companies.rao, premiumOnly)).statusCode).toBe(200);
    expect(failureOf(await record(consultant, companies.iyer, premiumOnly))).toEqual([
      403,
      'Upgrade to Premium to use this status',
    ]);
  });

  test.each([
    ['nonsense', () => 'nonsense'],
    ['two at once', () => `${companies.rao}, ${companies.iyer}`],
    ['a company that nobody has', () => UNKNOWN],
    ['another one than one’s own', () => companies.rao],
  ])('%s: 403 at every call, also where none is asked for', async (_, company) => {
    for (const url of ['/compliance/data', '/users/profile', '/memberships', '/acts', '/companies/profile', '/live'])
      expect([url, ...failureOf(await ask(iyer, url, company()))]).toEqual([url, ...NO_MEMBER]);
    expect(failureOf(await record(iyer, company()))).toEqual(NO_MEMBER);
    const left = { method: 'POST', url: '/api/auth/logout', token: iyer.token } as const;
    expect(failureOf(await server.call({ ...left, headers: { 'x-company': company() } }))).toEqual(NO_MEMBER);
  });

  test('is asked for after the session: strangers hear that they are signed out', async () => {
    expect(failureOf(await ask({ token: 'nobody' }, '/users/profile', companies.rao))).toEqual([
      401,
      'Please sign in to continue',
    ]);
  });

  test('is told to whatever keeps answers, and in the document of the API', async () => {
    const { components } = (await server.call({ url: '/api/openapi.json' })).json();
    expect(components.securitySchemes.bearer.description).toContain('`x-company`');
    for (const url of ['/users/profile', '/compliance/data', '/acts'])
      expect((await ask(rao, url)).headers.vary).toMatch(/(^|, )x-company/);
  });

  test('without a name is the own one, else the oldest of others, else the empty workspace', async () => {
    const { services } = server;
    const newcomer = await addPerson(services);
    expect(await memberOf(newcomer)).toMatchObject({ companyId: null, companyName: null, role: 'owner', companies: 0 });
    await join(services, newcomer, rao, { since: '2026-03-02', role: 'member' });
    await join(services, newcomer, iyer, { since: '2026-03-01', role: 'member' });
    expect(await memberOf(newcomer)).toMatchObject({ companyId: companies.iyer, role: 'member' });
    expect((await ask(newcomer, '/companies/profile')).json().data.company._id).toBe(companies.iyer);
    const { db } = services.database;
    const company = { companyPhone: '9812345678', companyEmail: 'own@example.in', designation: 'HR', city: 'Pune' };
    const form = { companyName: 'Own Mills', employeeCount: 5, state: 'Goa', ...company };
    const made = { method: 'POST', url: '/api/companies/register', token: newcomer.token, payload: form } as const;
    const registered = await server.call(made);
    expect(registered.json().data.company).toMatchObject({ companyName: 'Own Mills' });
    expect(await memberOf(newcomer)).toMatchObject({ companyName: 'Own Mills', role: 'owner', companies: 3 });
    expect(failureOf(await server.call(made))).toEqual([409, 'Company already registered']);
    await db.deleteFrom('memberships').where('user_id', '=', newcomer.userId).where('role', '=', 'member').execute();
    expect(failureOf(await ask(newcomer, '/users/profile', companies.iyer))).toEqual(NO_MEMBER);
  });
});

describe('a former member', () => {
  test('is out at once, and what they recorded stays', async () => {
    const { services } = server;
    const leaving = await addPerson(services);
    const id = await join(services, leaving, rao, { role: 'member' });
    expect((await record(leaving, companies.rao, { forDate: '2026-10-15' })).statusCode).toBe(200);
    await services.database.db.deleteFrom('memberships').where('id', '=', id).execute();
    expect(failureOf(await record(leaving, companies.rao))).toEqual(NO_MEMBER);
    expect(failureOf(await ask(leaving, '/compliance/data', companies.rao))).toEqual(NO_MEMBER);
    expect((await listed(rao))[0]?.statusHistory.map(({ userId }) => userId)).toContain(leaving.userId);
  });

  test('a viewer is one after their last day', async () => {
    const { services } = server;
    const day = (days: number) => `${todayInIndia(Temporal.Now.instant()).add({ days })}`;
    const reading = await addPerson(services);
    const id = await join(services, reading, rao, { role: 'viewer', until: day(0) });
    expect((await ask(reading, '/compliance/data', companies.rao)).statusCode).toBe(200);
    const change = services.database.db
      .updateTable('memberships')
      .set({ until: day(-1) })
      .where('id', '=', id);
    await change.execute();
    expect(failureOf(await ask(reading, '/compliance/data', companies.rao))).toEqual(NO_MEMBER);
    expect((await ask(reading, '/memberships')).json().data).toEqual([]);
    expect(await memberOf(reading)).toMatchObject({ companyId: null, companies: 0 });
  });
});

describe('a viewer', () => {
  test('reads and writes nothing', async () => {
    const viewer = await addPerson(server.services);
    await join(server.services, viewer, rao, { role: 'viewer' });
    expect((await listed(viewer)).length).toBe(2);
    expect(failureOf(await record(viewer, companies.rao))).toEqual([403, 'Viewers can only read']);
  });

  test('sees the acts and the days of their scope alone, in lists, items and pages', async () => {
    const { services } = server;
    const owner = await addPerson(services, { company: COMPANY, role: 'premium' });
    for (const day of ['2025-03-31', '2025-04-01', '2026-03-31', '2026-04-01'])
      await addStatusEntry(services, owner, { item, day });
    await addStatusEntry(services, owner, { item: otherItem, day: '2025-06-01' });
    const { pool } = services.database;
    for (const day of ['2025-05-01', '2026-05-01']) {
      await pool.query(
        `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise)
         values ($1, $2, $3, $4, $5, 100)`,
        [owner.workspaceId, randomUUIDv7(), item, owner.userId, day],
      );
    }
    const viewer = await addPerson(services);
    const period = { from_day: '2025-04-01', to_day: '2026-03-31' };
    await join(services, viewer, owner, { role: 'viewer', acts: [act], ...period });
    const [seen, ...others] = await listed(viewer);
    expect(others).toEqual([]);
    expect(seen?._id).toBe(item);
    expect(seen?.period).toEqual({ from: '2025-04-01T00:00:00.000Z', to: '2026-03-31T00:00:00.000Z' });
    const days = seen?.statusHistory.map(({ date }) => date.slice(0, 10));
    expect(days).toEqual(['2025-04-01', '2026-03-31']);
    expect(seen?.statusHistoryTotal).toBeUndefined();
    expect(seen?.paymentDates.map(({ date }) => date.slice(0, 10))).toEqual(['2025-05-01']);
    const [asked] = await listed(viewer, undefined, '?from=2024-01-01&to=2026-01-01');
    expect(asked?.statusHistory.map(({ date }) => date.slice(0, 10))).toEqual(['2025-04-01']);
    expect(asked?.statusHistoryTotal).toBe(2);
    const page = (await ask(viewer, `/compliance/data/${item}/status-history`)).json().data;
    expect(page.statusHistory.map(({ date }: { date: string }) => date.slice(0, 10)).sort()).toEqual(days);
    expect(page.pagination.total).toBe(2);
    expect((await ask(viewer, `/compliance/data/${otherItem}/status-history`)).statusCode).toBe(404);
    expect((await listed(owner)).map((its) => its.period)).toEqual([undefined, undefined]);
  });

  test('has answers of their own, not those that were kept of before', async () => {
    const { services } = server;
    const viewer = await addPerson(services);
    const id = await join(services, viewer, rao, { role: 'viewer' });
    expect((await listed(viewer)).length).toBe(2);
    await server.owner.query('alter table memberships disable trigger announce');
    await services.database.db
      .updateTable('memberships')
      .set({ acts: [act] })
      .where('id', '=', id)
      .execute();
    await server.owner.query('alter table memberships enable trigger announce');
    expect((await listed(viewer)).length).toBe(1);
  });
});

describe('an administrator', () => {
  test('names a company of the user whom they name, and no other', async () => {
    const named = (company?: string) => ask(admin, `/compliance/data?userId=${consultant.userId}`, company);
    for (const company of [companies.rao, companies.own, undefined])
      expect((await named(company)).statusCode).toBe(200);
    const { db } = server.services.database;
    const elsewhere = await companyOf(server.services, await addPerson(server.services, { company: COMPANY }));
    expect(failureOf(await named(elsewhere))).toEqual(NO_MEMBER);
    expect(failureOf(await named('nonsense'))).toEqual(NO_MEMBER);
    expect(failureOf(await ask(admin, '/compliance/data', companies.rao))).toEqual(NO_MEMBER);
    expect(failureOf(await ask(admin, `/compliance/data?userId=${admin.userId}`, companies.rao))).toEqual(NO_MEMBER);
    expect(failureOf(await ask(admin, '/users', companies.rao))).toEqual(NO_MEMBER);
    expect(await db.selectFrom('memberships').select('id').where('user_id', '=', admin.userId).execute()).toHaveLength(
      1,
    );
  });

  test('acts there with the rights of that user, in that company', async () => {
    const { services } = server;
    const viewer = await addPerson(services);
    await join(services, viewer, rao, { role: 'viewer' });
    const act = { token: admin.token, userId: viewer.userId };
    expect(failureOf(await record(act, companies.rao))).toEqual([403, 'Viewers can only read']);
    const named = { token: admin.token, userId: consultant.userId };
    expect((await record(named, companies.rao, { forDate: '2026-09-15', note: 'by hand' })).statusCode).toBe(200);
    const days = (await listed(rao))[0]?.statusHistory.map(({ date }) => date.slice(0, 10));
    expect(days).toContain('2026-09-15');
  });

  test('who impersonates is in the companies of whom they impersonate', async () => {
    const of = { userId: consultant.userId, device: 'test', impersonatorId: admin.userId };
    const token = await beginSession(server.services.database.db, of);
    expect(await memberOf({ token }, companies.iyer)).toMatchObject({ companyId: companies.iyer, role: 'manager' });
    const elsewhere = await companyOf(server.services, await addPerson(server.services, { company: COMPANY }));
    expect(failureOf(await ask({ token }, '/users/profile', elsewhere))).toEqual(NO_MEMBER);
  });
});

test('the company of a user is that of the call for oneself, and the default one for administrators', async () => {
  const read = async (person: Person, company?: string) =>
    (await ask(person, `/companies/user/${consultant.userId}`, company)).json().data.company._id;
  expect(await read(consultant, companies.rao)).toBe(companies.rao);
  expect(await read(consultant)).toBe(companies.own);
  expect(await read(admin)).toBe(companies.own);
});

test('HR documents go by the best plan of a person', async () => {
  const { services } = server;
  const person = await addPerson(services, { company: COMPANY });
  const download = async () => (await ask(person, `/hr-format/download/${UNKNOWN}`)).statusCode;
  expect(await download()).toBe(403);
  const id = await join(services, person, rao, { role: 'member' });
  expect(await download()).toBe(404);
  await services.database.db.deleteFrom('memberships').where('id', '=', id).execute();
  expect(await download()).toBe(403);
});
