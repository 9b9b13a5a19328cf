import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { beginSession } from '../../identity/sessions.ts';
import { newApiToken } from '../../identity/tokens/token-text.ts';
import * as fixture from '../members/company.fixture.ts';
import { inDays, makeToken } from './token.fixture.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let member: fixture.Colleague & { memberId: string };

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server, 'premium');
  member = await fixture.addColleague(server, owner, 'member');
});

const form = (changes: object = {}) => ({
  name: 'Payroll',
  scopes: ['status-history:write', 'compliance-items:read', 'status-history:write'],
  expiresAt: inDays(30),
  ...changes,
});
const make = (by: Pick<fixture.Colleague, 'token' | 'companyId'>, changes: object = {}) =>
  ask(server, by, 'POST', '/api-tokens', form(changes));
const list = async (by: fixture.Colleague) => (await ask(server, by, 'GET', '/api-tokens')).json();
const setPolicy = (by: fixture.Colleague, allowed: unknown) =>
  server.call({
    method: 'PUT',
    url: '/api/api-tokens/policy',
    token: by.token,
    headers: { 'x-company': by.companyId },
    payload: { allowed },
  });

const FORBIDDEN = [403, 'The owner of this company does not allow API tokens'];

describe('making a token', () => {
  test('tells its text once, keeps its digest alone, and is in the activity', async () => {
    const response = await make(member);
    expect(response.statusCode).toBe(201);
    const { token, ...told } = response.json().data;
    expect(token).toMatch(/^anu_/);
    expect(told).toMatchObject({
      name: 'Payroll',
      scopes: ['compliance-items:read', 'status-history:write'],
      userId: member.userId,
      firstName: 'Asha',
      lastUsedAt: null,
    });
    expect(await list(member)).toEqual({ status: 'success', data: [told], allowed: true });
    const { rows } = await server.owner.query('select t::text as stored from api_tokens t where id = $1', [told._id]);
    expect(rows[0].stored).not.toContain(token.slice(4));
    expect((await fixture.listActivity(server, owner)).at(-1)).toEqual({
      what: 'api-tokens.create',
      by: member.userId,
      about: { name: 'Payroll' },
    });
  });

  test.each([
    [{ name: ' ' }, 'name', 'Please name the token'],
    [{ name: 'x'.repeat(101) }, 'name', 'Please use at most 100 characters'],
    [{ scopes: [] }, 'scopes', 'Choose what the token may do'],
    [{ scopes: undefined }, 'scopes', 'Choose what the token may do'],
    [{ scopes: ['members:write'] }, 'scopes', 'Unknown scope'],
    [{ expiresAt: undefined }, 'expiresAt', 'Choose when the token ends'],
    [{ expiresAt: 'soon' }, 'expiresAt', 'Choose when the token ends'],
    [{ expiresAt: inDays(-1) }, 'expiresAt', 'Choose a day that is still to come'],
    [{ expiresAt: inDays(367) }, 'expiresAt', 'A token lives a year at most'],
  ])('%j is refused', async (changes, field, message) => {
    const response = await make(member, changes);
    expect(failureOf(response)).toEqual([400, message]);
    expect(response.json().errors).toEqual({ [field]: message });
  });

  test('takes a year, a day as its end, and 20 a person', async () => {
    expect((await make(member, { expiresAt: inDays(365) })).statusCode).toBe(201);
    const day = fixture.daysFromNow(40);
    expect((await make(member, { expiresAt: day })).json().data.expiresAt).toBe(`${day}T00:00:00.000Z`);
    for (let made = 2; made < 20; made += 1) expect((await make(member)).statusCode).toBe(201);
    expect(failureOf(await make(member))).toEqual([
      409,
      'You can have 20 API tokens. Revoke one that nobody needs any more.',
    ]);
    expect((await make(owner)).statusCode).toBe(201);
  });

  test('is for members who act in person, signed in lately, and never for a token', async () => {
    const viewer = await fixture.addColleague(server, owner, 'viewer');
    expect(failureOf(await make(viewer))).toEqual([403, 'Viewers can only read']);
    const administrator = await fixture.addSomebody(server, 'admin');
    const { companyId } = owner;
    expect(failureOf(await server.call({ method: 'POST', url: '/api/api-tokens', payload: form() }))[0]).toBe(401);
    const own = { method: 'POST', url: '/api/api-tokens', payload: form() } as const;
    expect(failureOf(await server.call({ ...own, token: administrator.token }))[0]).toBe(403);
    const alone = await fixture.addSomebody(server);
    expect(failureOf(await server.call({ ...own, token: alone.token }))).toEqual([409, 'Register your company first']);
    const impersonating = await beginSession(server.services.database.db, {
      userId: owner.userId,
      device: '',
      impersonatorId: administrator.userId,
    });
    const TOLD = [403, 'API tokens cannot be made or revoked while impersonating'];
    expect(failureOf(await make({ token: impersonating, companyId }))).toEqual(TOLD);
    const { token } = await makeToken(server, owner);
    expect(failureOf(await make({ token, companyId }))).toEqual([403, 'API tokens cannot do this']);
    await server.owner.query(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
      member.userId,
    ]);
    expect((await make(member)).json().errors).toHaveProperty('reauthenticate');
  });
});

