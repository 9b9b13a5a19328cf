import { getOwnProfile } from '@anupalan/contract/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let server: TestApp;
let person: Person;

beforeAll(async () => {
  server = await startTestApp();
  person = await addPerson(server.services, {
    role: 'premium',
    company: { employeeCount: 42, state: 'Goa', additionalStates: ['Kerala'] },
  });
  await addPerson(server.services, { company: { employeeCount: 7, state: 'Punjab' } });
});

afterAll(() => server.close());

test('a stranger is turned away', async () => {
  const response = await server.call({ url: '/api/users/profile' });
  expect(failureOf(response)).toEqual([401, 'Please sign in to continue']);
});

test('the profile is the own one, with the company and without secrets', async () => {
  const response = await server.call({ url: '/api/users/profile', token: person.token });
  expect(response.statusCode).toBe(200);
  const { data } = getOwnProfile.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', data });
  expect(data.user).toEqual({
    _id: person.userId,
    firstName: 'Asha',
    lastName: 'Rao',
    primaryEmail: `${person.userId}@example.in`,
    personalPhone: '',
    role: 'premium',
    status: 'active',
    createdAt: expect.any(String),
    company: {
      _id: expect.any(String),
      companyName: 'Rao & Sons',
      employeeCount: 42,
      companyPhone: '',
      companyEmail: '',
      designation: 'HR',
      industry: '',
      companyWebsite: '',
      city: 'Pune',
      state: 'Goa',
      additionalStates: ['Kerala'],
      country: 'India',
    },
  });
});

test('without a company it says so', async () => {
  const { token } = await addPerson(server.services);
  const response = await server.call({ url: '/api/users/profile', token });
  expect(response.json().data.user.company).toBeNull();
});

test('an unchanged profile is 304, a changed one is not', async () => {
  const read = (headers = {}) => server.call({ url: '/api/users/profile', token: person.token, headers });
  const headers = { 'if-none-match': String((await read()).headers.etag) };
  const unchanged = await read(headers);
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
  await server.services.database.db
    .updateTable('users')
    .set({ last_name: 'Nair' })
    .where('id', '=', person.userId)
    .execute();
  const changed = await read(headers);
  expect([changed.statusCode, changed.json().data.user.lastName]).toEqual([200, 'Nair']);
});
