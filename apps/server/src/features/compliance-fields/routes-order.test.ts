import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addField } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { readEdition } from '../catalogue/edition.ts';

const URL = '/api/compliance/fields';

let server: TestApp;
let token: string;

beforeAll(async () => {
  server = await startTestApp();
  token = (await addPerson(server.services, { role: 'admin' })).token;
});

beforeEach(() => server.owner.query('truncate compliance_fields, catalogue_keys cascade'));

afterAll(() => server.close());

async function createWell(payload: object) {
  const response = await server.call({ method: 'POST', url: URL, payload, token });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data;
}

async function updateWell(id: string, payload: object) {
  const response = await server.call({ method: 'PATCH', url: `${URL}/${id}`, payload, token });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function remove(id: string) {
  expect((await server.call({ method: 'DELETE', url: `${URL}/${id}`, token })).statusCode).toBe(200);
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
  const response = await server.call({ url: URL, token });
  return listComplianceFields.answers[200].parse(response.json()).data;
}

/** The names in the order of the columns, whose numbers must be 1 to n. */
async function readOrder(): Promise<string> {
  const fields = await readFields();
  expect(fields.map(({ order }) => order)).toEqual(fields.map((_, index) => index + 1));
  return fields.map(({ name }) => name).join('');
}

test.each([
  [1, 'NABC'],
  [3, 'ABNC'],
  [4, 'ABCN'],
  [99, 'ABCN'],
])('at place %i', async (order, names) => {
  await addFields('ABC');
  expect((await createWell({ name: 'N', order })).order).toBe(names.indexOf('N') + 1);
  expect(await readOrder()).toBe(names);
});

test.each([
  ['A', 1, 'ABCD'],
  ['A', 3, 'BCAD'],
  ['D', 1, 'DABC'],
  ['B', 99, 'ACDB'],
])('moving %s to %i', async (name, order, names) => {
  const ids = await addFields('ABCD');
  await updateWell(ids['ABCD'.indexOf(name)] ?? '', { order });
  expect(await readOrder()).toBe(names);
});

test('moving across gaps that deleted fields left', async () => {
  const [a, b, , d] = await addFields('ABCDE');
  await remove(a ?? '');
  expect(await readOrder()).toBe('BCDE');
  expect((await updateWell(d ?? '', { order: 2 })).order).toBe(2);
  expect(await readOrder()).toBe('BDCE');
  await updateWell(b ?? '', { order: 4 });
  expect(await readOrder()).toBe('DCEB');
});

test('a move does not outdate what others are editing in the fields that made room', async () => {
  const [a = '', b = ''] = await addFields('AB');
  const [, read] = await readFields();
  await updateWell(a, { order: 2 });
  await updateWell(b, { name: 'C', updatedAt: read?.updatedAt });
  expect(await readOrder()).toBe('CA');
});

test('moves at the same time leave every field once, in a place of its own', async () => {
  const ids = await addFields('ABCDEFGH');
  await Promise.all(ids.map((id, index) => updateWell(id, { order: ((index * 5) % 8) + 1 })));
  expect([...(await readOrder())].toSorted().join('')).toBe('ABCDEFGH');
  const { rows } = await server.services.database.pool.query(
    'select array_agg(position order by position) as places from compliance_fields',
  );
  expect(rows[0].places).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test('the next edition of the catalogue leaves alone what was edited or moved, and leaves out what was deleted', async () => {
  const { db } = server.services.database;
  const shipped = { ...(await readEdition()), acts: [], items: [] };
  await loadCatalogue(db, shipped);
  const [form, authority, applicability, penalty, portal] = await readFields();
  await updateWell(form?._id ?? '', { name: 'Ours' });
  await updateWell(portal?._id ?? '', { order: 4 });
  await remove(authority?._id ?? '');
  const newer = { ...shipped, fields: shipped.fields.map((field) => ({ ...field, description: 'Newer' })) };
  const { fields } = await loadCatalogue(db, newer);
  expect(fields).toEqual({ added: 0, updated: 1, unchanged: 0, edited: 3, deleted: 1 });
  const { rows } = await server.services.database.pool.query(
    'select name from compliance_fields order by position, id',
  );
  expect(rows.map(({ name }) => name)).toEqual(['Ours', applicability?.name, portal?.name, penalty?.name]);
});
