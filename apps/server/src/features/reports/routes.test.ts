import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { readStatusReport, type StatusReport } from '@anupalan/contract/people/reports';
import { isBefore } from '@anupalan/domain/calendar-day';
import { statusOfEntry } from '@anupalan/domain/occurrence';
import { occurrencesBetween } from '@anupalan/domain/recurrence';
import { isResolved } from '@anupalan/domain/statuses';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';

const TODAY = Temporal.PlainDate.from('2026-11-22');

let server: TestApp;
let pf: string;
let esi: string;
let ecr: string;
let challan: string;
let annual: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-22T09:00:00Z') });
  const { services } = server;
  pf = await addAct(services, { name: 'Provident Fund Act' });
  esi = await addAct(services, { name: 'Insurance Act' });
  const since = { created_at: '2025-01-01' };
  ecr = await addItem(services, { act_id: pf, title: 'ECR', due_date: '2024-01-15', frequency: 'monthly', ...since });
  challan = await addItem(services, {
    act_id: esi,
    title: 'Challan',
    due_date: '2024-01-25',
    frequency: 'monthly',
    registration: 'esi',
    ...since,
  });
  annual = await addItem(services, {
    act_id: esi,
    title: 'Return',
    due_date: '2026-12-05',
    frequency: 'yearly',
    ...since,
  });
});

afterAll(() => server.close());

let owner: Person;
let company: string;
let consultant: Person;
let consultantPhone: string;
let made = 0;

beforeEach(async () => {
  const kerala = { employeeCount: 20, state: 'Kerala' } as const;
  owner = await addPerson(server.services, { role: 'premium', company: kerala });
  company = await companyOf(server.services, owner);
  consultant = await addPerson(server.services, { company: kerala });
  await join(server.services, consultant, owner, { role: 'member' });
  consultantPhone = `98765432${10 + made++}`;
  await server.services.database.db
    .updateTable('companies')
    .set({ company_name: 'Consult.in', company_phone: consultantPhone })
    .where('workspace_id', '=', consultant.workspaceId)
    .execute();
});

async function read(person: Person, query = '?month=2026-11', of = company): Promise<StatusReport> {
  const url = `/api/companies/report${query}`;
  const response = await server.call({ url, token: person.token, headers: { 'x-company': of } });
  expect(response.statusCode, response.body).toBe(200);
  return readStatusReport.answers[200].parse(response.json()).data;
}

const record = (item: string, day: string, payload: object = {}, by = owner) =>
  server.call({
    method: 'PATCH',
    url: `/api/compliance/data/${item}/status`,
    token: by.token,
    headers: { 'x-company': company },
    payload: { userId: by.userId, status: 'done', forDate: day, ...payload },
  });

