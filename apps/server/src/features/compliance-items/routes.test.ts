import { randomUUIDv7 } from 'node:crypto';
import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

let server: TestApp;
let people: Record<'free' | 'premium' | 'admin' | 'newcomer', Person>;
let fields: Record<'form' | 'authority', string>;
let items: Record<'everywhere' | 'goa' | 'large' | 'premium' | 'never', string>;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const { services } = server;
  const company = { employeeCount: 20, state: 'Goa' } as const;
  people = {
    free: await addPerson(services, { company }),
    premium: await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } }),
    admin: await addPerson(services, { role: 'admin' }),
    newcomer: await addPerson(services, { since: '2026-11-20T23:59:00Z' }),
  };
  fields = {
    form: await addField(services, { name: 'Form', position: 1 }),
    authority: await addField(services, { name: 'Authority', position: 2, access_level: 'premium' }),
  };
  const act_id = await addAct(services);
  const provenance = { source: 'Gazette', confidence: 'low', notes: '', checked_on: '2026-11-20' } as const;
  const values = { [fields.form]: 'https://example.in/form', [fields.authority]: 'Secret Board' };
  items = {
    everywhere: await addItem(
      services,
      { act_id, sr_no: 1, title: 'Everywhere', description: '<p>₹ é 😀</p>', ...provenance },
      values,
    ),
    goa: await addItem(services, { act_id, sr_no: 2, title: 'Goa', state: 'Goa', due_date: '2027-01-31' }),
    large: await addItem(services, { act_id, sr_no: 3, title: 'Large', min_employees: 21 }),
    premium: await addItem(
      services,
      { act_id, sr_no: 4, title: 'Premium', access_level: 'premium' },
      { [fields.form]: 'Secret Form' },
    ),
    never: await addItem(services, { act_id, sr_no: 5, title: 'Never', due_date: null, frequency: 'never' }),
  };
});

afterAll(() => server.close());

/** The list, checked against the contract, because answers are not checked when they are sent. */
async function list(person: Person, query: Record<string, string> = {}): Promise<ComplianceItem[]> {
  const response = await server.call({ url: { pathname: '/api/compliance/data', query }, token: person.token });
  expect(response.statusCode, response.body).toBe(200);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  return listComplianceItems.answers[200].parse(response.json(), { reportInput: true }).data;
}

const titles = (listed: readonly ComplianceItem[]) => listed.map(({ title }) => title);

test('a stranger is turned away', async () => {
  expect((await server.call({ url: '/api/compliance/data' })).statusCode).toBe(401);
});

describe('which items are listed', () => {
  test('those that apply by state and headcount, in the order of the table', async () => {
    expect(titles(await list(people.free))).toEqual(['Everywhere', 'Goa', 'Premium', 'Never']);
    expect(titles(await list(people.premium))).toEqual(['Everywhere', 'Premium', 'Never']);
  });

  test('all of them for an administrator, and for somebody without a company', async () => {
    const all = ['Everywhere', 'Goa', 'Large', 'Premium', 'Never'];
    expect(titles(await list(people.admin))).toEqual(all);
    expect(titles(await list(people.newcomer))).toEqual(all);
  });

  test('"all states" is every state with Premium, and none without it but those added before', async () => {
    const { services } = server;
    const company = { employeeCount: 21, state: '-' } as const;
    const everyStates = ['Everywhere', 'Large', 'Premium', 'Never'];
    const withGoa = ['Everywhere', 'Goa', 'Large', 'Premium', 'Never'];
    const person = await addPerson(services, { company });
    expect(titles(await list(person))).toEqual(everyStates);
    const status = { userId: person.userId, status: 'done', forDate: '2026-11-20' };
    const record = (item: string) =>
      server.call({
        method: 'PATCH',
        url: `/api/compliance/data/${item}/status`,
        token: person.token,
        payload: status,
      });
    expect([(await record(items.goa)).statusCode, (await record(items.everywhere)).statusCode]).toEqual([404, 200]);
    expect(titles(await list(await addPerson(services, { company, role: 'premium' })))).toEqual(withGoa);
    const downgraded = await addPerson(services, { company: { ...company, additionalStates: ['Goa'] } });
    expect(titles(await list(downgraded))).toEqual(withGoa);
  });

  test('an additional state counts', async () => {
    const company = { employeeCount: 21, state: 'Kerala', additionalStates: ['Goa'] } as const;
    const person = await addPerson(server.services, { company });
    expect(titles(await list(person))).toEqual(['Everywhere', 'Goa', 'Large', 'Premium', 'Never']);
  });
});

