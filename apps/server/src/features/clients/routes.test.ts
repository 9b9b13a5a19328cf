import { listClients } from '@anupalan/contract/people/clients';
import { updateStatus } from '@anupalan/contract/status-history';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { act, beginWithConsultant, clients, consultant, monthly, server, yearly } from './consultant.fixture.ts';

beginWithConsultant();

async function list(person: Pick<Person, 'token'>, query = '') {
  const response = await server.call({ url: `/api/companies${query}`, token: person.token });
  expect(response.statusCode, response.body).toBe(200);
  return listClients.answers[200].parse(response.json());
}

const ids = (people: readonly Person[]) => Promise.all(people.map((person) => companyOf(server.services, person)));

describe('GET /companies', () => {
  test('lists the companies that somebody is in, each as its own dashboard counts', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    await addStatusEntry(server.services, first, { item: monthly, day: '2026-11-15' });
    const { data, pagination } = await list(consultant);
    expect(data.map(({ _id }) => _id).toSorted()).toEqual((await ids([consultant, ...clients])).toSorted());
    expect(pagination).toEqual({ page: 1, limit: 50, total: 3, pages: 1 });
    const [of] = await ids([first]);
    expect(data.find(({ _id }) => _id === of)).toMatchObject({
      role: 'member',
      plan: 'premium',
      states: ['Kerala'],
      employeeCount: 20,
      waiting: 0,
      nextDue: '2026-11-25T00:00:00.000Z',
    });
  });

  test('says after a record what it says, at once', async () => {
    const before = (await list(consultant)).data[0];
    const [company] = await ids([consultant]);
    const own = async () => (await list(consultant)).data.find(({ _id }) => _id === company);
    expect(before).toBeDefined();
    expect(await own()).toMatchObject({ dueSoon: 1 });
    const response = await server.call({
      method: updateStatus.method,
      url: `/api/compliance/data/${yearly}/status`,
      token: consultant.token,
      payload: { userId: consultant.userId, status: 'done', forDate: '2026-11-25' },
    });
    expect(response.statusCode, response.body).toBe(200);
    expect(await own()).toMatchObject({ dueSoon: 0 });
  });

  test.each([
    ['2026-10-15T18:29:59Z', { done: 1, of: 1 }],
    ['2026-10-15T18:30:00Z', { done: 0, of: 1 }],
  ])('counts as on time what was settled on its day in India: %s', async (moment, onTime) => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    await addStatusEntry(server.services, first, { item: monthly, day: '2026-10-15' });
    await server.owner.query('update status_entries set settled_at = $2 where workspace_id = $1', [
      first.workspaceId,
      moment,
    ]);
    const viewer = await addPerson(server.services);
    const october = { from_day: '2026-10-01', to_day: '2026-10-31' };
    await join(server.services, viewer, first, { role: 'viewer', until: '2026-12-31', ...october });
    expect((await list(viewer)).data).toMatchObject([{ onTime }]);
  });

  test('shows nobody else’s, and none that somebody was removed from', async () => {
    const [first, second] = clients;
    if (!first || !second) throw new Error('There are no clients');
    const stranger = await addPerson(server.services);
    expect((await list(stranger)).data).toEqual([]);
    expect((await list(first)).data).toHaveLength(1);
    await server.owner.query('delete from memberships where workspace_id = $1 and user_id = $2', [
      first.workspaceId,
      consultant.userId,
    ]);
    const seen = (await list(consultant)).data.map(({ _id }) => _id);
    expect(seen.toSorted()).toEqual((await ids([consultant, second])).toSorted());
  });

  test('counts for a viewer what lies in their acts', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    const other = await addAct(server.services);
    const viewer = await addPerson(server.services);
    await join(server.services, viewer, first, { role: 'viewer', until: '2026-12-31', acts: [other] });
    expect((await list(viewer)).data).toMatchObject([{ role: 'viewer', overdue: 0, dueSoon: 0, nextDue: null }]);
  });

  test.each([
    [
      { from_day: '2026-10-01', to_day: '2026-11-30' },
      { overdue: 1, dueSoon: 1, onTime: { done: 1, of: 2 } },
    ],
    [
      { from_day: '2026-10-01', to_day: '2026-10-31' },
      { overdue: 0, dueSoon: 0, onTime: { done: 1, of: 1 } },
    ],
    [{ from_day: '2026-11-23' }, { overdue: 0, dueSoon: 1, onTime: { done: 0, of: 0 } }],
    [{ to_day: '2026-11-22' }, { overdue: 1, dueSoon: 0, onTime: { done: 1, of: 12 } }],
    [{ from_day: '2025-03-01', to_day: '2025-03-31' }, { overdue: 0 }],
    [{ from_day: '2025-04-01', to_day: '2025-04-30' }, { overdue: 1 }],
  ])('counts for a viewer what lies in their period: %o', async (period, summary) => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    for (const day of ['2025-03-15', '2026-10-15'])
      await addStatusEntry(server.services, first, { item: monthly, day });
    await server.owner.query(`update status_entries set settled_at = day where workspace_id = $1`, [first.workspaceId]);
    const viewer = await addPerson(server.services);
    await join(server.services, viewer, first, { role: 'viewer', until: '2026-12-31', ...period });
    const seesNext = !('to_day' in period) || period.to_day > '2026-11-25';
    const nextDue = seesNext ? '2026-11-25T00:00:00.000Z' : null;
    expect((await list(viewer)).data).toMatchObject([{ ...summary, nextDue }]);
  });

  test('is not what an administrator of the same company sees, in either order', async () => {
    const [, goan] = clients;
    if (!goan) throw new Error('There is no client');
    const limits = { state: 'Kerala', due_date: '2026-11-24', frequency: 'yearly' } as const;
    const kerala = await addItem(server.services, { act_id: act, title: 'Kerala alone', ...limits });
    onTestFinished(async () => {
      await server.owner.query('delete from compliance_items where id = $1', [kerala]);
    });
    const admin = await addPerson(server.services, { role: 'admin' });
    await join(server.services, admin, goan);
    const [company] = await ids([goan]);
    const nextDue = async (person: Person) =>
      (await list(person)).data.find(({ _id }) => _id === company)?.nextDue?.slice(0, 10);
    expect([await nextDue(goan), await nextDue(admin), await nextDue(goan)]).toEqual([
      '2026-11-25',
      '2026-11-24',
      '2026-11-25',
    ]);
  });

  test('says how much waits to those who may read it, and not to viewers', async () => {
    const [first] = clients;
    if (!first) throw new Error('There is no client');
    const checked = await server.call({
      method: 'PUT',
      url: '/api/assignments',
      token: first.token,
      payload: { scope: 'company', checker: first.userId },
    });
    expect(checked.statusCode, checked.body).toBe(200);
    const recorded = await server.call({
      method: updateStatus.method,
      url: `/api/compliance/data/${yearly}/status`,
      token: consultant.token,
      headers: { 'x-company': await companyOf(server.services, first) },
      payload: { userId: consultant.userId, status: 'done', forDate: '2026-11-25' },
    });
    expect(recorded.statusCode, recorded.body).toBe(200);
    const viewer = await addPerson(server.services);
    await join(server.services, viewer, first, { role: 'viewer', until: '2026-12-31' });
    expect((await list(first)).data).toMatchObject([{ waiting: 1 }]);
    expect((await list(viewer)).data).toMatchObject([{ waiting: 0 }]);
  });

  test('searches, chooses, sorts and pages', async () => {
    await server.owner.query(`update companies set company_name = 'Zeta' where workspace_id = $1`, [
      consultant.workspaceId,
    ]);
    await addStatusEntry(server.services, consultant, { item: yearly, day: '2026-11-25' });
    expect((await list(consultant, '?search=zET')).data.map(({ companyName }) => companyName)).toEqual(['Zeta']);
    expect((await list(consultant, '?needs=due-soon')).data.map(({ companyName }) => companyName)).not.toContain(
      'Zeta',
    );
    expect((await list(consultant, '?sort=due-soon')).data.at(-1)?.companyName).toBe('Zeta');
    const page = await list(consultant, '?limit=2&page=2');
    expect(page.data.map(({ companyName }) => companyName)).toEqual(['Zeta']);
    expect(page.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });

  test('reads as many statements for however many companies, and fewer when nothing changed', async () => {
    const pool = vi.spyOn(server.services.database.pool, 'query');
    const count = async () => {
      pool.mockClear();
      await list(consultant);
      return pool.mock.calls.length;
    };
    const [first, again] = [await count(), await count()];
    const more = await addPerson(server.services, { company: { employeeCount: 20, state: 'Goa' } });
    await join(server.services, consultant, more);
    expect([first, again]).toEqual([7, 2]);
    expect(await count()).toBe(7);
    pool.mockRestore();
  });

  test.each([
    ['?sort=best', 'Unknown order'],
    ['?needs=all', 'Unknown filter'],
    ['?limit=0', 'Limit must be a whole number from 1 to 100'],
  ])('refuses %s', async (query, message) => {
    const response = await server.call({ url: `/api/companies${query}`, token: consultant.token });
    expect(response.statusCode).toBe(400);
    expect(JSON.stringify(response.json())).toContain(message);
  });

  test('is for who is signed in, and says no to a company one isn’t in', async () => {
    expect((await server.call({ url: '/api/companies' })).statusCode).toBe(401);
    const stranger = await addPerson(server.services, { company: { employeeCount: 2, state: 'Goa' } });
    const foreign = await server.call({
      url: '/api/companies',
      token: consultant.token,
      headers: { 'x-company': await companyOf(server.services, stranger) },
    });
    expect(foreign.statusCode).toBe(403);
  });
});
