import {
  createComplianceField,
  listComplianceFields,
  MAX_FIELDS,
  updateComplianceField,
  updateComplianceFields,
} from '@anupalan/contract/compliance-fields';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';
const URL = '/api/compliance/fields';

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
});

beforeEach(() => server.owner.query('truncate acts, compliance_fields, compliance_items, catalogue_keys cascade'));

afterAll(() => server.close());

const post = (path: string, payload: object) =>
  server.call({ method: 'POST', url: URL + path, payload, token: admin.token });
const update = (id: string, payload: object) =>
  server.call({ method: 'PATCH', url: `${URL}/${id}`, payload, token: admin.token });
const remove = (id: string) => server.call({ method: 'DELETE', url: `${URL}/${id}`, token: admin.token });

async function createWell(payload: object) {
  const response = await post('', payload);
  expect(response.statusCode, response.body).toBe(201);
  return createComplianceField.answers[201].parse(response.json()).data;
}

async function updateWell(id: string, payload: object) {
  const response = await update(id, payload);
  expect(response.statusCode, response.body).toBe(200);
  return updateComplianceField.answers[200].parse(response.json()).data;
}

/** Adds fields of these names, in this order. @returns their ids */
async function addFields(names: string): Promise<string[]> {
  const ids = [];
  for (const [index, name] of [...names].entries()) {
    ids.push(await addField(server.services, { name, position: index + 1 }));
  }
  return ids;
}

async function readFields() {
  const response = await server.call({ url: URL, token: admin.token });
  return listComplianceFields.answers[200].parse(response.json()).data;
}

/** The names in the order of the columns, whose numbers must be 1 to n. */
async function readOrder(): Promise<string> {
  const fields = await readFields();
  expect(fields.map(({ order }) => order)).toEqual(fields.map((_, index) => index + 1));
  return fields.map(({ name }) => name).join('');
}

async function readAudit() {
  const { rows } = await server.services.database.pool.query(
    'select action, subject_kind, subject_id, actor_id, details from audit_log order by at, id',
  );
  return rows;
}

describe.each([
  ['POST', URL],
  ['PATCH', `${URL}/${UNKNOWN_ID}`],
  ['DELETE', `${URL}/${UNKNOWN_ID}`],
  ['POST', `${URL}/bulk-delete`],
  ['POST', `${URL}/bulk-update`],
] as const)('%s %s', (method, url) => {
  test('is for the signed in', async () => {
    expect((await server.call({ method, url, payload: {} })).statusCode).toBe(401);
  });

  test.each(['user', 'premium'] as const)('is refused to %s', async (role) => {
    const { token } = await addPerson(server.services, { role });
    const response = await server.call({ method, url, token, payload: {} });
    expect([response.statusCode, response.json().message]).toEqual([403, 'Only administrators can do this']);
  });

  test('is refused to an administrator who acts as somebody else', async () => {
    const { userId } = await addPerson(server.services, { role: 'premium' });
    const { db } = server.services.database;
    const token = await beginSession(db, { userId, device: 'test', impersonatorId: admin.userId });
    expect((await server.call({ method, url, token, payload: {} })).statusCode).toBe(403);
  });
});

describe('rejected forms', () => {
  test.each([
    [{ name: '  ' }, { name: 'Field name is required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Please use at most 100 characters' }],
    [{ name: 'A', description: 'x'.repeat(2_001) }, { description: 'Please use at most 2000 characters' }],
    [{ name: 'A', description: 7 }, { description: 'Description must be text' }],
    [{ name: 'A', accessLevel: 'gold' }, { accessLevel: 'Access level must be free or premium' }],
    [{ name: 'A', required: 'yes' }, { required: 'Required must be true or false' }],
    [{ name: 'A', order: 0 }, { order: 'Order starts at 1' }],
    [{ name: 'A', order: 1.5 }, { order: 'Order must be a whole number' }],
    [{ name: 'A', order: 1e300 }, { order: 'Order must be a whole number' }],
    [{ name: 'A', order: 'first' }, { order: 'Order must be a number' }],
    [
      { name: '', accessLevel: 'gold' },
      { name: 'Field name is required', accessLevel: 'Access level must be free or premium' },
    ],
  ])('%j', async (form, errors) => {
    const id = await addField(server.services);
    for (const response of [await post('', form), await update(id, form)]) {
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
    }
  });

  test('a new field without a name', async () => {
    expect((await post('', {})).json().errors).toEqual({ name: 'Field name is required' });
  });

  test.each([
    [{}, 'ids'],
    [{ ids: [] }, 'ids'],
    [{ ids: 'all' }, 'ids'],
    [{ ids: [7] }, 'ids'],
    [{ ids: Array(MAX_FIELDS + 1).fill(UNKNOWN_ID) }, 'ids'],
  ])('of several fields: %j', async (form, field) => {
    for (const path of ['/bulk-delete', '/bulk-update']) {
      const response = await post(path, { ...form, updates: { accessLevel: 'free' } });
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([400, [field]]);
    }
  });

  test.each([[undefined], [{}], [{ name: 'Same for all' }], ['premium']])('updates of several: %j', async (updates) => {
    const response = await post('/bulk-update', { ids: await addFields('A'), updates });
    expect(response.json().errors).toEqual({ updates: 'Please choose what to change' });
  });
});

