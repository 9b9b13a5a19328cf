import { readFilingRun, recordFilingRun } from '@anupalan/contract/people/filing-runs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

const NOW = Temporal.Instant.from('2026-12-10T09:00:00Z');
const DAY = '2026-12-15';

let server: TestApp;
let item: string;
let goa: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const act_id = await addAct(server.services, { name: 'Provident Fund Act' });
  item = await addItem(server.services, { act_id, title: 'ECR', due_date: '2024-01-15', frequency: 'monthly' });
  goa = await addItem(server.services, { act_id, title: 'Goa alone', state: 'Goa' });
});

afterAll(() => server.close());

let consultant: Person;
let owners: Person[];
let ids: string[];

beforeEach(async () => {
  consultant = await addPerson(server.services, { role: 'premium' });
  owners = [];
  for (let n = 0; n < 3; n++) {
    const owner = await addPerson(server.services, {
      role: 'premium',
      company: { employeeCount: 20, state: 'Kerala' },
    });
    await join(server.services, consultant, owner, { role: 'member' });
    owners.push(owner);
  }
  ids = await Promise.all(owners.map((owner) => companyOf(server.services, owner)));
});

async function read(person: Pick<Person, 'token'>, itemId = item) {
  const url = `/api/compliance/run?itemId=${itemId}&forDate=${DAY}`;
  const response = await server.call({ url, token: person.token });
  expect(response.statusCode, response.body).toBe(200);
  return readFilingRun.answers[200].parse(response.json()).data;
}

function submit(person: Pick<Person, 'token'>, entries: readonly object[], itemId = item) {
  const payload = { itemId, forDate: DAY, entries };
  return server.call({ method: 'POST', url: '/api/compliance/run', token: person.token, payload });
}

async function file(person: Pick<Person, 'token'>, entries: readonly object[], itemId = item) {
  const response = await submit(person, entries, itemId);
  expect(response.statusCode, response.body).toBe(200);
  return recordFilingRun.answers[200].parse(response.json()).data;
}

const recordsOf = async ({ workspaceId }: Person) =>
  (
    await server.owner.query('select status, note, filing from status_records where workspace_id = $1 order by id', [
      workspaceId,
    ])
  ).rows;
const paymentsOf = async ({ workspaceId }: Person) =>
  (await server.owner.query('select day::text, amount_paise from payment_dates where workspace_id = $1', [workspaceId]))
    .rows;

const [A, B, C] = [0, 1, 2];
const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n];
  if (found === undefined) throw new Error(`There is no ${n}`);
  return found;
};

describe('GET /compliance/run', () => {
  test('has the companies that the obligation applies to', async () => {
    const run = await read(consultant);
    expect(run).toMatchObject({ itemId: item, title: 'ECR', act: 'Provident Fund Act', day: `${DAY}T00:00:00.000Z` });
    expect(run.rows.map(({ companyId }) => companyId).toSorted()).toEqual(ids.toSorted());
    expect(run.rows[0]).toMatchObject({ status: null, waiting: null, filing: null, checker: null });
    expect((await read(consultant, goa)).rows).toEqual([]);
  });

  test('leaves out the companies in which somebody only reads', async () => {
    await server.owner.query(`update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2`, [
      at(owners, A).workspaceId,
      consultant.userId,
    ]);
    expect((await read(consultant)).rows).toHaveLength(2);
  });

  test('leads from an obligation that went into another to that one', async () => {
    const old = '0199f000-0000-7000-8000-00000000000d';
    await server.owner.query('insert into merged_items (id, into_id) values ($1, $2)', [old, item]);
    const run = await read(consultant, old);
    expect(run).toMatchObject({ itemId: item, title: 'ECR' });
    expect(run.rows).toHaveLength(3);
  });

  test('says what is missing', async () => {
    const { token } = consultant;
    expect((await server.call({ url: '/api/compliance/run', token })).statusCode).toBe(400);
    expect((await server.call({ url: `/api/compliance/run?itemId=${item}&forDate=${DAY}` })).statusCode).toBe(401);
    const unknown = '0199f000-0000-7000-8000-000000000000';
    const url = `/api/compliance/run?itemId=${unknown}&forDate=${DAY}`;
    expect((await server.call({ url, token })).statusCode).toBe(404);
  });
});

