import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addField } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let server: TestApp;
let free: Person;

beforeAll(async () => {
  server = await startTestApp();
  free = await addPerson(server.services);
  await addField(server.services, { name: 'Authority', position: 2, access_level: 'premium', description: 'Who' });
  await addField(server.services, { name: 'Form', position: 1 });
});

afterAll(() => server.close());

test('a stranger is turned away', async () => {
  expect((await server.call({ url: '/api/compliance/fields' })).statusCode).toBe(401);
});

test('everyone who is signed in gets every field, in the order of the columns', async () => {
  const response = await server.call({ url: '/api/compliance/fields', token: free.token });
  expect(response.statusCode).toBe(200);
  expect(listComplianceFields.answers[200].parse(response.json()).data).toMatchObject([
    { name: 'Form', description: '', accessLevel: 'free', order: 1, isFreeUser: true, isPremiumUser: true },
    { name: 'Authority', description: 'Who', accessLevel: 'premium', order: 2, isFreeUser: false, isPremiumUser: true },
  ]);
});

test('an unchanged answer is 304, a change that was announced is seen', async () => {
  const { call, services } = server;
  const url = '/api/compliance/fields';
  const first = await call({ url, token: free.token });
  const headers = { 'if-none-match': String(first.headers.etag) };
  expect((await call({ url, token: free.token, headers })).statusCode).toBe(304);
  const heard = new Promise((resolve) => services.listener.subscribe('catalogue', resolve));
  await server.owner.query(`update compliance_fields set name = 'Return' where name = 'Form'`);
  await heard;
  const changed = await call({ url, token: free.token, headers });
  expect(changed.statusCode).toBe(200);
  expect(changed.json().data[0].name).toBe('Return');
});
