import { createAct, listActs, MAX_ACTS, updateAct } from '@anupalan/contract/acts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { readEdition } from '../catalogue/edition.ts';

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';
const RANGE = 'Maximum employees must be greater than or equal to minimum employees';
const STALE = 'This act was changed by someone else. Reload and try again.';

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
});

beforeEach(() => server.owner.query('truncate acts, compliance_items, catalogue_keys cascade'));

afterAll(() => server.close());

const create = (payload: object, token = admin.token) =>
  server.call({ method: 'POST', url: '/api/acts', payload, token });
const update = (id: string, payload: object, token = admin.token) =>
  server.call({ method: 'PATCH', url: `/api/acts/${id}`, payload, token });
const remove = (id: string, token = admin.token) => server.call({ method: 'DELETE', url: `/api/acts/${id}`, token });

async function createWell(payload: object) {
  const response = await create(payload);
  expect(response.statusCode, response.body).toBe(201);
  return createAct.answers[201].parse(response.json()).data;
}

async function updateWell(id: string, payload: object) {
  const response = await update(id, payload);
  expect(response.statusCode, response.body).toBe(200);
  return updateAct.answers[200].parse(response.json()).data;
}

async function readNames(): Promise<string[]> {
  const response = await server.call({ url: '/api/acts', token: admin.token });
  return listActs.answers[200].parse(response.json()).data.map(({ name }) => name);
}

async function readAudit() {
  const { rows } = await server.services.database.pool.query(
    'select action, subject_kind, subject_id, actor_id, impersonator_id, details from audit_log order by at, id',
  );
  return rows;
}

describe.each([
  ['POST', '/api/acts'],
  ['PATCH', `/api/acts/${UNKNOWN_ID}`],
  ['DELETE', `/api/acts/${UNKNOWN_ID}`],
] as const)('%s %s', (method, url) => {
  test('is for the signed in', async () => {
    expect((await server.call({ method, url, payload: { minEmployees: -1 } })).statusCode).toBe(401);
  });

  test.each(['user', 'premium'] as const)('is refused to %s', async (role) => {
    const { token } = await addPerson(server.services, { role });
    const response = await server.call({ method, url, token, payload: { minEmployees: -1 } });
    expect([response.statusCode, response.json().message]).toEqual([403, 'Only administrators can do this']);
  });

  test('is refused to an administrator who acts as somebody else', async () => {
    const { userId } = await addPerson(server.services, { role: 'premium' });
    const { db } = server.services.database;
    const token = await beginSession(db, { userId, device: 'test', impersonatorId: admin.userId });
    expect((await server.call({ method, url, token, payload: {} })).statusCode).toBe(403);
  });
});

test.each([UNKNOWN_ID, 'nonsense'])('the act %s is not there', async (id) => {
  expect((await update(id, { name: 'Any' })).statusCode).toBe(404);
  expect((await remove(id)).statusCode).toBe(404);
});

describe('rejected forms', () => {
  const FORMS: [object, string[]][] = [
    [{ minEmployees: -1 }, ['Minimum employees cannot be negative']],
    [{ minEmployees: 20, maxEmployees: 19 }, [RANGE]],
    [{ minEmployees: '20', maxEmployees: '3' }, [RANGE]],
    [{ minEmployees: 0, maxEmployees: -3 }, [RANGE]],
    [{ minEmployees: 2.5 }, ['Minimum employees must be a whole number']],
    [{ maxEmployees: 1e300 }, ['Maximum employees must be at most 10,000,000']],
    [{ maxEmployees: 10_000_001 }, ['Maximum employees must be at most 10,000,000']],
    [{ minEmployees: true }, ['Minimum employees must be a number']],
    [{ state: 'Atlantis' }, ['State is required']],
    [{ name: 'x'.repeat(201) }, ['Please use at most 200 characters']],
    [{ name: 7 }, ['Act name must be text']],
    [{ description: 'x'.repeat(50_001) }, ['Please use at most 50000 characters']],
    [
      { name: 'x'.repeat(201), state: 'Atlantis', minEmployees: 20, maxEmployees: 3 },
      ['Please use at most 200 characters', 'State is required', RANGE],
    ],
  ];

  test.each(FORMS)('%j', async (form, errors) => {
    const id = await addAct(server.services);
    const expected = { status: 'error', message: errors[0], errors };
    for (const response of [await create(form), await update(id, form)]) {
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual(expected);
    }
  });

  test('a bound is held against the one the act has', async () => {
    const id = await addAct(server.services, { min_employees: 20, max_employees: 50 });
    for (const form of [{ maxEmployees: 19 }, { minEmployees: 51 }]) {
      const response = await update(id, form);
      expect([response.statusCode, response.json().errors]).toEqual([400, [RANGE]]);
    }
    expect(await updateWell(id, { maxEmployees: 0 })).toMatchObject({ minEmployees: 20, maxEmployees: 0 });
    expect(await updateWell(id, { minEmployees: 51 })).toMatchObject({ minEmployees: 51, maxEmployees: 0 });
  });

  test.each(['yesterday', '', 7, '2026-11-21'])('the version %j', async (updatedAt) => {
    const response = await update(await addAct(server.services), { updatedAt });
    expect(response.json()).toMatchObject({ message: 'Invalid date format', errors: ['Invalid date format'] });
  });
});

