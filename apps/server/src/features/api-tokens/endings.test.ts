import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { failureOf, PASSWORD, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { hashSecret } from '../../identity/secrets.ts';
import * as fixture from '../members/company.fixture.ts';
import { deleteOldData } from '../privacy/commands-delete-old.ts';
import { tellOfExpiry } from './commands.ts';
import { askForToken, makeToken } from './token.fixture.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let manager: fixture.Colleague & { memberId: string };
let token: string;
let id: string;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server, 'premium');
  manager = await fixture.addColleague(server, owner, 'manager');
  ({ token, id } = await makeToken(server, manager));
  expect(await outcome()).toBe(200);
});

const use = (bearer = token) => server.call({ url: '/api/registrations', token: bearer });
const outcome = async (bearer = token) => (await use(bearer)).statusCode;
const countWaiting = async () => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await server.owner.query(waiting)).rowCount;
};
const changeRole = (role: string) => ask(server, owner, 'PATCH', `/members/${manager.memberId}`, { role });
const setStatus = async (status: string) => {
  const { token: administrator } = await fixture.addSomebody(server, 'admin');
  const url = `/api/users/${manager.userId}/status`;
  return await server.call({ method: 'PATCH', url, token: administrator, payload: { status } });
};

describe('a token ends', () => {
  test('with the membership, whoever ends it', async () => {
    const member = await fixture.addColleague(server, owner, 'member');
    const other = await makeToken(server, member);
    expect((await ask(server, owner, 'DELETE', `/members/${manager.memberId}`)).statusCode).toBe(200);
    expect((await ask(server, member, 'POST', '/members/leave')).statusCode).toBe(200);
    expect([await outcome(), await outcome(other.token)]).toEqual([401, 401]);
  });

  test('with a lower role, and not with a higher one', async () => {
    const member = await fixture.addColleague(server, owner, 'member');
    const raised = await makeToken(server, member);
    const up = await ask(server, owner, 'PATCH', `/members/${member.memberId}`, { role: 'manager' });
    expect(up.statusCode).toBe(200);
    expect(await outcome(raised.token)).toBe(200);
    expect((await changeRole('member')).statusCode).toBe(200);
    expect(await outcome()).toBe(401);
    expect((await changeRole('manager')).statusCode).toBe(200);
    expect(await outcome()).toBe(401);
  });

  test('of an owner who hands over, as a manager is less', async () => {
    const ofOwner = await makeToken(server, owner);
    const offer = (await ask(server, owner, 'POST', '/handovers', { userId: manager.userId })).json().data;
    expect((await ask(server, manager, 'POST', `/handovers/${offer._id}/accept`)).statusCode).toBe(200);
    expect([await outcome(ofOwner.token), await outcome()]).toEqual([401, 200]);
  });

  test('with a suspension, and doesn’t come back', async () => {
    expect((await setStatus('suspended')).statusCode).toBe(200);
    expect(await outcome()).toBe(401);
    expect((await setStatus('active')).statusCode).toBe(200);
    expect(await outcome()).toBe(401);
  });

  test('with a password that is reset', async () => {
    await server.owner.query('update users set password_hash = $1 where id = $2', [
      await hashSecret(PASSWORD),
      manager.userId,
    ]);
    const { email } = manager;
    await post(server, '/auth/forgot-password', { email });
    const otp = await readCode(server, email);
    const renewed = 'Quiet-lantern-52';
    const reset = await post(server, '/auth/reset-password', {
      email,
      otp,
      newPassword: renewed,
      confirmPassword: renewed,
    });
    expect(reset.statusCode).toBe(200);
    expect(await outcome()).toBe(401);
  });

  test('that is made while all sessions of its person end', async () => {
    const signOut = async () => {
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { interval: 5, timeout: 5_000 });
      return await server.call({ method: 'DELETE', url: '/api/users/profile/sessions', token: manager.token });
    };
    const held = ['select from memberships where user_id = $1 for update', manager.userId] as const;
    const answers = await callWhileHeld(server, held, () => [askForToken(server, manager), signOut()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200]);
    expect(await outcome(answers[0]?.json().data.token)).toBe(401);
  });

  test('before it is made, where its session has ended', async () => {
    const held = ['delete from sessions where user_id = $1', manager.userId] as const;
    const [answer] = await callWhileHeld(server, held, () => [askForToken(server, manager)]);
    expect(answer?.statusCode).toBe(401);
  });

  test('at its hour', async () => {
    await server.owner.query(`update api_tokens set created_at = now() - interval '2 days', expires_at = now()`);
    expect(failureOf(await use())).toEqual([
      401,
      'This API token does not work: it expired, was revoked, or never existed',
    ]);
    const listed = await ask(server, manager, 'GET', '/api-tokens');
    expect(listed.json().data).toMatchObject([{ _id: id }]);
  });

  test('for who becomes an administrator, has to choose a password, or is erased', async () => {
    await server.owner.query(`update users set password_change = 'required' where id = $1`, [manager.userId]);
    expect(failureOf(await use())).toEqual([403, 'Choose a new password to go on']);
    await server.owner.query(`update users set password_change = null, role = 'admin' where id = $1`, [manager.userId]);
    expect(await outcome()).toBe(401);
    expect((await fixture.eraseUser(server, manager)).statusCode).toBe(200);
    expect((await server.owner.query('select from api_tokens where id = $1', [id])).rowCount).toBe(0);
  });

  test('for good 30 days after its end, by the nightly job', async () => {
    const age = (days: number) =>
      server.owner.query(
        `update api_tokens set created_at = now() - interval '100 days', expires_at = now() - make_interval(days => $1)
         where id = $2`,
        [days, id],
      );
    await age(29);
    await deleteOldData(server.services.database.db, server.services.log);
    expect((await server.owner.query('select from api_tokens where id = $1', [id])).rowCount).toBe(1);
    await age(31);
    await deleteOldData(server.services.database.db, server.services.log);
    expect((await server.owner.query('select from api_tokens where id = $1', [id])).rowCount).toBe(0);
  });
});