describe('GET /companies/report', () => {
  test('tells a month of a client, in the name of who asks', async () => {
    await record(ecr, '2026-11-15', { note: 'Filed at noon' });
    await addStatusEntry(server.services, owner, { item: ecr, day: '2026-10-15' });
    const report = await read(consultant);
    expect(report).toMatchObject({
      companyId: company,
      companyName: 'Rao & Sons',
      month: '2026-11',
      madeOn: '2026-11-22T00:00:00.000Z',
      preparedBy: { name: 'Asha Rao', company: 'Consult.in', phone: consultantPhone },
      standing: { settled: 1, waiting: 0, late: 0, open: 1 },
      onTime: { done: 0, of: 1 },
    });
    expect(
      report.due.map(({ act, lines }) => [act, lines.map(({ title, standing }) => `${title} ${standing}`)]),
    ).toEqual(
      expect.arrayContaining([
        ['Provident Fund Act', ['ECR settled']],
        ['Insurance Act', ['Challan open']],
      ]),
    );
    const done = report.due.flatMap(({ lines }) => lines).find(({ itemId }) => itemId === ecr);
    expect(done?.record).toMatchObject({ by: 'Asha Rao', note: 'Filed at noon' });
    expect(report.next.map(({ title, day }) => `${title} ${day.slice(0, 10)}`)).toEqual([
      'Return 2026-12-05',
      'ECR 2026-12-15',
      'Challan 2026-12-25',
    ]);
    const before = new Map(report.before.map(({ title, open }) => [title, open.map(({ day }) => day.slice(0, 10))]));
    expect(before.get('Challan')?.[0]).toBe('2025-11-25');
    expect(before.get('ECR')).not.toContain('2026-10-15');
    expect((await read(consultant, '')).month).toBe('2026-11');
  });

  test.each([['2026-11'], ['2026-10'], ['2026-12'], ['2025-08']])(
    'says of %s what the rows of GET /compliance/data say',
    async (month) => {
      const first = Temporal.PlainDate.from(`${month}-01`);
      const last = first.add({ months: 1 }).subtract({ days: 1 });
      await addStatusEntry(server.services, owner, { item: ecr, day: `${month}-15`, records: ['done', 'NOTE'] });
      await addStatusEntry(server.services, owner, { item: challan, day: `${month}-25`, records: ['done', 'on-hold'] });
      await record(annual, '2026-12-05', { status: 'not-applicable' });
      const listed = await server.call({
        url: `/api/compliance/data?from=${first}&to=${last}`,
        token: owner.token,
        headers: { 'x-company': company },
      });
      const expected = listComplianceItems.answers[200].parse(listed.json()).data.flatMap((item) => {
        const { date, frequency } = item.dueDate;
        if (date === null) return [];
        const days = occurrencesBetween(Temporal.PlainDate.from(date.slice(0, 10)), frequency, first, last);
        return [...days].map((day) => {
          const entry = item.statusHistory.find((one) => one.date.startsWith(`${day}`));
          const status = entry ? statusOfEntry(entry) : isBefore(day, TODAY) ? 'not-done' : 'pending';
          return { itemId: item._id, day: `${day}`, status, isSettled: isResolved(status) };
        });
      });
      const told = (await read(owner, `?month=${month}`)).due.flatMap(({ lines }) =>
        lines.map(({ itemId, day, status, standing }) => ({
          itemId,
          day: day.slice(0, 10),
          status,
          isSettled: standing === 'settled',
        })),
      );
      const inOrder = (lines: typeof told) => lines.toSorted((a, b) => (a.itemId + a.day < b.itemId + b.day ? -1 : 1));
      expect(told).not.toEqual([]);
      expect(inOrder(told)).toEqual(inOrder(expected));
    },
  );

  test('says of a day that was moved into the month what was recorded of it', async () => {
    const columns = { state: 'Goa', frequency: 'yearly', due_date: '2026-10-25' } as const;
    const exceptions = JSON.stringify([{ of: '10-25', on: '11-10' }]);
    const moved = await addItem(server.services, { act_id: pf, ...columns, exceptions });
    owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Goa' } });
    company = await companyOf(server.services, owner);
    const recorded = await record(moved, '2026-11-10', { note: 'Filed at noon' });
    expect(recorded.statusCode, recorded.body).toBe(200);
    const line = (await read(owner)).due.flatMap(({ lines }) => lines).find(({ itemId }) => itemId === moved);
    expect(line).toMatchObject({
      ...{ day: '2026-11-10T00:00:00.000Z', standing: 'settled', status: 'done' },
      record: { by: 'Asha Rao', note: 'Filed at noon' },
    });
  });

  test('says what waits for its check, by whom', async () => {
    const assigned = { scope: 'company', checker: owner.userId };
    await server.call({ method: 'PUT', url: '/api/assignments', token: owner.token, payload: assigned });
    expect((await record(ecr, '2026-11-15', {}, consultant)).statusCode).toBe(200);
    const report = await read(owner);
    expect(report.standing).toMatchObject({ settled: 0, waiting: 1 });
    const line = report.due.flatMap(({ lines }) => lines).find(({ itemId }) => itemId === ecr);
    expect(line).toMatchObject({ standing: 'waiting', status: 'done', record: { by: 'Asha Rao' } });
  });

  test('says that a day waits once all numbers do that are open, and of which number a record is', async () => {
    const call = async (method: 'PUT' | 'POST', url: string, payload: object) =>
      (await server.call({ method, url: `/api${url}`, token: owner.token, payload })).json().data;
    const numbers = ['31001234560000999', '53001234560000999', '52001234560000999'];
    const ids: string[] = [];
    for (const number of numbers) ids.push((await call('POST', '/registrations', { kind: 'esi', number }))._id);
    await call('PUT', '/assignments', { scope: 'company', checker: owner.userId });
    const lineOf = async () => {
      const { due, standing } = await read(owner, '?month=2026-10');
      return [standing.waiting, due.flatMap(({ lines }) => lines).find(({ itemId }) => itemId === challan)];
    };
    const [a, b, c] = ids;
    for (const [n, registrationId] of [a, b].entries()) {
      expect((await record(challan, '2026-10-25', { registrationId }, consultant)).statusCode).toBe(200);
      const late = { standing: 'late', status: 'pending', numbers: { recorded: n + 1, of: 3 }, record: null };
      expect(await lineOf()).toMatchObject([0, late]);
    }
    await record(challan, '2026-10-25', { registrationId: c }, consultant);
    const [waiting, line] = await lineOf();
    expect([waiting, line]).toMatchObject([
      1,
      { standing: 'waiting', status: 'done', record: { registrationNumber: numbers[2] } },
    ]);
    expect(line).not.toHaveProperty('numbers');
    // What waits on top of what is settled isn't what it stands by.
    await addStatusEntry(server.services, owner, { item: ecr, day: '2026-10-15' });
    await record(ecr, '2026-10-15', { status: 'not-applicable' }, consultant);
    const settled = (await read(owner, '?month=2026-10')).due.flatMap(({ lines }) => lines);
    expect(settled.find(({ itemId }) => itemId === ecr)).toMatchObject({ standing: 'settled', status: 'done' });
  });

  test('has what the company wrote down itself whenever it fell due', async () => {
    const { workspaceId: workspace_id } = owner;
    const audit = { act_id: pf, workspace_id, title: 'Audit', frequency: 'once', created_at: '2026-11-20' } as const;
    await addItem(server.services, { ...audit, due_date: '2026-10-10' });
    await addItem(server.services, { ...audit, title: 'Drill', due_date: '2026-11-10' });
    const { before, due } = await read(owner);
    expect(before.find(({ title }) => title === 'Audit')).toMatchObject({ count: 1, open: [{ standing: 'late' }] });
    expect(due.flatMap(({ lines }) => lines).find(({ title }) => title === 'Drill')?.standing).toBe('late');
  });

  test('has nothing outside a viewer’s acts and days', async () => {
    const viewer = await addPerson(server.services);
    const period = { from_day: '2026-11-20', to_day: '2026-12-20' };
    await join(server.services, viewer, owner, { role: 'viewer', until: '2026-12-31', acts: [esi], ...period });
    const { due, next, before, standing } = await read(viewer);
    expect(due.flatMap(({ lines }) => lines.map(({ title }) => title))).toEqual(['Challan']);
    expect([next.map(({ title }) => title), before]).toEqual([['Return'], []]);
    expect(standing).toEqual({ settled: 0, waiting: 0, late: 0, open: 1 });
  });

  test('has no notes of a free company', async () => {
    const own = await companyOf(server.services, consultant);
    await addStatusEntry(server.services, consultant, { item: ecr, day: '2026-11-15' });
    const [line] = (await read(consultant, undefined, own)).due.flatMap(({ lines }) =>
      lines.filter(({ itemId }) => itemId === ecr),
    );
    expect(line).toMatchObject({ status: 'done', record: { note: '' } });
  });

  test('takes the same statements, whatever there is', async () => {
    const pool = vi.spyOn(server.services.database.pool, 'query');
    const count = async () => {
      pool.mockClear();
      await read(owner);
      return pool.mock.calls.length;
    };
    await count();
    const before = await count();
    for (const month of ['01', '02', '03', '10', '11', '12']) {
      await addStatusEntry(server.services, owner, { item: ecr, day: `2026-${month}-15` });
      await addStatusEntry(server.services, owner, { item: challan, day: `2026-${month}-25`, records: ['on-hold'] });
    }
    expect(await count()).toBe(before);
    pool.mockRestore();
  });

  test('is for who is signed in, of a company that they are in', async () => {
    expect((await server.call({ url: '/api/companies/report' })).statusCode).toBe(401);
    const stranger = await addPerson(server.services, { company: { employeeCount: 2, state: 'Goa' } });
    const ask = (headers = {}, query = '') =>
      server.call({ url: `/api/companies/report${query}`, token: stranger.token, headers });
    expect((await ask({ 'x-company': company })).statusCode).toBe(403);
    for (const none of ['2026-13', '2027-01', '2199-12']) {
      const bad = await ask({}, `?month=${none}`);
      expect([bad.statusCode, bad.json().errors]).toEqual([400, { month: 'Please choose a month' }]);
    }
    const alone = await addPerson(server.services);
    expect((await server.call({ url: '/api/companies/report', token: alone.token })).statusCode).toBe(404);
  });
});