describe('seeing and revoking', () => {
  test('the owner all of the company, everybody else their own', async () => {
    const ofMember = await makeToken(server, member);
    const ofOwner = await makeToken(server, owner);
    expect((await list(member)).data.map(({ _id }: { _id: string }) => _id)).toEqual([ofMember.id]);
    expect((await list(owner)).data.map(({ _id }: { _id: string }) => _id)).toEqual([ofOwner.id, ofMember.id]);
    const manager = await fixture.addColleague(server, owner, 'manager');
    const other = await fixture.openCompany(server);
    for (const by of [manager, other]) {
      expect((await list(by)).data).toEqual([]);
      expect(failureOf(await ask(server, by, 'DELETE', `/api-tokens/${ofMember.id}`))).toEqual([
        404,
        'API token not found',
      ]);
    }
    expect((await works(ofMember.token)).statusCode).toBe(200);
    expect((await ask(server, owner, 'DELETE', `/api-tokens/${ofMember.id}`)).json().message).toBe('API token revoked');
    expect(failureOf(await works(ofMember.token))).toEqual(REFUSED);
    expect((await ask(server, owner, 'DELETE', `/api-tokens/${ofOwner.id}`)).statusCode).toBe(200);
    expect((await fixture.listActivity(server, owner)).at(-2)).toEqual({
      what: 'api-tokens.revoke',
      by: owner.userId,
      about: { name: 'Payroll', userId: member.userId },
    });
    for (const id of [ofMember.id, randomUUIDv7(), 'x']) {
      expect((await ask(server, owner, 'DELETE', `/api-tokens/${id}`)).statusCode).toBe(404);
    }
  });
});

describe('a company that forbids them', () => {
  test('is its owner’s to say; those that are there rest until it allows them again', async () => {
    const { token } = await makeToken(server, member);
    const manager = await fixture.addColleague(server, owner, 'manager');
    expect(failureOf(await setPolicy(manager, false))).toEqual([403, 'Only the owner can do this']);
    expect(failureOf(await setPolicy(owner, 'no'))).toEqual([400, 'Please choose yes or no']);
    expect((await setPolicy(owner, false)).json().message).toBe('API tokens are not allowed any more');
    expect((await setPolicy(owner, false)).statusCode).toBe(200);
    expect(failureOf(await works(token))).toEqual(FORBIDDEN);
    expect(failureOf(await make(member))).toEqual(FORBIDDEN);
    expect((await list(member)).allowed).toBe(false);
    expect((await setPolicy(owner, true)).statusCode).toBe(200);
    expect((await works(token)).statusCode).toBe(200);
    const told = (await fixture.listActivity(server, owner)).map(({ what }) => what);
    expect(told.slice(-3)).toEqual(['api-tokens.create', 'api-tokens.forbid', 'api-tokens.allow']);
  });
});

