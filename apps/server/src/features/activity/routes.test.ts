import type { ActivityEvent } from '@anupalan/contract/people/activity';
import { listActivity } from '@anupalan/contract/people/activity';
import { NOTE } from '@anupalan/domain/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';
import { recordActivity } from './commands.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const DAY = '2026-11-15';
const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

let server: TestApp;
let act: string;
let items: Readonly<Record<'one' | 'other', string>>;
let owner: Person;
let member: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const { services } = server;
  act = await addAct(services);
  items = {
    one: await addItem(services, { act_id: act, title: 'File the return' }),
    other: await addItem(services, { act_id: await addAct(services), title: 'Pay the dues' }),
  };
});

beforeEach(async () => {
  const { services } = server;
  owner = await addPerson(services, { role: 'premium', company: COMPANY });
  member = await addPerson(services);
  await join(services, member, owner, { role: 'member' });
});

afterAll(() => server.close());

async function list(person: Person, query = '', company?: string) {
  const headers = { ...(company && { 'x-company': company }) };
  const response = await server.call({ url: `/api/activity${query}`, token: person.token, headers });
  expect(response.statusCode, response.body).toBe(200);
  return listActivity.answers[200].parse(response.json());
}

const tell = ({ what, by, about }: ActivityEvent) => ({ what, by, about });

