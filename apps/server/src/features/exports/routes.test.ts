import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { addEvidenceOf } from './evidence.fixture.ts';

let server: TestApp;
let pf: string;
let esi: string;
let ecr: string;
let challan: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-11-22T09:00:00Z') });
  const { services } = server;
  pf = await addAct(services, { name: 'Provident Fund Act' });
  esi = await addAct(services, { name: 'Insurance Act' });
  const since = { created_at: '2025-01-01', frequency: 'monthly' } as const;
  ecr = await addItem(services, { act_id: pf, title: 'ECR', due_date: '2024-01-15', ...since });
  challan = await addItem(services, { act_id: esi, title: 'Challan', due_date: '2024-01-25', ...since });
});

afterAll(() => server.close());

let owner: Person;
let company: string;

beforeEach(async () => {
  owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  company = await companyOf(server.services, owner);
});

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object, by = owner) =>
  server.call({
    method,
    url: `/api${url}`,
    token: by.token,
    headers: { 'x-company': company },
    ...(payload && { payload }),
  });

const day = (iso: string) => `${iso}T00:00:00.000Z`;

/** Records that an occurrence is done; `filing` as a filing run would have noted it. */
async function record(item: string, on: string, payload: object = {}, filing: object | null = null): Promise<void> {
  const body = { userId: owner.userId, status: 'done', forDate: on, ...payload };
  const made = await call('PATCH', `/compliance/data/${item}/status`, body);
  expect(made.statusCode, made.body).toBe(200);
  if (!filing) return;
  await server.owner.query(
    `update status_records set filing = $1 where workspace_id = $2 and compliance_item_id = $3 and day = $4
       and status = 'done'`,
    [filing, owner.workspaceId, item, on],
  );
}

type Row = Readonly<Record<string, string>>;

/** The rows of a table by the titles of its columns, from its CSV. */
async function read(table: string, query = '', by = owner): Promise<Row[]> {
  const response = await call('GET', `/exports/${table}?format=csv${query}`, undefined, by);
  expect(response.statusCode, response.body).toBe(200);
  const [titles = [], ...rows] = response.body
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map(
      (line) =>
        line
          .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
          ?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '').replaceAll('""', '"')) ?? [],
    );
  return rows.map((cells) =>
    Object.fromEntries(titles.flatMap((title, at) => (title ? [[title, cells[at] ?? '']] : []))),
  );
}

const pick = (rows: Row[], ...titles: string[]) => rows.map((row) => titles.map((title) => row[title]).join(' | '));