describe('using a token', () => {
  test('is about its one company, of which nothing leads out', async () => {
    const [second, third] = [await fixture.openCompany(server), await fixture.openCompany(server)];
    for (const [company, role] of [
      [second, 'manager'],
      [third, 'viewer'],
    ] as const) {
      await server.owner.query(
        `insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), $3)`,
        [company.workspaceId, member.userId, role],
      );
    }
    const there = { ...member, companyId: second.companyId };
    const { token } = await makeToken(server, there);
    const read = (path: string, company?: string) =>
      server.call({ url: `/api${path}`, token, ...(company !== undefined && { headers: { 'x-company': company } }) });
    for (const company of [owner.companyId, third.companyId, randomUUIDv7(), 'nonsense', '']) {
      expect(failureOf(await read('/registrations', company))).toEqual([403, 'This API token is for another company']);
    }
    expect((await read('/registrations', second.companyId)).statusCode).toBe(200);
    expect((await read('/registrations', second.companyId.toUpperCase())).statusCode).toBe(200);
    const memberships = (await read('/memberships')).json().data;
    expect(memberships).toMatchObject([{ companyId: second.companyId, role: 'manager' }]);
    expect((await read('/companies')).json().data.map(({ _id }: { _id: string }) => _id)).toEqual([second.companyId]);
    const agenda = await read('/companies/agenda');
    expect(agenda.statusCode).toBe(200);
    expect([owner, third].filter(({ companyId }) => agenda.body.includes(companyId))).toEqual([]);
    expect(failureOf(await read(`/registrations?userId=${owner.userId}`))[0]).toBe(403);
  });

  test('takes no more than its scopes and its person’s role', async () => {
    const { token } = await makeToken(server, member, { scopes: ['registrations:read', 'holidays:write'] });
    const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
      server.call({ method, url: `/api${path}`, token, ...(payload && { payload }) });
    expect((await call('GET', '/registrations')).statusCode).toBe(200);
    expect(failureOf(await call('GET', '/compliance/data'))).toEqual([
      403,
      'This API token lacks the scope compliance-items:read',
    ]);
    expect(failureOf(await call('POST', '/holidays', { day: '2026-12-25', name: 'Christmas' }))).toEqual([
      403,
      'Only managers and the owner can do this',
    ]);
    expect(failureOf(await call('GET', '/members'))).toEqual([403, 'API tokens cannot do this']);
  });

  test('is noted to the minute, when nobody waits for it', async () => {
    const { token, id } = await makeToken(server, member);
    const usedAt = async () =>
      (await server.owner.query('select last_used_at as at from api_tokens where id = $1', [id])).rows[0].at;
    await works(token);
    await expect.poll(usedAt).not.toBeNull();
    const [first] = [await usedAt()];
    expect((await list(member)).data[0].lastUsedAt).toBe(first.toISOString());
    await server.owner.query(`update api_tokens set last_used_at = now() - interval '59 seconds' where id = $1`, [id]);
    const before = await usedAt();
    await works(token);
    await works(token);
    expect(await usedAt()).toEqual(before);
    await server.owner.query(`update api_tokens set last_used_at = now() - interval '61 seconds' where id = $1`, [id]);
    await works(token);
    await expect.poll(async () => (await usedAt()) > before).toBe(true);
  });

  test('that is forged, mistyped or of nobody is refused with words of its own', async () => {
    const { token } = await makeToken(server, member);
    for (const wrong of [newApiToken(), `${token}x`, token.slice(0, -1), 'anu_', `anu_${'x'.repeat(5_000)}`]) {
      expect(failureOf(await works(wrong))).toEqual(REFUSED);
    }
    expect((await works(token)).statusCode).toBe(200);
  });

  test('signs nobody in or out', async () => {
    const { token } = await makeToken(server, member);
    const signOut = await server.call({ method: 'POST', url: '/api/auth/logout', token });
    expect(failureOf(signOut)).toEqual([403, 'API tokens cannot do this']);
    expect((await server.call({ url: '/api/live', token })).statusCode).toBe(403);
    expect((await ask(server, member, 'GET', '/api-tokens')).statusCode).toBe(200);
  });
});

const REFUSED = [401, 'This API token does not work: it expired, was revoked, or never existed'];

function works(token: string) {
  return server.call({ url: '/api/registrations', token });
}