test.each([UNKNOWN_ID, 'nonsense'])('the field %s is not there', async (id) => {
  const [known] = await addFields('A');
  const responses = [
    await update(id, { name: 'B' }),
    await remove(id),
    await post('/bulk-delete', { ids: [known, id] }),
    await post('/bulk-update', { ids: [known, id], updates: { accessLevel: 'premium' } }),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect(await readFields()).toMatchObject([{ name: 'A', accessLevel: 'free' }]);
});

describe('adding', () => {
  test('fills in what is left out, derives who is shown it, and writes down who did it', async () => {
    const free = await createWell({ name: ' Form ', isFreeUser: false, type: 'number', createdBy: UNKNOWN_ID });
    expect(free).toMatchObject({
      name: 'Form',
      description: '',
      accessLevel: 'free',
      order: 1,
      isFreeUser: true,
      isPremiumUser: true,
      type: 'text',
      required: false,
      createdBy: admin.userId,
    });
    const premium = await createWell({ name: 'Fee', description: 'In ₹', accessLevel: 'premium', required: true });
    expect(premium).toMatchObject({ accessLevel: 'premium', order: 2, isFreeUser: false, required: true });
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'compliance-fields.create',
      subject_kind: 'compliance-fields',
      subject_id: premium._id,
      actor_id: admin.userId,
      details: { name: 'Fee' },
    });
  });

  test('the last place is taken once', async () => {
    await server.owner.query(
      'insert into compliance_fields (id, name, position) select gen_random_uuid(), n, n from generate_series(2, $1) n',
      [MAX_FIELDS],
    );
    const responses = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => post('', { name })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'There can be at most 100 compliance fields. Delete one first.',
    );
  });
});

describe('changing', () => {
  test('what is left out stays, and the rest is saved and written down', async () => {
    const field = await createWell({ name: 'Old', description: 'Kept' });
    const response = await update(field._id, { name: 'New', accessLevel: 'premium' });
    expect(response.json().message).toBe('Compliance field updated successfully');
    const { data } = updateComplianceField.answers[200].parse(response.json());
    const { updatedAt } = data;
    expect(data).toEqual({ ...field, name: 'New', accessLevel: 'premium', isFreeUser: false, updatedAt });
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'compliance-fields.update',
      subject_id: field._id,
      details: { name: { from: 'Old', to: 'New' }, accessLevel: { from: 'free', to: 'premium' } },
    });
  });

  test('of two who edit the same version the second is told', async () => {
    const { _id, updatedAt } = await createWell({ name: 'Read by both' });
    const responses = await Promise.all(['One', 'Two'].map((name) => update(_id, { name, updatedAt })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      status: 'error',
      message: 'This field was changed by someone else. Reload and try again.',
    });
  });
});

describe('deleting', () => {
  test('a field goes with its values', async () => {
    const [a = '', b = ''] = await addFields('AB');
    const item = await addItem(server.services, { act_id: await addAct(server.services) }, { [a]: 'one', [b]: 'two' });
    const response = await remove(a);
    expect(response.json()).toEqual({ status: 'success', message: 'Compliance field deleted successfully' });
    const { rows } = await server.services.database.pool.query(
      'select text from compliance_values where compliance_item_id = $1',
      [item],
    );
    expect(rows).toEqual([{ text: 'two' }]);
    expect((await remove(a)).json()).toEqual({ status: 'error', message: 'Compliance field not found' });
    expect((await readAudit()).at(-1)).toMatchObject({ action: 'compliance-fields.delete', details: { name: 'A' } });
  });

  test('several at once, one of them named twice', async () => {
    const [a, b, c] = await addFields('ABCD');
    const response = await post('/bulk-delete', { ids: [c, a, a] });
    expect(response.json()).toEqual({ status: 'success', message: 'Compliance fields deleted successfully' });
    expect(await readOrder()).toBe('BD');
    const audit = (await readAudit()).slice(-2);
    expect(audit.map(({ subject_id }) => subject_id)).toEqual([a, c]);
    expect(audit.map(({ subject_id }) => subject_id)).not.toContain(b);
  });
});

test('several become premium at once, and the answer is those', async () => {
  const [a, b, c] = await addFields('ABC');
  const response = await post('/bulk-update', { ids: [c, a], updates: { accessLevel: 'premium', isFreeUser: true } });
  expect(response.json().message).toBe('Compliance fields updated successfully');
  const { data } = updateComplianceFields.answers[200].parse(response.json());
  expect(data).toMatchObject([
    { _id: a, accessLevel: 'premium', isFreeUser: false },
    { _id: c, accessLevel: 'premium', isFreeUser: false },
  ]);
  expect(await readFields()).toMatchObject([data[0], { _id: b, accessLevel: 'free' }, data[1]]);
  expect((await readAudit()).slice(-2)).toMatchObject([
    { subject_id: a, details: { accessLevel: { from: 'free', to: 'premium' } } },
    { subject_id: c, details: { accessLevel: { from: 'free', to: 'premium' } } },
  ]);
});

test('whoever changes a field reads it back, however late the announcement comes', async () => {
  const { owner } = server;
  await owner.query('alter table compliance_fields disable trigger announce');
  try {
    const { _id } = await createWell({ name: 'A' });
    expect(await readOrder()).toBe('A');
    await updateWell(_id, { name: 'B' });
    expect(await readOrder()).toBe('B');
    await post('/bulk-update', { ids: [_id], updates: { accessLevel: 'premium' } });
    expect(await readFields()).toMatchObject([{ accessLevel: 'premium' }]);
    await post('/bulk-delete', { ids: [_id] });
    expect(await readOrder()).toBe('');
  } finally {
    await owner.query('alter table compliance_fields enable trigger announce');
  }
});