describe('GET /exports/compliance', () => {
  test('has each obligation and each of its occurrences, with what was done about it', async () => {
    await record(ecr, '2026-09-15', { note: 'Filed at noon' }, { filedOn: day('2026-09-14'), number: 'TRRN 1' });
    await record(ecr, '2026-10-15', {}, { filedOn: day('2026-10-17') });
    await addStatusEntry(server.services, owner, { item: challan, day: '2026-09-25', records: ['not-applicable'] });
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'challan, signed.pdf' });
    const rows = await read('compliance', '&from=2026-09-01&to=2026-11-30');
    expect(pick(rows, 'Act', 'Obligation', 'Due', 'Status', 'Standing', 'Done on', 'Days late', 'Number')).toEqual([
      'Provident Fund Act | ECR | 2026-09-15 | Done | On time | 2026-09-14 |  | TRRN 1',
      'Provident Fund Act | ECR | 2026-10-15 | Done | Late by 2 days | 2026-10-17 | 2 | ',
      'Provident Fund Act | ECR | 2026-11-15 | Not Done | Overdue |  |  | ',
      expect.stringMatching(
        /^Insurance Act \| Challan \| 2026-09-25 \| Not Applicable \| Not needed \| [\d-]+ \| {2}\| $/,
      ),
      'Insurance Act | Challan | 2026-10-25 | Not Done | Overdue |  |  | ',
      'Insurance Act | Challan | 2026-11-25 | Pending | Open |  |  | ',
    ]);
    expect(rows[0]).toMatchObject({
      Evidence: 'challan, signed.pdf',
      Note: 'Filed at noon',
      'Recorded by': 'Asha Rao',
    });
  });

  test('names the files of what counts alone, on the free plan those of the newest status', async () => {
    await record(ecr, '2026-09-15');
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'first.pdf' });
    await record(ecr, '2026-09-15', { note: 'Once more' });
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'second.pdf' });
    // As at a record that came back from its check, or was put aside.
    const subject = crypto.randomUUID();
    await addEvidenceOf(server, owner, { item: ecr, day: '2026-09-15', name: 'refused.pdf', subject });
    const files = async () => pick(await read('compliance', '&from=2026-09-01&to=2026-09-30'), 'Evidence')[0];
    expect(await files()).toBe('first.pdf, second.pdf');
    await server.owner.query(`update users set role = 'user' where id = $1`, [owner.userId]);
    expect(await files()).toBe('second.pdf');
  });

  test('says as many are on time as the status report does', async () => {
    for (const [due, filedOn] of [
      ['2026-10-15', '2026-10-15'],
      ['2026-11-15', '2026-11-16'],
    ] as const) {
      await record(ecr, due, {}, { filedOn: day(filedOn) });
      const { onTime, standing } = (await call('GET', `/companies/report?month=${due.slice(0, 7)}`)).json().data;
      const rows = await read('compliance', `&from=${due.slice(0, 7)}-01&to=${due.slice(0, 7)}-30`);
      expect(rows.filter(({ Standing }) => Standing === 'On time')).toHaveLength(onTime.done);
      expect(rows.filter(({ Standing }) => Standing === 'Overdue')).toHaveLength(standing.late);
    }
  });

  test.each([
    ['act', () => `&act=${esi}`, ['Challan']],
    ['item', () => `&item=${ecr}`, ['ECR']],
    ['search', () => '&search=provident%20ecr', ['ECR']],
    ['status', () => '&status=done', ['ECR']],
    ['overdue', () => '&status=overdue', ['Challan']],
    ['person', () => '&person=not-assigned', ['Challan', 'ECR']],
    ['nobody of these', () => '&person=by-item', []],
    ['state', () => '&state=Goa', ['Challan', 'ECR']],
  ])('is narrowed by %s as the screen is', async (_, query, titles) => {
    await record(ecr, '2026-10-15');
    const rows = await read('compliance', `&from=2026-10-01&to=2026-10-31${query()}`);
    expect([...new Set(pick(rows, 'Obligation'))].sort()).toEqual(titles);
  });

  test('has what waits for a check, and duties of events, but no complaint', async () => {
    await addPerson(server.services).then((member) => join(server.services, member, owner, { role: 'member' }));
    const rows = await read('compliance', '&from=2026-11-01&to=2026-11-30');
    expect(pick(rows, 'Standing')).toEqual(['Overdue', 'Open']);
  });

  test('is the financial year where no days are named', async () => {
    const rows = await read('compliance', `&item=${ecr}`);
    expect([rows.at(0)?.Due, rows.at(-1)?.Due]).toEqual(['2026-04-15', '2027-03-15']);
  });

  test('is a workbook or a PDF as well', async () => {
    await record(ecr, '2026-10-15', { note: '=1+1' });
    const query = '&from=2026-10-01&to=2026-10-31';
    const sheet = await call('GET', `/exports/compliance?format=xlsx${query}`);
    expect(sheet.headers['content-disposition']).toBe('attachment; filename="compliance-register-2026-11-22.xlsx"');
    const [{ rows = [] } = {}] = (await readXlsx(sheet.rawPayload)).sheets;
    expect(rows[1]).toEqual(expect.arrayContaining(['ECR', new Date('2026-10-15'), '=1+1']));
    const pdf = await call('GET', `/exports/compliance?format=pdf${query}`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), { mergePages: true });
    expect(text).toContain('01/10/2026 to 31/10/2026');
    expect(text).toContain('15/10/2026');
  });
});