describe('what an item says', () => {
  test('to premium: everything', async () => {
    const [item] = await list(people.premium);
    expect(item).toEqual({
      _id: items.everywhere,
      actId: expect.any(String),
      srNo: 1,
      title: 'Everywhere',
      description: '<p>₹ é 😀</p>',
      state: '-',
      minEmployees: 0,
      maxEmployees: 0,
      values: {
        [fields.form]: { text: 'https://example.in/form', isLink: true },
        [fields.authority]: { text: 'Secret Board', isLink: false },
      },
      accessLevel: 'free',
      dueDate: {
        date: '2026-12-15T00:00:00.000Z',
        frequency: 'monthly',
        nextDueDate: '2027-01-15T00:00:00.000Z',
        description: '',
        reminderDays: [7, 3, 1],
      },
      provenance: { source: 'Gazette', confidence: 'low', notes: '', checkedOn: '2026-11-20T00:00:00.000Z' },
      trackedFrom: '2025-01-01T00:00:00.000Z',
      statusHistory: [],
      history: [],
      customReminders: [],
      paymentDates: [],
      submissionDates: [],
      movedDays: [],
      possibleExtensions: [],
      assignment: { responsible: people.premium.userId, deputy: null, checker: null },
      userId: people.premium.userId,
      createdBy: null,
      createdAt: '2025-01-01T00:00:00.000Z',
      updatedAt: expect.any(String),
    });
  });

  test('to free users: no value of a premium field, none of a premium item, not anywhere in the answer', async () => {
    const response = await server.call({ url: '/api/compliance/data', token: people.free.token });
    expect(response.body).not.toContain('Secret');
    const listed = await list(people.free);
    const locked = { text: '', isLink: false, locked: true };
    expect(listed.find(({ _id }) => _id === items.everywhere)?.values).toEqual({
      [fields.form]: { text: 'https://example.in/form', isLink: true },
      [fields.authority]: locked,
    });
    expect(listed.find(({ _id }) => _id === items.premium)?.values).toEqual({
      [fields.form]: locked,
      [fields.authority]: locked,
    });
    // The answer hides even whether there is a value.
    expect(listed.find(({ _id }) => _id === items.goa)?.values[fields.authority]).toEqual(locked);
  });

  test('the next due date is clamped to the end of the month; what never falls due has none', async () => {
    const listed = await list(people.free);
    expect(listed.find(({ _id }) => _id === items.goa)?.dueDate.nextDueDate).toBe('2027-02-28T00:00:00.000Z');
    expect(listed.find(({ _id }) => _id === items.never)?.dueDate).toEqual({
      date: null,
      frequency: 'never',
      nextDueDate: null,
      description: 'N/A',
      reminderDays: [7, 3, 1],
    });
  });

  test('it is tracked since the latest of workspace, item and state', async () => {
    const trackedFrom = async (person: Person) =>
      (await list(person)).slice(0, 2).map((item) => item.trackedFrom.slice(0, 10));
    expect(await trackedFrom(people.newcomer)).toEqual(['2026-11-21', '2026-11-21']);
    const company = { employeeCount: 5, state: 'Kerala', additionalStates: ['Goa'] } as const;
    const person = await addPerson(server.services, { role: 'premium', company, since: '2024-06-01' });
    await server.services.database.pool.query(
      `update company_states set added_at = '2026-03-04T05:06:07Z' where workspace_id = $1`,
      [person.workspaceId],
    );
    expect(await trackedFrom(person)).toEqual(['2025-01-01', '2026-03-04']);
    await server.services.database.pool.query(
      `update companies set state = '-', state_since = '2026-05-06' where workspace_id = $1`,
      [person.workspaceId],
    );
    await server.services.database.pool.query(
      `update company_states set added_at = '2026-07-08' where workspace_id = $1`,
      [person.workspaceId],
    );
    // A state that was covered by all states counts from the same day after it is named.
    expect(await trackedFrom(person)).toEqual(['2025-01-01', '2026-05-06']);
    await server.services.database.pool.query('delete from company_states where workspace_id = $1', [
      person.workspaceId,
    ]);
    expect(await trackedFrom(person)).toEqual(['2025-01-01', '2026-05-06']);
  });

  test('reminders, payment and submission dates are those of the workspace', async () => {
    const { free, premium } = people;
    const { pool } = server.services.database;
    const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const own = [free.workspaceId, items.everywhere, free.userId];
    await pool.query(
      `insert into custom_reminders (workspace_id, compliance_item_id, user_id, id, reminder_at, acknowledged_at)
       values ($1, $2, $3, $4, '2026-12-01T08:30:00+05:30', null)`,
      [...own, ids[0]],
    );
    await pool.query(
      `insert into payment_dates (workspace_id, compliance_item_id, user_id, id, day, amount_paise, description)
       values ($1, $2, $3, $4, '2026-12-02', 123456, 'Challan')`,
      [...own, ids[1]],
    );
    await pool.query(
      `insert into submission_dates (workspace_id, compliance_item_id, user_id, id, day, description)
       values ($1, $2, $3, $4, '2026-12-03', 'Sent')`,
      [...own, ids[2]],
    );
    const userId = free.userId;
    expect((await list(free))[0]).toMatchObject({
      customReminders: [
        {
          _id: ids[0],
          complianceId: items.everywhere,
          userId,
          reminderDate: '2026-12-01T03:00:00.000Z',
          isAcknowledged: false,
        },
      ],
      paymentDates: [
        { _id: ids[1], date: '2026-12-02T00:00:00.000Z', amount: 1234.56, description: 'Challan', userId },
      ],
      submissionDates: [{ _id: ids[2], date: '2026-12-03T00:00:00.000Z', description: 'Sent', userId }],
    });
    const others = await server.call({ url: '/api/compliance/data', token: premium.token });
    for (const id of ids) expect(others.body).not.toContain(id);
  });
});

test('of another user an administrator gets the days that were asked for', async () => {
  const { free, admin } = people;
  const [item] = await list(admin, { userId: free.userId, from: '2026-11-01', to: '2026-11-30' });
  expect(item?.userId).toBe(free.userId);
});

test('without an item that applies the list is empty', async () => {
  const person = await addPerson(server.services, { company: { employeeCount: 1, state: 'Sikkim' } });
  await server.owner.query(`create table aside as select * from compliance_items`);
  await server.owner.query(`update compliance_items set min_employees = 2`);
  await expect.poll(() => list(person)).toEqual([]);
  await server.owner.query(
    `update compliance_items set min_employees = aside.min_employees from aside where aside.id = compliance_items.id`,
  );
  await server.owner.query('drop table aside');
});

test('the shape that older screens asked for is the usual one', async () => {
  expect(await list(people.free, { shape: 'compact' })).toEqual(await list(people.free));
});
