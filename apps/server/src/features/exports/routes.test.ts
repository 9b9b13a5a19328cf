import { readXlsx } from 'hucre/xlsx';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addField, addItem } from '../../../test/catalogue.ts';
import { addPerson, join } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { addEvidenceOf } from './evidence.fixture.ts';
import { day, pick, RegisterWorld } from './register-world.fixture.ts';

let world: RegisterWorld;

beforeAll(async () => {
  world = await RegisterWorld.start();
});

afterAll(() => world.server.close());

beforeEach(() => world.begin());

describe('GET /exports/compliance', () => {
  test('has each obligation and each of its occurrences, with what was done about it', async () => {
    await world.record(
      world.ecr,
      '2026-09-15',
      { note: 'Filed at noon' },
      { filedOn: day('2026-09-14'), number: 'TRRN 1' },
    );
    await world.record(world.ecr, '2026-10-15', {}, { filedOn: day('2026-10-17') });
    await addStatusEntry(world.server.services, world.owner, {
      item: world.challan,
      day: '2026-09-25',
      records: ['not-applicable'],
    });
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'challan, signed.pdf' });
    const rows = await world.read('compliance', '&from=2026-09-01&to=2026-11-30');
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
    await world.record(world.ecr, '2026-09-15');
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'first.pdf' });
    await world.record(world.ecr, '2026-09-15', { note: 'Once more' });
    await addEvidenceOf(world.server, world.owner, { item: world.ecr, day: '2026-09-15', name: 'second.pdf' });
    // As at a record that came back from its check, or was put aside.
    const subject = crypto.randomUUID();
    await addEvidenceOf(world.server, world.owner, {
      item: world.ecr,
      day: '2026-09-15',
      name: 'refused.pdf',
      subject,
    });
    const files = async () => pick(await world.read('compliance', '&from=2026-09-01&to=2026-09-30'), 'Evidence')[0];
    expect(await files()).toBe('first.pdf, second.pdf');
    await world.server.owner.query(`update users set role = 'user' where id = $1`, [world.owner.userId]);
    expect(await files()).toBe('second.pdf');
  });

  test('says as many are on time as the status report does', async () => {
    for (const [due, filedOn] of [
      ['2026-10-15', '2026-10-15'],
      ['2026-11-15', '2026-11-16'],
    ] as const) {
      await world.record(world.ecr, due, {}, { filedOn: day(filedOn) });
      const { onTime, standing } = (await world.call('GET', `/companies/report?month=${due.slice(0, 7)}`)).json().data;
      const rows = await world.read('compliance', `&from=${due.slice(0, 7)}-01&to=${due.slice(0, 7)}-30`);
      expect(rows.filter(({ Standing }) => Standing === 'On time')).toHaveLength(onTime.done);
      expect(rows.filter(({ Standing }) => Standing === 'Overdue')).toHaveLength(standing.late);
    }
  });

  test.each([
    ['act', () => `&act=${world.esi}`, ['Challan']],
    ['item', () => `&item=${world.ecr}`, ['ECR']],
    ['search', () => '&search=provident%20ecr', ['ECR']],
    ['status', () => '&status=done', ['ECR']],
    ['overdue', () => '&status=overdue', ['Challan']],
    ['person', () => '&person=not-assigned', ['Challan', 'ECR']],
    ['nobody of these', () => '&person=by-item', []],
    ['state', () => '&state=Goa', ['Challan', 'ECR']],
  ])('is narrowed by %s as the screen is', async (_, query, titles) => {
    await world.record(world.ecr, '2026-10-15');
    const rows = await world.read('compliance', `&from=2026-10-01&to=2026-10-31${query()}`);
    expect([...new Set(pick(rows, 'Obligation'))].sort()).toEqual(titles);
  });

  test('has a row for what is not due in the period, and the dashboard’s columns, by plan', async () => {
    const { services, owner } = world.server;
    const form = await addField(services, { name: 'Form' });
    const penalty = await addField(services, { name: 'Penalty', access_level: 'premium' });
    await owner.query(
      `insert into compliance_values (compliance_item_id, compliance_field_id, text) values ($1, $2, 'ECR 2'), ($1, $3, 'A fine')`,
      [world.ecr, form, penalty],
    );
    const yearly = { title: 'Annual return', due_date: '2026-06-30', frequency: 'yearly' } as const;
    const item = await addItem(services, { act_id: world.pf, ...yearly });
    try {
      const rows = await world.read('compliance', '&from=2026-10-01&to=2026-10-31');
      expect(pick(rows, 'Act', 'Obligation', 'Due', 'Status', 'Standing', 'Form', 'Penalty')).toEqual([
        'Provident Fund Act | ECR | 2026-10-15 | Not Done | Overdue | ECR 2 | A fine',
        'Provident Fund Act | Annual return |  |  | Not due in this period |  | ',
        'Insurance Act | Challan | 2026-10-25 | Not Done | Overdue |  | ',
      ]);
      expect(pick(await world.read('compliance', '&from=2026-10-01&to=2026-10-31&status=overdue'), 'Due')).toEqual([
        '2026-10-15',
        '2026-10-25',
      ]);
      await world.begin('user');
      const [free] = await world.read('compliance', '&from=2026-10-01&to=2026-10-31');
      expect(free).toMatchObject({ Form: 'ECR 2' });
      expect(Object.keys(free ?? {})).not.toContain('Penalty');
    } finally {
      await owner.query('delete from compliance_items where id = $1', [item]);
      await owner.query('delete from compliance_values where compliance_field_id = any($1)', [[form, penalty]]);
      await owner.query('delete from compliance_fields where id = any($1)', [[form, penalty]]);
    }
  });

  test('says of what was due before it was tracked that it was, with its last day, and nothing of days unseen', async () => {
    const { services, owner } = world.server;
    const since = { created_at: '2026-11-10', due_date: '2024-01-05', frequency: 'monthly' } as const;
    const item = await addItem(services, { act_id: world.esi, title: 'Late start', ...since });
    try {
      const read = (query: string, by = world.owner) =>
        world
          .read('compliance', `&item=${item}${query}`, by)
          .then((rows) => pick(rows, 'Obligation', 'Due', 'Standing'));
      const autumn = '&from=2026-09-01&to=2026-10-31';
      expect(await read(autumn)).toEqual(['Late start | 2026-10-05 | Before tracking began']);
      expect(await read('&from=2026-10-06&to=2026-10-31')).toEqual(['Late start |  | Not due in this period']);
      const viewer = await addPerson(services);
      const role = { role: 'viewer', until: '2026-12-31' } as const;
      await join(services, viewer, world.owner, { ...role, from_day: '2026-09-01', to_day: '2026-09-30' });
      expect(await read(autumn, viewer)).toEqual(['Late start | 2026-09-05 | Before tracking began']);
      expect(await read('&from=2026-10-01&to=2026-10-31', viewer)).toEqual([]);
    } finally {
      await owner.query('delete from compliance_items where id = $1', [item]);
    }
  });

  test('is the financial year where no days are named', async () => {
    const rows = await world.read('compliance', `&item=${world.ecr}`);
    expect([rows.at(0)?.Due, rows.at(-1)?.Due]).toEqual(['2026-04-15', '2027-03-15']);
  });

  test('is a workbook or a PDF as well', async () => {
    await world.record(world.ecr, '2026-10-15', { note: '=1+1' });
    const query = '&from=2026-10-01&to=2026-10-31';
    const sheet = await world.call('GET', `/exports/compliance?format=xlsx${query}`);
    expect(sheet.headers['content-disposition']).toBe('attachment; filename="compliance-register-2026-11-22.xlsx"');
    const [{ rows = [] } = {}] = (await readXlsx(sheet.rawPayload)).sheets;
    expect(rows[1]).toEqual(expect.arrayContaining(['ECR', new Date('2026-10-15'), '=1+1']));
    const pdf = await world.call('GET', `/exports/compliance?format=pdf${query}`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), { mergePages: true });
    expect(text).toContain('01/10/2026 to 31/10/2026');
    expect(text).toContain('15/10/2026');
  });
});

