import { listActs } from '@anupalan/contract/acts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';

let server: TestApp;
let tokens: Record<'user' | 'premium' | 'admin', string>;

beforeAll(async () => {
  server = await startTestApp();
  await addAct(server.services, { name: 'Wages Code', description: '<p>The secret of wages</p>' });
  await addAct(server.services, { name: 'Goa Shops Act', state: 'Goa', min_employees: 10, max_employees: 50 });
  const [user, premium, admin] = await Promise.all(
    (['user', 'premium', 'admin'] as const).map((role) => addPerson(server.services, { role })),
  );
  if (!user || !premium || !admin) throw new Error('Somebody is missing');
  tokens = { user: user.token, premium: premium.token, admin: admin.token };
});

afterAll(() => server.close());

test('a stranger is turned away', async () => {
  const response = await server.call({ url: '/api/acts' });
  expect(response.statusCode).toBe(401);
  expect(response.json()).toEqual({ status: 'error', message: 'Please sign in to continue' });
});

test.each(['premium', 'admin'] as const)('%s gets every act with its summary, by name', async (role) => {
  const response = await server.call({ url: '/api/acts', token: tokens[role] });
  expect(response.statusCode).toBe(200);
  const { data } = listActs.answers[200].parse(response.json());
  expect(data).toMatchObject([
    { name: 'Goa Shops Act', state: 'Goa', minEmployees: 10, maxEmployees: 50, description: '<p>About shops</p>' },
    { name: 'Wages Code', state: '-', minEmployees: 0, maxEmployees: 0, description: '<p>The secret of wages</p>' },
  ]);
  expect(data.map((act) => act.locked)).toEqual([undefined, undefined]);
});

test('free users get the acts without their summaries', async () => {
  const response = await server.call({ url: '/api/acts', token: tokens.user });
  const { data } = listActs.answers[200].parse(response.json());
  expect(data.map(({ name, description, locked }) => [name, description, locked])).toEqual([
    ['Goa Shops Act', '', true],
    ['Wages Code', '', true],
  ]);
  expect(response.body).not.toContain('secret');
});

test('an unchanged answer is 304', async () => {
  const first = await server.call({ url: '/api/acts', token: tokens.user });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const second = await server.call({ url: '/api/acts', token: tokens.user, headers });
  expect([second.statusCode, second.body]).toEqual([304, '']);
  const others = await server.call({ url: '/api/acts', token: tokens.premium, headers });
  expect(others.statusCode).toBe(200);
});

test('a change that another connection commits is seen once it is announced', async () => {
  const { call, services } = server;
  const readNames = async () => {
    const response = await call({ url: '/api/acts', token: tokens.user });
    return listActs.answers[200].parse(response.json()).data.map(({ name }) => name);
  };
  expect(await readNames()).toEqual(['Goa Shops Act', 'Wages Code']);
  const heard = new Promise((resolve) => services.listener.subscribe('catalogue', resolve));
  await addAct(services, { name: 'Apprentices Act' });
  await heard;
  expect(await readNames()).toEqual(['Apprentices Act', 'Goa Shops Act', 'Wages Code']);
});

test('an act under which companies alone keep obligations is kept, and the answer says so', async () => {
  const id = await addAct(server.services, { name: 'Theirs' });
  const { workspaceId } = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
  await addItem(server.services, { act_id: id, workspace_id: workspaceId });
  const remove = async () => {
    const response = await server.call({ method: 'DELETE', url: `/api/acts/${id}`, token: tokens.admin });
    return [response.statusCode, response.json().message];
  };
  expect(await remove()).toEqual([
    409,
    'Companies keep obligations of their own under this act, so it cannot be deleted.',
  ]);
  await addItem(server.services, { act_id: id });
  expect(await remove()).toEqual([409, 'This act has compliance data. Delete or move it first.']);
});