test('a company that is frozen is read by tokens and not written to', async () => {
  await fixture.eraseUser(server, owner);
  await server.owner.query(`update workspaces set frozen_from = now() - interval '1 day' where id = $1`, [
    owner.workspaceId,
  ]);
  expect(await outcome()).toBe(200);
  const payload = { day: '2026-12-25', name: 'Christmas' };
  const write = await server.call({ method: 'POST', url: '/api/holidays', token, payload });
  expect(write.statusCode).toBe(403);
  expect(write.json().message).toContain('frozen');
});

describe('mail before the end (R-tokens-7)', () => {
  const told = () => fixture.mailsTo(server, manager.email).map(({ subject }) => subject);
  const endIn = (hours: number) =>
    server.owner.query('update api_tokens set expires_at = now() + make_interval(hours => $1) where id = $2', [
      hours,
      id,
    ]);

  test('goes out a week and a day before, once each, however often and at once it is looked', async () => {
    const look = () => Promise.all([tellOfExpiry(server.services), tellOfExpiry(server.services)]);
    await look();
    expect(told()).toEqual([]);
    await endIn(7 * 24 - 1);
    await look();
    await look();
    expect(told()).toHaveLength(1);
    await endIn(23);
    await look();
    await look();
    expect(told()).toHaveLength(2);
    const [mail] = fixture.mailsTo(server, manager.email);
    expect(mail?.subject).toMatch(/^API token “Payroll” ends on \d\d\/\d\d\/\d{4}$/);
    expect(mail?.text).toContain(`/company/connections?company=${owner.companyId}`);
    expect(mail?.text).not.toContain('anu_');
    await endIn(-1);
    await look();
    expect(told()).toHaveLength(2);
  });

  test('is left out where it would follow the making at once', async () => {
    const soon = await makeToken(server, manager, { days: 5 });
    await tellOfExpiry(server.services);
    expect(told()).toEqual([]);
    await server.owner.query(`update api_tokens set expires_at = now() + interval '20 hours' where id = $1`, [soon.id]);
    await tellOfExpiry(server.services);
    expect(told()).toHaveLength(1);
  });
});

test('tokens that do not work count by their address like failed sign-ins (R-tokens-8)', async () => {
  const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '3' } });
  const company = await fixture.openCompany(strict);
  const good = await makeToken(strict, company);
  const ask401 = async (bearer: string) => (await strict.call({ url: '/api/registrations', token: bearer })).statusCode;
  for (const expected of [401, 401, 401, 429, 429]) expect(await ask401(`${good.token}x`)).toBe(expected);
  expect(await ask401(good.token)).toBe(200);
  await strict.close();
});
