import { listUsers } from '@anupalan/contract/people/user-management';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person, removePerson } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';
import { cleanUp } from '../auth/commands-clean-up.ts';
import { selectFound } from './queries-search.ts';

let server: TestApp;
let admin: Person;

/** Twelve users besides the administrator; the later in the list, the newer, with two made at the same moment. */
const NAMES = ['Asha', 'Vikram', 'Meera', 'Ravi', 'Priya', 'Sunil', 'Kavita', 'Deepak', 'Anjali', 'Rohit', 'Ila', 'Om'];

const COMPANY = { employeeCount: 42, state: 'Goa', additionalStates: ['Kerala'] } as const;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
  await setUp(admin.userId, 'Root', 0, 'active');
  for (const [index, name] of NAMES.entries()) {
    const role = index % 4 === 0 ? 'premium' : 'user';
    const { userId } = await addPerson(server.services, name === 'Meera' ? { role, company: COMPANY } : { role });
    await setUp(userId, name, Math.min(index + 1, 11), index === 5 ? 'suspended' : index === 6 ? 'pending' : 'active');
  }
});

afterAll(() => server.close());

async function setUp(userId: string, name: string, day: number, status: 'active' | 'pending' | 'suspended') {
  await server.services.database.db
    .updateTable('users')
    .set({
      first_name: name,
      last_name: 'Rao',
      primary_email: `${name.toLowerCase()}_1@example.in`,
      status,
      created_at: new Date(Date.UTC(2026, 0, 1 + day)),
    })
    .where('id', '=', userId)
    .execute();
}

async function list(query = '') {
  const response = await server.call({ url: `/api/users${query}`, token: admin.token });
  expect(response.statusCode).toBe(200);
  const { data } = listUsers.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', data });
  return { names: data.users.map(({ firstName }) => firstName), ...data };
}

describe('is for administrators', () => {
  test('a stranger is turned away', async () => {
    expectFailure(await server.call({ url: '/api/users' }), 401, 'Please sign in to continue');
  });

  test.each(['user', 'premium'] as const)('%s', async (role) => {
    const { token, userId } = await addPerson(server.services, { role });
    expectFailure(await server.call({ url: '/api/users', token }), 403, 'Only administrators can do this');
    await removePerson(server.services, userId);
  });

  test('not while impersonating', async () => {
    const { rows } = await server.services.database.pool.query(`select id from users where first_name = 'Meera'`);
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: rows[0].id, device: 'test', impersonatorId: admin.userId });
    expectFailure(await server.call({ url: '/api/users', token }), 403, 'Only administrators can do this');
  });
});

test('the newest come first, ten a page, in an order that pages keep', async () => {
  const first = await list();
  expect(first.pagination).toEqual({ page: 1, limit: 10, total: 13, pages: 2 });
  const second = await list('?page=2');
  expect(second.names).toEqual(['Vikram', 'Asha', 'Root']);
  const all = await list('?limit=100');
  expect([...first.names, ...second.names]).toEqual(all.names);
  expect(new Set(all.names.slice(0, 2))).toEqual(new Set(['Om', 'Ila']));
  expect(all.names.slice(2, 5)).toEqual(['Rohit', 'Anjali', 'Deepak']);
  expect((await list('?page=3')).names).toEqual([]);
});

test('users carry their company, or null', async () => {
  const { users } = await list('?limit=100');
  const withCompany = users.filter(({ company }) => company !== null);
  expect(withCompany).toMatchObject([
    { firstName: 'Meera', company: { companyName: 'Rao & Sons', additionalStates: ['Kerala'] } },
  ]);
  expect(Object.keys(users[0] ?? {}).sort()).toEqual(
    ['_id', 'company', 'createdAt', 'firstName', 'lastName', 'personalPhone', 'primaryEmail', 'role', 'status'].sort(),
  );
});

test.each([
  ['MEERA', ['Meera']],
  ['avi', ['Kavita', 'Ravi']],
  ['ohi', ['Rohit']],
  ['priya rao', ['Priya']],
  ['rao priya_', ['Priya']],
  ['a_1@', ['Asha', 'Ila', 'Kavita', 'Meera', 'Priya']],
  ['priya_1@EXAMPLE', ['Priya']],
  ['  priya  ', ['Priya']],
  ['priya%', []],
  ['p_iya', []],
  ['\\', []],
  ["'; drop table users; --", []],
  ['nobody', []],
  ['...', []],
  ['😀😀😀', []],
  ['a'.repeat(200), []],
])('a search for %j', async (search, names) => {
  const found = await list(`?limit=100&search=${encodeURIComponent(search)}`);
  expect(found.names.toSorted()).toEqual(names);
  expect(found.pagination).toEqual({ page: 1, limit: 100, total: names.length, pages: names.length > 0 ? 1 : 0 });
});

