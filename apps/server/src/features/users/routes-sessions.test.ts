import { listOwnSessions } from '@anupalan/contract/people/own-sessions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { beginSession } from '../../identity/sessions.ts';

const URL = '/api/users/profile/sessions';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function list(token: string) {
  const response = await server.call({ url: URL, token });
  expect(response.statusCode).toBe(200);
  const { data } = listOwnSessions.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', data });
  return data;
}

async function isOpen(token: string): Promise<boolean> {
  return (await server.call({ url: '/api/users/profile', token })).statusCode === 200;
}

/** Adds a person with sessions on this device, a telephone and a tablet; the tablet was used last. */
async function addTraveller() {
  const person = await addPerson(server.services);
  const { db } = server.services.database;
  const begin = (device: string, userId = person.userId) => beginSession(db, { userId, device });
  const tokens = { here: person.token, phone: await begin('telephone'), tablet: await begin('tablet') };
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql<Date>`now() - interval '2 days'` })
    .where('device', '=', 'telephone')
    .where('user_id', '=', person.userId)
    .execute();
  return { ...person, tokens };
}

describe.each([
  ['GET', URL],
  ['DELETE', URL],
  ['DELETE', `${URL}/${UNKNOWN_ID}`],
] as const)('%s %s', (method, url) => {
  test('a stranger is turned away', async () => {
    expectFailure(await server.call({ method, url }), 401, 'Please sign in to continue');
  });

  test('not while impersonating', async () => {
    const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
    const response = await server.call({ method, url, token });
    expectFailure(response, 403, 'Sessions cannot be managed while impersonating');
    expect(await isOpen(person.token)).toBe(true);
  });
});

test('the list has this session and then the others by their last use, and only open ones of one’s own', async () => {
  const { tokens, userId } = await addTraveller();
  const admin = await addPerson(server.services, { role: 'admin' });
  const { db } = server.services.database;
  await beginSession(db, { userId, device: 'of an administrator', impersonatorId: admin.userId });
  await beginSession(db, { userId, device: 'over' });
  await db.updateTable('sessions').set({ expires_at: sql<Date>`now()` }).where('device', '=', 'over').execute();
  const sessions = await list(tokens.phone);
  expect(sessions.map(({ device, current }) => [device, current])).toEqual([
    ['telephone', true],
    ['tablet', false],
    ['test', false],
  ]);
  expect(sessions[1]).toEqual({
    _id: expect.any(String),
    device: 'tablet',
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
    current: false,
  });
});

test('one of them ends at once, and the others go on', async () => {
  const { tokens, userId } = await addTraveller();
  const tablet = (await list(tokens.here)).find(({ device }) => device === 'tablet');
  const end = () => server.call({ method: 'DELETE', url: `${URL}/${tablet?._id}`, token: tokens.here });
  const response = await end();
  expect([response.statusCode, response.json()]).toEqual([200, { status: 'success', message: 'Session ended' }]);
  expect([await isOpen(tokens.tablet), await isOpen(tokens.phone), await isOpen(tokens.here)]).toEqual([
    false,
    true,
    true,
  ]);
  expectFailure(await end(), 404, 'Session not found');
  expect(await readAuditOf(server, userId)).toMatchObject([
    { action: 'users.end-session', actor_id: userId, details: { sessionId: tablet?._id } },
  ]);
});

test("somebody else's, unknown ones and what is no id are not found", async () => {
  const [one, other] = [await addTraveller(), await addTraveller()];
  const [theirs] = await list(other.tokens.here);
  for (const [id, message] of [
    [theirs?._id, 'Session not found'],
    [UNKNOWN_ID, 'Session not found'],
    ['tablet', 'Not found'],
  ] as const) {
    expectFailure(await server.call({ method: 'DELETE', url: `${URL}/${id}`, token: one.token }), 404, message);
  }
  expect(await isOpen(other.tokens.here)).toBe(true);
});

test('signing out everywhere ends all of them, here too, and nobody else’s', async () => {
  const [one, other] = [await addTraveller(), await addTraveller()];
  const response = await server.call({ method: 'DELETE', url: URL, token: one.token });
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { status: 'success', message: 'Signed out everywhere, including this device' },
  ]);
  for (const token of Object.values(one.tokens)) expect(await isOpen(token)).toBe(false);
  expect(await isOpen(other.token)).toBe(true);
  expect(await readAuditOf(server, one.userId)).toMatchObject([{ action: 'users.end-sessions' }]);
});

test('ending one and all of them at the same moment, impersonations too, ends in no deadlock', async () => {
  const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
  const { db } = server.services.database;
  await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
  await beginSession(db, { userId: admin.userId, device: 'tablet' });
  const tablet = (await list(admin.token)).find(({ device }) => device === 'tablet');
  const end = (url: string) => server.call({ method: 'DELETE', url, token: admin.token });
  const held = ['select from sessions where impersonator_id = $1 for update', admin.userId] as const;
  const answers = await callWhileHeld(server, held, () => [end(URL), end(`${URL}/${tablet?._id}`)]);
  expect([200, 404]).toContain(answers[1]?.statusCode);
  expect(answers[0]?.statusCode).toBe(200);
  expect((await readAuditOf(server, person.userId)).map(({ action }) => action)).toEqual(['users.end-impersonation']);
});
