import fastify from 'fastify';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { formOf } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { requireSession } from '../../identity/read-session.ts';
import type { Session } from '../../identity/sessions.ts';
import { PACE } from '../../platform/files/pace.ts';
import { paceOf, TakingsIn } from './takings-in.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const COMPANY = { employeeCount: 3, state: 'Delhi' } as const;

async function sessionOf({ token }: Person): Promise<Session> {
  const app = fastify();
  const sessions: Session[] = [];
  app.get('/', async (request) => {
    sessions.push(await requireSession(server.services.database, request));
    return {};
  });
  await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } });
  const [session] = sessions;
  if (!session) throw new Error('There is no session');
  return session;
}

function send({ token }: Person) {
  const bytes = Buffer.from(zipSync({ 'a.txt': Buffer.from('Hello') }));
  const form = formOf({}, [{ field: 'file', name: 'company.zip', bytes }]);
  return server.call({ ...form, url: '/api/imports/company', token });
}

test('who has neither room for a company nor one to fill is told so before anything is stored', async () => {
  const person = await addPerson(server.services, { company: COMPANY });
  expect(failureOf(await send(person))).toEqual([400, expect.stringContaining('not the file of a company')]);
  const item = await addItem(server.services, { act_id: await addAct(server.services) });
  await server.owner.query(
    `insert into exclusions (workspace_id, compliance_item_id, reason, excluded_by) values ($1, $2, 'None here', $3)`,
    [person.workspaceId, item, person.userId],
  );
  const write = vi.spyOn(server.services.files, 'write');
  expect(failureOf(await send(person))).toEqual([409, expect.stringContaining('The Free plan covers one company')]);
  expect(write).not.toHaveBeenCalled();
});

test('who is on the free plan tries ten times a day', async () => {
  const person = await addPerson(server.services);
  const codes: number[] = [];
  for (let n = 0; n < 11; n++) codes.push((await send(person)).statusCode);
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
});

test('one comes of a person, two of those on the free plan, and four in all', async () => {
  const takingsIn = new TakingsIn(server.services.database);
  const add = async (role: 'user' | 'premium') => sessionOf(await addPerson(server.services, { role }));
  const first = await add('user');
  const leave = await takingsIn.begin(first);
  await expect(takingsIn.begin(first)).rejects.toMatchObject({ code: 'too-many' });
  await takingsIn.begin(await add('user'));
  const third = await add('user');
  await expect(takingsIn.begin(third)).rejects.toMatchObject({ code: 'unavailable' });
  for (let n = 0; n < 2; n++) await takingsIn.begin(await add('premium'));
  await expect(takingsIn.begin(await add('premium'))).rejects.toMatchObject({ code: 'unavailable' });
  leave();
  await takingsIn.begin(third);
});

test.each([
  [20_000_000, 100_000, 16],
  [2_000_000_000, 7_200_000, 125],
  [Number.POSITIVE_INFINITY, 7_200_000, 125],
])('a form of %d bytes has %d ms, with %d bytes at least in each', (bytes, totalMs, leastBytes) => {
  const pace = paceOf(bytes, 7_200_000);
  expect([pace.totalMs, pace.leastBytes / pace.windowMs]).toEqual([totalMs, leastBytes]);
  expect(PACE.totalMs).toBe(100_000);
});