test.each([
  ['o', ['Om']],
  ['OM', ['Om']],
  ['  om ', ['Om']],
  ['oh', []],
  ['an', ['Anjali']],
  ['ex', []],
  ['%', []],
  ['_', []],
  ['😀', []],
])('one or two letters find beginnings of words: %j', async (search, names) => {
  expect((await list(`?limit=100&search=${encodeURIComponent(search)}`)).names.toSorted()).toEqual(names);
});

test('beginnings are those of every word of a name, and signs and letters of all scripts are searched as they are', async () => {
  const { userId } = await addPerson(server.services);
  const change = { first_name: 'Mary Ann 😀', last_name: 'O’Neil-शर्मा', primary_email: 'quill+hr@example.in' };
  await server.services.database.db.updateTable('users').set(change).where('id', '=', userId).execute();
  const find = async (search: string) => {
    const { users } = await list(`?limit=100&search=${encodeURIComponent(search)}`);
    return users.some(({ _id }) => _id === userId);
  };
  for (const search of ['m', 'an', 'o’', 'q', 'qu', '😀', 'ANN 😀', '😀 o’n', 'शर्मा', 'il-श', 'l+h', 'quill+HR@']) {
    expect([search, await find(search)]).toEqual([search, true]);
  }
  for (const search of ['ne', 'hr', 'श', '🎉', 'ann 🎉', '😀😀', 'il_श', 'l-h', 'शर्म्']) {
    expect([search, await find(search)]).toEqual([search, false]);
  }
  await removePerson(server.services, userId);
});

test.each([
  { search: 'a' },
  { search: 'an' },
  { search: 'rao' },
  { search: 'priy' },
  { search: 'priya' },
  { search: 'priya rao' },
  { search: '_1@example.in' },
  { search: 'EXAMPLE', role: 'premium' },
  { search: 'o', role: 'user', status: 'active' },
  { search: 'rao', status: 'suspended' },
  { search: 'r', page: 2, limit: 2 },
  { search: 'nobody' },
] as const)('whichever way they are found, it is the same users: %j', async (asked) => {
  const search = { page: 1, limit: 100, ...asked };
  const [walked, byGrams] = await Promise.all(
    (['walk', 'grams'] as const).map(async (way) => {
      const { rows } = await selectFound(search, way).execute(server.services.database.db);
      return rows[0];
    }),
  );
  expect(byGrams).toEqual(walked);
  expect(Number(walked?.counted) > 0).toBe(asked.search !== 'nobody');
});

test('role and status narrow the list and each other; empty ones do not', async () => {
  expect((await list('?role=admin')).names).toEqual(['Root']);
  expect((await list('?role=premium')).pagination.total).toBe(3);
  expect((await list('?status=pending')).names).toEqual(['Kavita']);
  expect((await list('?role=user&status=suspended')).names).toEqual(['Sunil']);
  expect((await list('?role=premium&status=suspended')).pagination).toEqual({ page: 1, limit: 10, total: 0, pages: 0 });
  expect((await list('?role=premium&search=priya')).names).toEqual(['Priya']);
  expect((await list('?role=&status=&search=')).pagination.total).toBe(13);
});

test('the count follows whatever happens to users, folded or not', async () => {
  const { pool, db } = server.services.database;
  const compare = async () => {
    const { rows } = await pool.query('select role, status, count(*) as users from users group by 1, 2 order by 1, 2');
    for (const { role, status, users } of rows)
      expect((await list(`?role=${role}&status=${status}`)).pagination.total).toBe(users);
    expect((await list()).pagination.total).toBe(rows.reduce((sum, { users }) => sum + users, 0));
  };
  await compare();
  const { userId } = await addPerson(server.services);
  await pool.query(`update users set role = 'premium', status = 'suspended' where id = $1`, [userId]);
  await compare();
  await cleanUp(db);
  await compare();
  await removePerson(server.services, userId);
  await compare();
});

test.each([
  ['page=0', { page: 'Page must be a whole number from 1' }],
  ['limit=0', { limit: 'Limit must be a whole number from 1 to 100' }],
  ['limit=101', { limit: 'Limit must be a whole number from 1 to 100' }],
  ['limit=ten', { limit: 'Limit must be a whole number from 1 to 100' }],
  ['role=boss', { role: 'Role must be user, premium or admin' }],
  ['status=gone', { status: 'Status must be active, pending or suspended' }],
  [`search=${'a'.repeat(201)}`, { search: 'Please use at most 200 characters' }],
])('%s is refused', async (query, errors) => {
  const response = await server.call({ url: `/api/users?${query}`, token: admin.token });
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual(errors);
});

test('unchanged it is 304', async () => {
  const first = await server.call({ url: '/api/users', token: admin.token });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const second = await server.call({ url: '/api/users', token: admin.token, headers });
  expect([second.statusCode, second.body]).toEqual([304, '']);
});