describe('adding', () => {
  test.each([
    [{}, { name: '-', state: '-', minEmployees: 0, maxEmployees: 0, description: '-' }],
    [
      { name: '  ', state: '', description: '<p> </p>' },
      { name: '-', state: '-', description: '-' },
    ],
    [{ state: 'ALL_INDIA' }, { state: '-' }],
    [
      { minEmployees: '20', maxEmployees: '' },
      { minEmployees: 20, maxEmployees: 0 },
    ],
    [
      { minEmployees: 'many', maxEmployees: null },
      { minEmployees: 0, maxEmployees: 0 },
    ],
    [
      { name: ' Goa Shops Act ', state: 'Goa', minEmployees: 10, maxEmployees: 50, description: '<p>Shops</p>' },
      { name: 'Goa Shops Act', state: 'Goa', minEmployees: 10, maxEmployees: 50, description: '<p>Shops</p>' },
    ],
  ])('%j', async (form, act) => {
    expect(await createWell(form)).toMatchObject(act);
  });

  test('says so, and writes down who did it', async () => {
    const response = await create({ name: 'Wages Code' });
    expect(response.json().message).toBe('Act added successfully');
    const { _id } = response.json().data;
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'acts.create',
      subject_kind: 'acts',
      subject_id: _id,
      actor_id: admin.userId,
      impersonator_id: null,
      details: { name: 'Wages Code' },
    });
  });

  test('the last place is taken once', async () => {
    await server.owner.query(
      `insert into acts (id, name, state, description)
       select gen_random_uuid(), n, '-', '-' from generate_series(2, $1) n`,
      [MAX_ACTS],
    );
    const responses = await Promise.all([create({}), create({}), create({}), create({})]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'There can be at most 2,000 acts. Delete one first.',
    );
  });
});

test.each([
  ['<p onclick="steal()">one</p><script>steal()</script><b>two</b>', '<p>one</p><strong>two</strong>'],
  ['wages < 21000 & more', 'wages &lt; 21000 &amp; more'],
  ['<script>steal()</script>', '-'],
  ['<p>&nbsp;</p><p><br></p>', '-'],
])('the description %s is cleaned before it is stored', async (dirty, clean) => {
  const { _id, description } = await createWell({ description: dirty });
  expect(description).toBe(clean);
  expect((await updateWell(_id, { description: dirty })).description).toBe(clean);
  expect((await updateWell(_id, { description })).description).toBe(clean);
});

