import { once } from 'node:events';
import { connect } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { addAccount, enterPassword, PASSWORD, post, UNHURRIED } from '../test/accounts.ts';
import { startCashfree, type TestCashfree } from '../test/cashfree.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { captureLog } from '../test/payments.ts';
import { addPerson, type Person } from '../test/people.ts';
import { UNKNOWN_ID } from '../test/tracked.ts';
import { beginSession } from './identity/sessions.ts';

const Line = z.looseObject({ msg: z.string(), time: z.number() });

const { log, lines } = captureLog();
let cashfree: TestCashfree;
let server: TestApp;
let admin: Person;
let person: Person;

beforeAll(async () => {
  cashfree = await startCashfree();
  server = await startTestApp({ env: { ...UNHURRIED, ...cashfree.env, TRUST_PROXY: '1' }, log, pages: true });
  admin = await addPerson(server.services, { role: 'admin' });
  person = await addPerson(server.services);
});

beforeEach(() => {
  lines.length = 0;
});

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

function readLines() {
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

/** The line of the only call that was answered since the test began. */
async function lineOf(request: Parameters<TestApp['call']>[0]) {
  const { headers } = await server.call(request);
  const [line, ...others] = readLines().filter(({ msg }) => msg === 'answered');
  expect(others).toEqual([]);
  return { line, requestId: headers['x-request-id'] };
}

/** The id of a person's only session. */
async function sessionOf({ userId }: Person): Promise<string> {
  const { rows } = await server.services.database.pool.query<{ id: string }>(
    'select id from sessions where user_id = $1',
    [userId],
  );
  return rows[0]?.id ?? '';
}

test('a line says what was answered, when, from where and whose call it was', async () => {
  const session = await sessionOf(person);
  const { line, requestId } = await lineOf({
    url: '/api/users/profile?search=asha@example.in',
    token: person.token,
    headers: { 'x-forwarded-for': '203.0.113.7' },
  });
  expect(line).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    reqId: requestId,
    method: 'GET',
    path: '/api/users/profile',
    status: 200,
    ms: expect.any(Number),
    address: '203.0.113.7',
    user: person.userId,
    session,
    msg: 'answered',
  });
});

test('an impersonation is logged under both names', async () => {
  const { db } = server.services.database;
  const token = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
  const { line } = await lineOf({ url: '/api/users/profile', token });
  expect(line).toMatchObject({ user: person.userId, impersonator: admin.userId });
});

test('a body that was read in pieces loses nothing of whose call it was', async () => {
  const { line } = await lineOf({
    method: 'PUT',
    url: '/api/users/profile',
    token: person.token,
    payload: { firstName: 'Usha' },
  });
  expect(line).toMatchObject({ user: person.userId, address: '127.0.0.1' });
});

test.each<[string, () => InjectOptions & { token?: string }, object]>([
  [
    'no session',
    () => ({ url: '/api/users' }),
    { status: 401, refused: 'unauthenticated', why: 'Please sign in to continue' },
  ],
  [
    'a missing permission',
    () => ({ url: '/api/users', token: person.token }),
    { status: 403, refused: 'forbidden', why: 'Only administrators can do this' },
  ],
  [
    'faults of a form, by their fields and not by what was typed',
    () => ({ method: 'POST', url: '/api/auth/login', payload: { email: 'nobody at all', password: 'Secret-horse-1' } }),
    { status: 400, refused: 'invalid', fields: ['email'] },
  ],
  [
    'malformed JSON',
    () => ({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'application/json' }, payload: '{' }),
    { status: 400, refused: 'invalid' },
  ],
  [
    'a malformed address',
    () => ({ url: '/api/%E0%A4%A' }),
    { status: 400, refused: 'invalid', why: 'The address could not be read', address: '127.0.0.1' },
  ],
  [
    'a thing of somebody else',
    () => ({ url: `/api/companies/user/${UNKNOWN_ID}`, token: person.token }),
    { status: 403, refused: 'forbidden' },
  ],
  [
    'a webhook that the provider did not sign',
    () => cashfree.webhook({}, { secretKey: 'guess' }),
    { status: 401, refused: 'unauthenticated', why: 'Invalid signature' },
  ],
])('a refusal says why and from where: %s', async (_, request, expected) => {
  const { headers, ...rest } = request();
  const { line, requestId } = await lineOf({ ...rest, headers: { ...headers, 'x-forwarded-for': '203.0.113.9' } });
  expect(line).toMatchObject({ address: '203.0.113.9', reqId: requestId, ...expected });
  expect(lines.join('')).not.toMatch(/nobody at all|Secret-horse/);
});

test('a limit that refuses says so, and whom', async () => {
  const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '1' }, log });
  for (let time = 0; time < 2; time += 1) await post(strict, '/auth/login', {}, { remoteAddress: '203.0.113.5' });
  expect(readLines().at(-1)).toMatchObject({ status: 429, refused: 'too-many', address: '203.0.113.5' });
  await strict.close();
});

test('who leaves before the answer is there is on record all the same', async () => {
  const { app } = server;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { email } = await addAccount(server);
  const payload = JSON.stringify({ email, password: 'Wrong-horse-9' });
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  const arrived = once(app.server, 'request');
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${payload.length}\r\n\r\n${payload}`,
  );
  await arrived;
  socket.destroy();
  await vi.waitFor(() =>
    expect(readLines()).toContainEqual(
      expect.objectContaining({ msg: 'left before the answer', path: '/api/auth/login', address: '127.0.0.1' }),
    ),
  );
  expect(readLines().filter(({ msg }) => msg === 'answered')).toEqual([]);
});

test('nothing that is sent makes a line of its own', async () => {
  const url = '/api/x%0A{"level":60,"msg":"forged"}';
  const { headers } = await server.call({ url, headers: { 'x-forwarded-for': '1.2.3.4"}\t{"msg":"forged"' } });
  const all = lines.join('').trimEnd().split('\n');
  expect(all).toHaveLength(1);
  expect(readLines()[0]).toMatchObject({ msg: 'answered', reqId: headers['x-request-id'], address: '127.0.0.1' });
});

test('what is no request is refused with its address', async () => {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(server.app.listeningOrigin).port);
  for (const [sent, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\n\r\n', 417],
  ] as const) {
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    socket.resume();
    await once(socket, 'close');
    expect(readLines().at(-1)).toMatchObject({ msg: 'refused what is no request', status, address: '127.0.0.1' });
  }
});

test('no token, password, code or address of a person is in the log of a sign-in', async () => {
  const account = await addAccount(server);
  await post(server, '/auth/login', { email: account.email, password: 'Wrong-horse-9' });
  const { email, otp, cookies } = await enterPassword(server, account.email);
  const { token } = (await post(server, '/auth/verify-login', { email, otp }, { cookies })).json().data;
  await server.call({ url: '/api/users/profile', token });
  const text = lines.join('');
  expect(readLines().filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(3);
  for (const secret of [token, account.token, otp, PASSWORD, 'Wrong-horse-9', account.email])
    expect(text).not.toContain(secret);
});
