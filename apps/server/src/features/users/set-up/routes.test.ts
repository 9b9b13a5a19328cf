import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { enterPassword, failureOf, post, readCode } from '../../../../test/accounts.ts';
import { readAuditOf } from '../../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { callWhileHeld } from '../../../../test/locks.ts';
import { addPerson } from '../../../../test/people.ts';
import { readConfig } from '../../../config.ts';
import { digestToken } from '../../../identity/secrets.ts';
import { beginSession } from '../../../identity/sessions.ts';
import { ensureAdministrator, type NewAdministrator } from '../commands-ensure-administrator.ts';
import { renewSetUpLink } from './commands.ts';

const EMAIL = 'admin@anupalan.local';
const CHOSEN = 'Chosen-horse-9';
const SPENT = [
  400,
  'This link no longer works. Sign in with the password you chose, or restart the server for another link.',
];
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://anupalan.example.in',
  SMTP_URL: 'smtp://127.0.0.1:1',
  ADMIN_EMAIL: EMAIL,
};

let server: TestApp;

beforeEach(async () => {
  server = await startTestApp();
});

afterEach(() => server.close());

/** What a start prints about the administrator. */
async function begin(env: Record<string, string> = {}): Promise<{ made: NewAdministrator | null; token: string }> {
  const services = { ...server.services, config: readConfig(env) };
  const made = await ensureAdministrator(services);
  const link = await renewSetUpLink(services);
  return { made, token: link ? (link.url.split('/set-up#')[1] ?? '') : '' };
}

async function signIn(password: string) {
  await enterPassword(server, EMAIL, password);
  const otp = await readCode(server, EMAIL);
  return (await post(server, '/auth/verify-login', { email: EMAIL, otp })).json().data;
}

function setUp(token: string, newPassword = CHOSEN) {
  return post(server, '/auth/set-up', { token, newPassword });
}