describe('changing', () => {
  test('what is left out stays, and the rest is saved and written down', async () => {
    const act = await createWell({ name: 'Old', state: 'Goa', minEmployees: 10, maxEmployees: 50 });
    const response = await update(act._id, { name: 'New', description: 'About it', locked: true, _id: UNKNOWN_ID });
    expect(response.json()).toMatchObject({ message: 'Act updated successfully' });
    const changed = updateAct.answers[200].parse(response.json()).data;
    expect(changed).toEqual({ ...act, name: 'New', description: 'About it', updatedAt: changed.updatedAt });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(act.updatedAt));
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'acts.update',
      subject_id: act._id,
      details: { name: { from: 'Old', to: 'New' }, description: { from: '-', to: 'About it' } },
    });
  });

  test('emptied texts are saved as a dash', async () => {
    const { _id } = await createWell({ name: 'Old', state: 'Goa', description: '<p>Old</p>' });
    expect(await updateWell(_id, { name: '', state: '', description: '' })).toMatchObject({
      name: '-',
      state: '-',
      description: '-',
    });
  });

  test('of those who edit the same version the first wins, the others are told', async () => {
    const { _id, updatedAt } = await createWell({ name: 'Read by both' });
    const responses = await Promise.all(['One', 'Two', 'Three'].map((name) => update(_id, { name, updatedAt })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const [winner, loser] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(loser?.json()).toEqual({ status: 'error', message: STALE });
    expect(await readNames()).toEqual([winner?.json().data.name]);
  });

  test('every edit makes a new version, also in the same millisecond and against the clock', async () => {
    const id = await addAct(server.services, { updated_at: '2100-01-01T00:00:00.123456Z' });
    const { updatedAt } = await updateWell(id, { name: 'One', updatedAt: '2100-01-01T00:00:00.123Z' });
    expect(updatedAt).toBe('2100-01-01T00:00:00.124Z');
    expect((await update(id, { name: 'Two', updatedAt: '2100-01-01T00:00:00.123Z' })).statusCode).toBe(409);
    expect((await update(id, { name: 'Two', updatedAt: '2100-01-01T05:30:00.124+05:30' })).statusCode).toBe(200);
  });

  test('without a version the last edit wins', async () => {
    const { _id } = await createWell({});
    await updateWell(_id, { name: 'One' });
    await updateWell(_id, { name: 'Two' });
    expect(await readNames()).toEqual(['Two']);
  });
});

describe('deleting', () => {
  test('an act without compliance data', async () => {
    const { _id } = await createWell({ name: 'Gone' });
    const response = await remove(_id);
    expect(response.json()).toEqual({ status: 'success', message: 'Act deleted successfully' });
    expect(await readNames()).toEqual([]);
    expect((await remove(_id)).json()).toEqual({ status: 'error', message: 'Act not found' });
    expect((await readAudit()).at(-1)).toMatchObject({ action: 'acts.delete', details: { name: 'Gone' } });
  });

  test('an act with compliance data is kept, and nothing is written down', async () => {
    const { _id } = await createWell({ name: 'Kept' });
    await addItem(server.services, { act_id: _id });
    const before = await readAudit();
    const response = await remove(_id);
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'This act has compliance data. Delete or move it first.',
    ]);
    expect(await readNames()).toEqual(['Kept']);
    expect(await readAudit()).toEqual(before);
  });
});

test('whoever changes an act reads it back, however late the announcement comes', async () => {
  const { owner } = server;
  await owner.query('alter table acts disable trigger announce');
  try {
    const { _id } = await createWell({ name: 'One' });
    expect(await readNames()).toEqual(['One']);
    await updateWell(_id, { name: 'Two' });
    expect(await readNames()).toEqual(['Two']);
    await remove(_id);
    expect(await readNames()).toEqual([]);
  } finally {
    await owner.query('alter table acts enable trigger announce');
  }
});

test('the next edition of the catalogue leaves alone what was edited and leaves out what was deleted', async () => {
  const { db } = server.services.database;
  const edition = await readEdition();
  const shipped = { ...edition, items: [] };
  await loadCatalogue(db, shipped);
  const [first, second] = await db.selectFrom('acts').select(['id', 'name']).orderBy('name').limit(2).execute();
  if (!first || !second) throw new Error('The shipped edition is empty');
  await updateWell(first.id, { name: 'Ours' });
  expect((await remove(second.id)).statusCode).toBe(200);
  const newer = { ...shipped, acts: shipped.acts.map((act) => ({ ...act, description: '<p>Newer</p>' })) };
  const { acts } = await loadCatalogue(db, newer);
  expect(acts).toEqual({ added: 0, updated: edition.acts.length - 2, unchanged: 0, edited: 1, deleted: 1 });
  const kept = await db.selectFrom('acts').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
  expect(kept.name).toBe('Ours');
  expect(kept.description).not.toBe('<p>Newer</p>');
});