test('GET /exports/statuses has one row a record, notes included, which an import knows by its titles', async () => {
  await world.record(world.ecr, '2026-10-15', { status: 'on-hold', note: 'Portal down' });
  await world.record(world.ecr, '2026-10-15', {}, { filedOn: day('2026-10-14'), number: 'TRRN 2', amount: 250.5 });
  await world.call('POST', `/compliance/data/${world.ecr}/notes`, {
    userId: world.owner.userId,
    forDate: '2026-10-15',
    note: 'Late at night',
  });
  const rows = await world.read('statuses');
  const titles = ['Act', 'Obligation', 'Due date', 'Status', 'Note', 'Number', 'Filed on'];
  expect(pick(rows, ...titles)).toEqual([
    'Provident Fund Act | ECR | 2026-10-15 | On Hold | Portal down |  | ',
    'Provident Fund Act | ECR | 2026-10-15 | Done |  | TRRN 2 | 2026-10-14',
  ]);
  expect(await world.read('statuses', '&from=2026-11-01')).toEqual([]);
});

test('GET /exports/payments has payments by their days', async () => {
  for (const [day, amount] of [
    ['2026-11-02', 1234.5],
    ['2026-10-02', 10],
  ] as const) {
    const payment = { userId: world.owner.userId, itemId: world.ecr, date: day, amount, description: `Paid on ${day}` };
    const made = await world.call('POST', `/compliance/data/${world.ecr}/payment-dates`, payment);
    expect(made.statusCode, made.body).toBeLessThan(300);
  }
  expect(pick(await world.read('payments'), 'Paid on', 'Amount (Rs)', 'Description', 'Obligation')).toEqual([
    '2026-10-02 | 10.00 | Paid on 2026-10-02 | ECR',
    '2026-11-02 | 1234.50 | Paid on 2026-11-02 | ECR',
  ]);
});