describe('the printed link', () => {
  test('sets a password once, ends sessions of the printed one, and the ordinary sign-in follows', async () => {
    const { made, token } = await begin();
    const before = await signIn(made?.password ?? '');
    expect(token).toMatch(/^[\w-]{43}$/);
    const response = await setUp(token);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { status: 'success', message: 'Your password is set. Please sign in with it.' },
    ]);
    expect(failureOf(await setUp(token, 'Another-horse-9'))).toEqual(SPENT);
    expect((await server.call({ url: '/api/users/profile', token: before.token })).statusCode).toBe(401);
    const old = await post(server, '/auth/login', { email: EMAIL, password: made?.password });
    expect(failureOf(old)).toEqual([401, 'Incorrect password']);
    const { user } = await signIn(CHOSEN);
    expect(user).toMatchObject({ role: 'admin' });
    expect(user).not.toHaveProperty('passwordChange');
    expect((await readAuditOf(server, user._id)).map(({ action }) => action)).toContain('users.set-up');
  });

  test('is stored as its digest only, works for a day, and each start prints another while it is unused', async () => {
    const [first, second] = [await begin(), await begin()];
    expect(second.made).toBeNull();
    expect(second.token).not.toBe(first.token);
    const { rows } = await server.services.database.pool.query('select token_hash::text, expires_at from set_up_links');
    expect(JSON.stringify(rows)).not.toContain(first.token);
    const day = rows[0].expires_at.getTime() - Date.now();
    expect(Math.round(day / 3_600_000)).toBe(24);
    await server.services.database.pool.query(`update set_up_links set expires_at = now() - interval '1 second'`);
    expect(failureOf(await setUp(first.token))).toEqual(SPENT);
    const third = await begin();
    expect((await setUp(third.token)).statusCode).toBe(200);
    expect((await begin()).token).toBe('');
  });

  test('of two who use it at the same moment one sets the password', async () => {
    const { token } = await begin();
    const answers = await Promise.all([setUp(token, 'First-horse-9'), setUp(token, 'Second-horse-9')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
  });

  test('ends what the printed password began as a reset does: browsers are strangers again, and mail tells', async () => {
    const { made, token } = await begin();
    const { user } = await signIn(made?.password ?? '');
    const { db } = server.services.database;
    const by = await addPerson(server.services, { role: 'admin' });
    await beginSession(db, { userId: user._id, device: 'Firefox', impersonatorId: by.userId });
    server.enqueued.length = 0;
    expect((await setUp(token)).statusCode).toBe(200);
    expect(server.enqueued).toMatchObject([{ data: { to: EMAIL, subject: 'Your password was changed' } }]);
    expect(await db.selectFrom('known_browsers').selectAll().where('user_id', '=', user._id).execute()).toEqual([]);
    const actions = (await readAuditOf(server, user._id)).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['users.end-impersonation', 'users.set-up']));
  });

  test('may be used while another instance starts and prints one more', async () => {
    const [old, { token }] = [await begin(), await begin()];
    const past = `update set_up_links set expires_at = now() - interval '1 second' where token_hash = $1`;
    await server.services.database.pool.query(past, [digestToken(old.token)]);
    const services = { ...server.services, config: readConfig(PRODUCTION) };
    const [, used] = await callWhileHeld<unknown>(server, ['select from users for update'], () => [
      renewSetUpLink(services),
      setUp(token),
    ]);
    expect(used).toMatchObject({ statusCode: 200 });
  });

  test('takes no weak password and no token that is none; guessing counts as signing in does', async () => {
    const { token } = await begin();
    const weak = await setUp(token, 'password');
    expect([weak.statusCode, Object.keys(weak.json().errors)]).toEqual([400, ['newPassword']]);
    expect(failureOf(await setUp('x'.repeat(43)))).toEqual(SPENT);
    expect((await setUp('')).statusCode).toBe(400);
    expect((await setUp(token)).statusCode).toBe(200);
    const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '1' } });
    const guess = () => post(strict, '/auth/set-up', { token: 'guess', newPassword: CHOSEN });
    expect([(await guess()).statusCode, (await guess()).statusCode]).toEqual([400, 429]);
    await strict.close();
  });

  test('there is none where the operator set the password, which stays', async () => {
    const { token } = await begin({ ADMIN_PASSWORD: 'Given-horse-9' });
    expect(token).toBe('');
    expect((await signIn('Given-horse-9')).user).not.toHaveProperty('passwordChange');
  });
});

describe('the password that the server made up', () => {
  test('opens everything in local mode, where the screen alone asks for another', async () => {
    const { made } = await begin();
    const { token, user } = await signIn(made?.password ?? '');
    expect(user.passwordChange).toBe('asked');
    expect((await server.call({ url: '/api/users', token })).statusCode).toBe(200);
  });

  test('elsewhere opens nothing but what choosing another takes, on the very next call', async () => {
    const { made } = await begin(PRODUCTION);
    const { token, user } = await signIn(made?.password ?? '');
    expect(user.passwordChange).toBe('required');
    const refused = await server.call({ url: '/api/users', token });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        status: 'error',
        message: 'Choose a new password to go on',
        errors: { passwordChange: 'Choose a new password to go on' },
      },
    ]);
    for (const url of ['/api/compliance/data', '/api/audit-log/export', '/api/users/profile/sessions']) {
      expect((await server.call({ url, token })).statusCode, url).toBe(403);
    }
    expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(200);
    const change = { currentPassword: made?.password, newPassword: CHOSEN, confirmPassword: CHOSEN };
    const changed = await server.call({
      method: 'PUT',
      url: '/api/users/profile/password',
      token,
      payload: change,
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await server.call({ url: '/api/users', token })).statusCode).toBe(200);
    expect((await begin(PRODUCTION)).token).toBe('');
  });

  test('is insisted on as soon as an installation leaves local mode', async () => {
    await begin();
    await begin(PRODUCTION);
    const { rows } = await server.services.database.pool.query('select password_change from users');
    expect(rows).toEqual([{ password_change: 'required' }]);
  });
});