test('GET /exports/statuses has one row a record, notes included, which an import knows by its titles', async () => {
  await record(ecr, '2026-10-15', { status: 'on-hold', note: 'Portal down' });
  await record(ecr, '2026-10-15', {}, { filedOn: day('2026-10-14'), number: 'TRRN 2', amount: 250.5 });
  await call('POST', `/compliance/data/${ecr}/notes`, {
    userId: owner.userId,
    forDate: '2026-10-15',
    note: 'Late at night',
  });
  const rows = await read('statuses');
  const titles = ['Act', 'Obligation', 'Due date', 'Status', 'Note', 'Number', 'Filed on'];
  expect(pick(rows, ...titles)).toEqual([
    'Provident Fund Act | ECR | 2026-10-15 | On Hold | Portal down |  | ',
    'Provident Fund Act | ECR | 2026-10-15 | Done |  | TRRN 2 | 2026-10-14',
  ]);
  expect(await read('statuses', '&from=2026-11-01')).toEqual([]);
});

test('GET /exports/payments has payments by their days', async () => {
  for (const [day, amount] of [
    ['2026-11-02', 1234.5],
    ['2026-10-02', 10],
  ] as const) {
    const payment = { userId: owner.userId, itemId: ecr, date: day, amount, description: `Paid on ${day}` };
    const made = await call('POST', `/compliance/data/${ecr}/payment-dates`, payment);
    expect(made.statusCode, made.body).toBeLessThan(300);
  }
  expect(pick(await read('payments'), 'Paid on', 'Amount (Rs)', 'Description', 'Obligation')).toEqual([
    '2026-10-02 | 10.00 | Paid on 2026-10-02 | ECR',
    '2026-11-02 | 1234.50 | Paid on 2026-11-02 | ECR',
  ]);
});

test('GET /exports/activity has what the screen tells, in its words, and taking it out is told there', async () => {
  await record(ecr, '2026-10-15');
  await read('statuses');
  expect(pick(await read('activity'), 'Who', 'What')).toEqual([
    'Asha Rao | exported the activity',
    'Asha Rao | exported the status register',
    'Asha Rao | marked “ECR” of 15/10/2026 as Done',
  ]);
});

describe('whoever asks', () => {
  test('is signed in, names a format and days in order', async () => {
    expect((await server.call({ url: '/api/exports/compliance?format=csv' })).statusCode).toBe(401);
    expect((await call('GET', '/exports/compliance')).json()).toMatchObject({ errors: { format: expect.anything() } });
    expect((await call('GET', '/exports/wages?format=csv')).statusCode).toBe(404);
    const turned = await call('GET', '/exports/compliance?format=csv&from=2026-11-02&to=2026-11-01');
    expect(turned.json()).toMatchObject({ errors: { to: 'The last day must not be before the first' } });
  });

  test('sees nothing of another company, and a viewer nothing outside their acts and days', async () => {
    const stranger = await addPerson(server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Goa' },
    });
    expect((await call('GET', '/exports/compliance?format=csv', undefined, stranger)).statusCode).toBe(403);
    const viewer = await addPerson(server.services);
    const period = { from_day: '2026-10-20', to_day: '2026-11-20' };
    await join(server.services, viewer, owner, { role: 'viewer', until: '2026-12-31', acts: [esi], ...period });
    await record(ecr, '2026-10-15', { note: 'Secret' });
    await record(challan, '2026-09-25', { note: 'Secret' });
    for (const table of ['compliance', 'statuses', 'payments', 'activity']) {
      const rows = await read(table, '', viewer);
      expect(JSON.stringify(rows)).not.toMatch(/Secret|ECR|2026-09-25/);
    }
    expect(pick(await read('compliance', '', viewer), 'Obligation', 'Due')).toEqual(['Challan | 2026-10-25']);
  });

  test('gets the newest status of a day and no notes for a free company', async () => {
    owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    company = await companyOf(server.services, owner);
    await addStatusEntry(server.services, owner, {
      item: ecr,
      day: '2026-10-15',
      records: ['not-done', 'done', 'NOTE'],
    });
    await server.owner.query(`update status_records set note = 'Secret' where workspace_id = $1`, [owner.workspaceId]);
    expect(pick(await read('statuses'), 'Status')).toEqual(['Done']);
    for (const table of ['compliance', 'statuses', 'activity']) {
      expect(JSON.stringify(await read(table))).not.toContain('Secret');
    }
  });
});