test('GET /exports/activity has what the screen tells, in its words, and taking it out is told there', async () => {
  await world.record(world.ecr, '2026-10-15');
  await world.read('statuses');
  expect(pick(await world.read('activity'), 'Who', 'What')).toEqual([
    'Asha Rao | exported the activity',
    'Asha Rao | exported the status register',
    'Asha Rao | marked “ECR” of 15/10/2026 as Done',
  ]);
});

describe('whoever asks', () => {
  test('is signed in, names a format and days in order', async () => {
    expect((await world.server.call({ url: '/api/exports/compliance?format=csv' })).statusCode).toBe(401);
    expect((await world.call('GET', '/exports/compliance')).json()).toMatchObject({
      errors: { format: expect.anything() },
    });
    expect((await world.call('GET', '/exports/wages?format=csv')).statusCode).toBe(404);
    const turned = await world.call('GET', '/exports/compliance?format=csv&from=2026-11-02&to=2026-11-01');
    expect(turned.json()).toMatchObject({ errors: { to: 'The last day must not be before the first' } });
  });

  test('sees nothing of another company, and a viewer nothing outside their acts and days', async () => {
    const stranger = await addPerson(world.server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Goa' },
    });
    expect((await world.call('GET', '/exports/compliance?format=csv', undefined, stranger)).statusCode).toBe(403);
    const viewer = await addPerson(world.server.services);
    const period = { from_day: '2026-10-20', to_day: '2026-11-20' };
    await join(world.server.services, viewer, world.owner, {
      role: 'viewer',
      until: '2026-12-31',
      acts: [world.esi],
      ...period,
    });
    await world.record(world.ecr, '2026-10-15', { note: 'Secret' });
    await world.record(world.challan, '2026-09-25', { note: 'Secret' });
    for (const table of ['compliance', 'statuses', 'payments', 'activity']) {
      const rows = await world.read(table, '', viewer);
      expect(JSON.stringify(rows)).not.toMatch(/Secret|ECR|2026-09-25/);
    }
    expect(pick(await world.read('compliance', '', viewer), 'Obligation', 'Due')).toEqual(['Challan | 2026-10-25']);
  });

  test('gets the newest status of a day and no notes for a free company', async () => {
    await world.begin('user');
    await addStatusEntry(world.server.services, world.owner, {
      item: world.ecr,
      day: '2026-10-15',
      records: ['not-done', 'done', 'NOTE'],
    });
    await world.server.owner.query(`update status_records set note = 'Secret' where workspace_id = $1`, [
      world.owner.workspaceId,
    ]);
    expect(pick(await world.read('statuses'), 'Status')).toEqual(['Done']);
    for (const table of ['compliance', 'statuses', 'activity']) {
      expect(JSON.stringify(await world.read(table))).not.toContain('Secret');
    }
  });
});