describe('POST /compliance/run', () => {
  test('records each company by itself: what was filed, and the payment', async () => {
    const [a, b] = [at(owners, A), at(owners, B)];
    const outcomes = await file(consultant, [
      {
        companyId: ids[A],
        status: 'done',
        number: 'TRRN 123',
        filedOn: '2026-12-09',
        amount: 5000.5,
        paidOn: '2026-12-08',
      },
      { companyId: ids[B], status: 'done', nil: true, note: 'Nobody left' },
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['recorded', 'recorded']);
    expect(outcomes[0]?.row).toMatchObject({ status: 'done', filing: { number: 'TRRN 123', amount: 5000.5 } });
    const { rows } = await read(consultant);
    expect(outcomes.map(({ row }) => row)).toEqual(
      [A, B].map((n) => rows.find(({ companyId }) => companyId === ids[n])),
    );
    expect(await recordsOf(a)).toEqual([
      {
        status: 'done',
        note: '',
        filing: {
          number: 'TRRN 123',
          filedOn: '2026-12-09T00:00:00.000Z',
          amount: 5000.5,
          paidOn: '2026-12-08T00:00:00.000Z',
        },
      },
    ]);
    expect(await paymentsOf(a)).toEqual([{ day: '2026-12-08', amount_paise: '500050' }]);
    expect(await recordsOf(b)).toEqual([{ status: 'done', note: 'Nobody left', filing: { nil: true } }]);
    expect(await recordsOf(at(owners, C))).toEqual([]);
  });

  test('repeats nothing, one after the other or both at once', async () => {
    const entries = [{ companyId: ids[A], status: 'done', amount: 10, paidOn: '2026-12-08', number: '7' }];
    const both = await Promise.all([file(consultant, entries), file(consultant, entries)]);
    expect(
      both
        .flat()
        .map(({ outcome }) => outcome)
        .toSorted(),
    ).toEqual(['recorded', 'unchanged']);
    expect((await file(consultant, entries))[0]?.outcome).toBe('unchanged');
    expect(await recordsOf(at(owners, A))).toHaveLength(1);
    expect(await paymentsOf(at(owners, A))).toHaveLength(1);
  });

  test('records what differs, and the same payment once', async () => {
    const entry = { companyId: ids[A], status: 'done', amount: 10, paidOn: '2026-12-08' };
    await file(consultant, [entry]);
    expect((await file(consultant, [{ ...entry, number: '8' }]))[0]?.outcome).toBe('recorded');
    expect(await recordsOf(at(owners, A))).toHaveLength(2);
    expect(await paymentsOf(at(owners, A))).toHaveLength(1);
  });

  test('what was taken back says nothing any more, and filed again its payment is not repeated', async () => {
    const owner = at(owners, A);
    const entry = { companyId: ids[A], status: 'done', amount: 10, paidOn: '2026-12-08', number: '7' };
    await file(consultant, [entry]);
    const { rows } = await server.owner.query('select id from status_records where workspace_id = $1', [
      owner.workspaceId,
    ]);
    const url = `/api/status-records/${rows[0].id}/take-back`;
    expect((await server.call({ method: 'POST', url, token: owner.token })).statusCode).toBe(200);
    const row = (await read(consultant)).rows.find(({ companyId }) => companyId === ids[A]);
    expect(row).toMatchObject({ status: 'pending', filing: null, note: '' });
    expect((await file(consultant, [entry]))[0]?.outcome).toBe('recorded');
    expect(await paymentsOf(owner)).toHaveLength(1);
  });

  test('waits where the item has a checker, and tells so', async () => {
    const owner = at(owners, A);
    const checked = await server.call({
      method: 'PUT',
      url: '/api/assignments',
      token: owner.token,
      payload: { scope: 'company', checker: owner.userId },
    });
    expect(checked.statusCode, checked.body).toBe(200);
    const [outcome] = await file(consultant, [{ companyId: ids[A], status: 'done', number: '9' }]);
    expect(outcome).toMatchObject({
      outcome: 'waiting',
      row: { waiting: 'done', filing: { number: '9' }, checker: { _id: owner.userId } },
    });
    expect(await recordsOf(owner)).toEqual([]);
    expect((await file(consultant, [{ companyId: ids[A], status: 'done', number: '9' }]))[0]?.outcome).toBe(
      'unchanged',
    );
    const { rows } = await server.owner.query('select id from checks where workspace_id = $1', [owner.workspaceId]);
    const approved = await server.call({
      method: 'POST',
      url: `/api/checks/${rows[0]?.id}/approve`,
      token: owner.token,
      payload: {},
    });
    expect(approved.statusCode, approved.body).toBe(200);
    expect(await recordsOf(owner)).toEqual([{ status: 'done', note: '', filing: { number: '9' } }]);
  });

  test('refuses a company by itself, and records the others', async () => {
    const stranger = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    await server.owner.query('delete from memberships where workspace_id = $1 and user_id = $2', [
      at(owners, B).workspaceId,
      consultant.userId,
    ]);
    const outcomes = await file(consultant, [
      { companyId: ids[A], status: 'done' },
      { companyId: ids[B], status: 'done' },
      { companyId: await companyOf(server.services, stranger), status: 'done' },
      { companyId: ids[C], status: 'done', nil: true, amount: 5, paidOn: '2026-12-08' },
    ]);
    expect(outcomes).toMatchObject([
      { outcome: 'recorded' },
      { outcome: 'refused', message: 'You are not a member of this company' },
      { outcome: 'refused', message: 'You are not a member of this company' },
      { outcome: 'refused', message: 'What was filed as nil has no amount' },
    ]);
    for (const owner of [at(owners, B), stranger, at(owners, C)]) expect(await recordsOf(owner)).toEqual([]);
  });

  test('refuses who only reads, and an obligation that does not apply', async () => {
    await server.owner.query(`update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2`, [
      at(owners, A).workspaceId,
      consultant.userId,
    ]);
    const [viewer] = await file(consultant, [{ companyId: ids[A], status: 'done' }]);
    expect(viewer?.outcome).toBe('refused');
    const [elsewhere] = await file(consultant, [{ companyId: ids[B], status: 'done' }], goa);
    expect(elsewhere).toMatchObject({ outcome: 'refused', message: 'Compliance item not found' });
  });

  test('refuses a submit without companies, or with too many', async () => {
    expect((await submit(consultant, [])).statusCode).toBe(400);
    const many = Array.from({ length: 101 }, () => ({ companyId: ids[A], status: 'done' }));
    expect((await submit(consultant, many)).statusCode).toBe(400);
    expect((await submit({ token: 'nonsense' }, [{ companyId: ids[A], status: 'done' }])).statusCode).toBe(401);
  });
});

describe('a company with several registration numbers (R-registrations-16)', () => {
  test('has a line for each, which is recorded by itself', async () => {
    await server.owner.query(`update compliance_items set registration = 'epf' where id = $1`, [item]);
    const owner = at(owners, A);
    const added = [];
    for (const number of ['MHBAN0012345000', 'BGBNG0012345000']) {
      const payload = { kind: 'epf', number };
      const response = await server.call({ method: 'POST', url: '/api/registrations', token: owner.token, payload });
      added.push(response.json().data._id);
    }
    const linesOf = async () => (await read(consultant)).rows.filter(({ companyId }) => companyId === ids[A]);
    expect(await linesOf()).toMatchObject([
      { registrationId: added[0], registrationNumber: 'MHBAN0012345000', status: null },
      { registrationId: added[1], registrationNumber: 'BGBNG0012345000', status: null },
    ]);
    expect((await read(consultant)).rows).toHaveLength(4);
    const entry = { companyId: ids[A], status: 'done', number: '7', amount: 10, paidOn: '2026-12-08' };
    const [one, other, unknown] = await file(consultant, [
      { ...entry, registrationId: added[0] },
      { companyId: ids[A], registrationId: added[1], status: 'on-hold' },
      { ...entry, registrationId: item },
    ]);
    expect(one).toMatchObject({
      registrationId: added[0],
      outcome: 'recorded',
      row: { registrationId: added[0], status: 'done', filing: { number: '7' } },
    });
    expect(other).toMatchObject({ outcome: 'recorded', row: { status: 'on-hold', filing: null } });
    expect(unknown).toMatchObject({ registrationId: item, outcome: 'refused', row: null });
    expect((await file(consultant, [{ ...entry, registrationId: added[0] }]))[0]?.outcome).toBe('unchanged');
    expect(await linesOf()).toMatchObject([{ status: 'done' }, { status: 'on-hold' }]);
    const [all] = await file(consultant, [{ companyId: ids[A], status: 'done', nil: true }]);
    expect(all).toMatchObject({ outcome: 'recorded', row: { status: 'done', filing: { nil: true } } });
    expect(all?.row?.registrationId).toBeUndefined();
    expect(await linesOf()).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    // What was said last of one number is not said of all.
    await file(consultant, [{ companyId: ids[A], registrationId: added[0], status: 'not-applicable' }]);
    await file(consultant, [{ companyId: ids[A], registrationId: added[1], status: 'done', number: '8' }]);
    const whole = { companyId: ids[A], status: 'done', number: '8' };
    expect((await file(consultant, [whole]))[0]?.outcome).toBe('recorded');
    expect(await linesOf()).toMatchObject([{ status: 'done' }, { status: 'done' }]);
    expect((await file(consultant, [whole]))[0]?.outcome).toBe('unchanged');
  });
});
