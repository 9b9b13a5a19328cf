import { listAuditLog } from '@anupalan/contract/audit-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAccount, enterPassword, post, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { asAuthor, eraseOldOrigins, recordAudit } from '../../identity/audit.ts';
import { beginSession } from '../../identity/sessions.ts';

const HERE = '203.0.113.7';

let server: TestApp;
let admin: Person;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterAll(() => server.close());

async function listAbout(subject: string) {
  const response = await server.call({ url: `/api/audit-log?subject=${subject}`, token: admin.token });
  return listAuditLog.answers[200].parse(response.json()).data.entries;
}

test('an entry has the request, the session and the address that it was done from', async () => {
  const person = await addPerson(server.services);
  const { headers } = await server.call({
    method: 'PUT',
    url: '/api/users/profile',
    token: person.token,
    remoteAddress: `::ffff:${HERE}`,
    payload: { firstName: 'Usha' },
  });
  const { rows } = await server.services.database.pool.query('select id from sessions where user_id = $1', [
    person.userId,
  ]);
  expect(await listAbout(person.userId)).toMatchObject([
    { action: 'users.update', requestId: headers['x-request-id'], sessionId: rows[0]?.id, address: HERE },
  ]);
});

test('a sign-in has the session that it began, and a failed one the address alone', async () => {
  const account = await addAccount(server);
  await post(server, '/auth/login', { email: account.email, password: 'Wrong-horse-9' }, { remoteAddress: HERE });
  const { email, otp, cookies } = await enterPassword(server, account.email);
  await post(server, '/auth/verify-login', { email, otp }, { cookies });
  const { rows } = await server.services.database.pool.query(
    'select id from sessions where user_id = $1 order by id desc limit 1',
    [account.userId],
  );
  const entries = await listAbout(account.userId);
  const find = (wanted: string) => entries.find(({ action }) => action === wanted);
  expect(find('auth.fail-sign-in')).toMatchObject({ address: HERE, sessionId: null, requestId: expect.any(String) });
  expect(find('auth.sign-in')?.sessionId).toBe(rows[0]?.id);
});

test('what nobody called has no origin', async () => {
  const person = await addPerson(server.services);
  await recordAudit(server.services.database.db, null, { noun: 'plans', verb: 'expire', id: person.userId });
  expect(await listAbout(person.userId)).toMatchObject([{ address: null, sessionId: null, requestId: null }]);
});

test('the export has the origins', async () => {
  const { body } = await server.call({ url: '/api/audit-log/export?action=users.update', token: admin.token });
  expect(body).toContain(',details,sessionId,requestId,address\r\n');
  expect(body.trimEnd()).toMatch(/,[\da-f-]{36},[\da-f-]{36},203\.0\.113\.7$/);
});

test('addresses are forgotten after 180 days, and the entries stay', async () => {
  const { db, pool } = server.services.database;
  const person = await addPerson(server.services);
  const change = (firstName: string) =>
    server.call({ method: 'PUT', url: '/api/users/profile', token: person.token, payload: { firstName } });
  await change('Usha');
  await pool.query(`update audit_origins set noted_at = now() - interval '181 days'`);
  await change('Meera');
  await eraseOldOrigins(db);
  const addresses = (await listAbout(person.userId)).map(({ address }) => address);
  expect(addresses).toEqual(['127.0.0.1', null]);
});

test('who is erased takes the addresses along, and leaves those of the administrator', async () => {
  const person = await addPerson(server.services);
  const { db } = server.services.database;
  const call = (token: string, remoteAddress: string) =>
    server.call({ method: 'PUT', url: '/api/users/profile', token, remoteAddress, payload: { firstName: 'Usha' } });
  await call(person.token, HERE);
  const acting = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
  await server.call({ method: 'POST', url: '/api/auth/logout', token: acting, remoteAddress: '203.0.113.99' });
  await recordAudit(db, asAuthor(person.userId), { noun: 'auth', verb: 'sign-out', id: person.userId });
  await server.call({ method: 'DELETE', url: `/api/users/${person.userId}`, token: admin.token });
  const { rows } = await server.services.database.pool.query(
    `select action, address from audit_log left join audit_origins on entry_id = id where subject_id = $1 order by at`,
    [person.userId],
  );
  expect(rows).toEqual([
    { action: 'users.update', address: null },
    { action: 'users.end-impersonation', address: '203.0.113.99' },
    { action: 'auth.sign-out', address: null },
    { action: 'users.delete', address: '127.0.0.1' },
  ]);
});