const record = (person: Person, status: string, { item = items.one, day = DAY } = {}) =>
  server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${item}/status`,
    token: person.token,
    payload: { userId: person.userId, status, forDate: day },
  });

/** Records as many events as there are moments, of the owner, each at its own. */
async function addEvents(moments: readonly string[], about: { itemId?: string; day?: string } = {}): Promise<void> {
  for (const at of moments) {
    await server.owner.query(
      `insert into activity (workspace_id, id, at, by, what, about)
       values ($1, uuidv7(), $2, $3, 'facts.answer', $4)`,
      [owner.workspaceId, at, owner.userId, JSON.stringify(about)],
    );
  }
}

test('what people do is told newest first, with what they recorded, and by whom', async () => {
  const { call } = server;
  const headers = { 'x-company': await companyOf(server.services, owner) };
  const by = (person: Person) => ({ token: person.token, headers });
  const form = {
    companyName: 'Rao & Sons',
    employeeCount: 25,
    companyPhone: '',
    companyEmail: '',
    designation: 'HR',
    city: 'Pune',
  };
  const item = `/api/compliance/data/${items.one}`;
  await call({ ...by(owner), method: 'PUT', url: '/api/companies/profile', payload: form });
  await call({ ...by(owner), method: 'PUT', url: '/api/companies/profile', payload: form });
  await call({ ...by(owner), method: 'POST', url: '/api/companies/states', payload: { state: 'Goa' } });
  await call({ ...by(owner), method: 'DELETE', url: '/api/companies/states/Goa' });
  const payload = { userId: member.userId, status: 'done', forDate: DAY, note: 'Paid by cheque' };
  await call({ ...by(member), method: 'PATCH', url: `${item}/status`, payload });
  await call({ ...by(owner), method: 'PATCH', url: `${item}/note`, payload: { forDate: DAY, note: 'Seen' } });
  const paid = await call({
    ...by(member),
    method: 'POST',
    url: `${item}/payment-dates`,
    payload: { date: DAY, amount: 1234.5 },
  });
  const sent = await call({
    ...by(member),
    method: 'POST',
    url: `${item}/submission-dates`,
    payload: { date: DAY, description: 'Sent' },
  });
  const paymentId = paid.json().data.paymentDates[0]._id;
  await call({ ...by(owner), method: 'DELETE', url: `${item}/payment-dates/${paymentId}` });
  const submissionId = sent.json().data.submissionDates[0]._id;
  await call({ ...by(member), method: 'DELETE', url: `${item}/submission-dates/${submissionId}` });

  const { data, people, pagination } = await list(owner);
  const of = { itemId: items.one, title: 'File the return', day: `${DAY}T00:00:00.000Z` };
  expect(data.map(tell)).toEqual([
    { what: 'submission-dates.delete', by: member.userId, about: { ...of, recordId: expect.any(String) } },
    { what: 'payment-dates.delete', by: owner.userId, about: { ...of, recordId: expect.any(String) } },
    { what: 'submission-dates.create', by: member.userId, about: of },
    { what: 'payment-dates.create', by: member.userId, about: { ...of, amount: 1234.5 } },
    { what: 'status-history.note', by: owner.userId, about: of },
    { what: 'status-history.record', by: member.userId, about: { ...of, status: 'done' } },
    { what: 'companies.remove-state', by: owner.userId, about: { state: 'Goa' } },
    { what: 'companies.add-state', by: owner.userId, about: { state: 'Goa' } },
    { what: 'companies.update', by: owner.userId, about: { fields: ['employeeCount'] } },
  ]);
  expect(people).toHaveLength(2);
  expect(people).toEqual(
    expect.arrayContaining([owner, member].map(({ userId }) => ({ _id: userId, name: 'Asha Rao' }))),
  );
  expect(pagination).toEqual({ page: 1, limit: 50, total: 9, pages: 1 });
  expect(JSON.stringify(data)).not.toContain('cheque');
  const stored = await server.owner.query('select from activity where workspace_id = $1 and what ~ $2', [
    owner.workspaceId,
    '^status-history',
  ]);
  expect(stored.rows).toEqual([]);
});

test('a note that an administrator changes and deletes is told', async () => {
  const admin = await addPerson(server.services, { role: 'admin' });
  await addStatusEntry(server.services, owner, { item: items.one, day: DAY, records: [NOTE] });
  const { rows } = await server.owner.query('select id from status_records where workspace_id = $1', [
    owner.workspaceId,
  ]);
  const url = `/api/compliance/data/${items.one}/note/${rows[0].id}`;
  const payload = { userId: owner.userId, note: 'Other words' };
  expect((await server.call({ method: 'PUT', url, token: admin.token, payload })).statusCode).toBe(200);
  const deletion = { method: 'DELETE', url: `${url}?userId=${owner.userId}`, token: admin.token } as const;
  expect((await server.call(deletion)).statusCode).toBe(200);
  const about = { itemId: items.one, title: 'File the return', recordId: rows[0].id, day: `${DAY}T00:00:00.000Z` };
  const { data, people } = await list(owner);
  expect(data.map(tell)).toEqual([
    { what: 'status-history.delete-note', by: admin.userId, about },
    { what: 'status-history.change-note', by: admin.userId, about },
  ]);
  expect(people).toEqual([{ _id: admin.userId, name: 'An administrator of Anupalan' }]);
});

describe('pages and filters', () => {
  test('pages go on where the last one ended, over both kinds of events', async () => {
    for (const status of ['done', 'pending', 'not-done']) await record(owner, status);
    await addEvents(['2026-11-01T00:00:00Z', '2030-01-01T00:00:00Z']);
    const all = (await list(owner)).data;
    expect(all.map(({ what }) => what)).toEqual([
      'facts.answer',
      ...Array.from({ length: 3 }, () => 'status-history.record'),
      'facts.answer',
    ]);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(owner, `?limit=2&page=${page}`)));
    expect(pages.flatMap(({ data }) => data)).toEqual(all);
    expect(pages[1]?.pagination).toEqual({ page: 2, limit: 2, total: 5, pages: 3 });
  });

  test('by who did it, and by what', async () => {
    const company = await companyOf(server.services, owner);
    await record(owner, 'done');
    await addEvents(['2026-11-01T00:00:00Z']);
    const whats = async (query: string) => (await list(owner, query, company)).data.map(({ what }) => what);
    expect(await whats(`?by=${owner.userId}`)).toEqual(['status-history.record', 'facts.answer']);
    expect(await whats(`?by=${member.userId}`)).toEqual([]);
    expect(await whats('?what=facts')).toEqual(['facts.answer']);
    expect(await whats('?what=status-history')).toEqual(['status-history.record']);
  });

  test('by days, which begin and end in India', async () => {
    await addEvents(['2026-11-19T18:29:59.999Z', '2026-11-19T18:30:00Z', '2026-11-20T18:29:59.999Z']);
    const days = async (query: string) => (await list(owner, query)).data.map(({ at }) => at);
    expect(await days('?from=2026-11-20&to=2026-11-20')).toEqual([
      '2026-11-20T18:29:59.999Z',
      '2026-11-19T18:30:00.000Z',
    ]);
    expect(await days('?to=2026-11-19')).toEqual(['2026-11-19T18:29:59.999Z']);
    expect(await days('?from=2026-11-21')).toEqual([]);
  });

  test.each([
    ['by=me', { by: 'Person must be an id' }],
    ['what=kings', { what: 'Unknown kind of activity' }],
    ['from=30/11/2026', { from: 'Invalid date format' }],
    ['from=2026-11-02&to=2026-11-01', { to: 'The last day must not be before the first' }],
    ['limit=101', { limit: 'Limit must be a whole number from 1 to 100' }],
  ])('%s is refused', async (query, errors) => {
    const response = await server.call({ url: `/api/activity?${query}`, token: owner.token });
    expect([response.statusCode, response.json().errors]).toEqual([400, errors]);
  });
});

describe('who reads what', () => {
  test('a free company reads of each day the newest status, and no notes', async () => {
    const free = await addPerson(server.services, { company: COMPANY });
    const records = ['not-done', 'done', NOTE] as const;
    await addStatusEntry(server.services, free, { item: items.one, day: DAY, records });
    await addStatusEntry(server.services, free, { item: items.one, day: '2026-10-15', records: [NOTE] });
    await addStatusEntry(server.services, owner, { item: items.one, day: DAY, records });
    const seen = async (person: Person) => {
      const { data, pagination } = await list(person);
      expect(pagination.total).toBe(data.length);
      return data.map(({ about }) => about.status ?? NOTE);
    };
    expect(await seen(free)).toEqual(['done']);
    expect(await seen(owner)).toEqual([NOTE, 'done', 'not-done']);
  });

  test('others’ activity is nobody’s, and of the own companies each its own', async () => {
    await record(owner, 'done');
    const company = await companyOf(server.services, owner);
    const stranger = await addPerson(server.services, { role: 'premium', company: COMPANY });
    expect((await list(stranger)).data).toEqual([]);
    const foreign = await server.call({
      url: '/api/activity',
      token: stranger.token,
      headers: { 'x-company': company },
    });
    expectFailure(foreign, 403, 'You are not a member of this company');
    const both = await addPerson(server.services, { company: COMPANY });
    await join(server.services, both, owner, { role: 'member' });
    expect((await list(both)).data).toEqual([]);
    expect((await list(both, '', company)).data).toHaveLength(1);
  });

  test('a viewer reads what is about the chosen acts and days', async () => {
    const { services } = server;
    for (const item of [items.one, items.other]) {
      for (const day of ['2026-10-31', '2026-11-01', DAY]) await addStatusEntry(services, owner, { item, day });
    }
    await addEvents(['2026-10-31T18:29:59Z', '2026-10-31T18:30:00Z']);
    await addEvents(['2026-12-24T00:00:00Z'], { itemId: items.one, day: `${DAY}T00:00:00.000Z` });
    const seenBy = async (scope: Parameters<typeof join>[3]) => {
      const viewer = await addPerson(services);
      await join(services, viewer, owner, { role: 'viewer', ...scope });
      const { data } = await list(viewer);
      return data.map(({ at, what, about }) =>
        [what.split('.')[0], about.title, about.day?.slice(0, 10) ?? at.slice(0, 10)].filter(Boolean).join(' '),
      );
    };
    expect(await seenBy({})).toHaveLength(9);
    expect(await seenBy({ acts: [act] })).toEqual([
      `facts File the return ${DAY}`,
      `status-history File the return ${DAY}`,
      'status-history File the return 2026-11-01',
      'status-history File the return 2026-10-31',
    ]);
    expect(await seenBy({ from_day: '2026-11-01', to_day: '2026-11-14' })).toEqual([
      'status-history Pay the dues 2026-11-01',
      'status-history File the return 2026-11-01',
      'facts 2026-10-31',
    ]);
    expect(await seenBy({ acts: [act], from_day: '2026-11-02' })).toEqual([
      `facts File the return ${DAY}`,
      `status-history File the return ${DAY}`,
    ]);
  });

  test('invitations are read by who may read them', async () => {
    const { database } = server.services;
    const by = { workspaceId: owner.workspaceId, userId: owner.userId, impersonatorId: null };
    await database.db
      .transaction()
      .execute((trx) => recordActivity(trx, by, { what: 'invitations.create', about: { role: 'viewer' } }));
    expect((await list(owner)).data.map(({ what }) => what)).toEqual(['invitations.create']);
    expect((await list(member)).data).toEqual([]);
  });
});

test('what is done in somebody’s name is theirs, and says so', async () => {
  const admin = await addPerson(server.services, { role: 'admin' });
  const of = { userId: owner.userId, device: 'test', impersonatorId: admin.userId };
  const token = await beginSession(server.services.database.db, of);
  await record({ ...owner, token }, 'done');
  await server.call({ method: 'POST', url: '/api/companies/states', token, payload: { state: 'Goa' } });
  expect((await list(owner)).data).toMatchObject([
    { what: 'companies.add-state', by: owner.userId, impersonated: true },
    { what: 'status-history.record', by: owner.userId, impersonated: true },
  ]);
});
