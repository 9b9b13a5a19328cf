import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let person: Account;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server);
  person = await fixture.addSomebody(server);
});

const preview = (token: string) => post('/invitations/preview', { token });
const accept = (by: Pick<Account, 'token'>, token: string) => post('/invitations/accept', { token }, by.token);

function post(path: string, payload: object, token?: string) {
  return server.call({ method: 'POST', url: `/api${path}`, payload, ...(token && { token }) });
}

async function listed() {
  return (await ask(server, owner, 'GET', '/invitations')).json().data;
}

const NOT_VALID = 'This invitation is not valid. Please open the link of the newest mail again.';

describe('the preview', () => {
  test('shows who invites whom into which company as what, and changes nothing', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    const response = await preview(token);
    expect(response.statusCode).toBe(200);
    expect(response.json().data).toMatchObject({
      state: 'open',
      companyId: owner.companyId,
      companyName: 'Rao & Sons',
      invitedBy: { firstName: 'Asha', lastName: 'Rao' },
      email: person.email,
      role: 'member',
      until: null,
      acts: null,
      hasAccount: true,
    });
    expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner' });
    expect((await preview(token)).statusCode).toBe(200);
  });

  test('names the acts of a viewer, and says that an address has no account yet', async () => {
    const form = { role: 'viewer', from: '2026-01-01' };
    const token = await fixture.inviteByMail(server, owner, `new.${person.email}`, form);
    expect((await preview(token)).json().data).toMatchObject({
      hasAccount: false,
      role: 'viewer',
      from: '2026-01-01T00:00:00.000Z',
      to: null,
    });
  });

  test.each([
    ['nobody has', { token: 'x'.repeat(43) }, 404, NOT_VALID],
    ['is empty', { token: '' }, 400, 'Please open the link of the invitation again'],
    ['is missing', {}, 400, 'Please open the link of the invitation again'],
    ['is too long', { token: 'x'.repeat(201) }, 400, 'Please open the link of the invitation again'],
  ])('a token that %s is refused everywhere', async (_, body, status, message) => {
    for (const path of ['preview', 'renew']) {
      expect(failureOf(await post(`/invitations/${path}`, body))).toEqual([status, message]);
    }
    expect(failureOf(await post('/invitations/accept', body, person.token))).toEqual([status, message]);
  });
});

describe('accepting', () => {
  test('makes the account of the invited address a member, once, and tells who invited', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    const response = await accept(person, token);
    expect(response.json()).toEqual({
      status: 'success',
      message: 'You have joined Rao & Sons',
      data: { companyId: owner.companyId, companyName: 'Rao & Sons', role: 'member' },
    });
    expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner', [person.userId]: 'member' });
    expect(await listed()).toEqual([]);
    const [mail] = fixture.mailsTo(server, owner.email);
    expect(mail).toMatchObject({ subject: 'Your invitation was accepted' });
    expect(mail?.text).toContain('Asha Rao accepted your invitation and is a member of Rao & Sons');
    expect(mail?.text).toContain(`/company/people?company=${owner.companyId}`);
    expect((await fixture.listActivity(server, owner)).at(-1)).toEqual({
      what: 'members.join',
      by: person.userId,
      about: { userId: person.userId, role: 'member' },
    });
    const reading = await ask(server, { ...person, companyId: owner.companyId }, 'GET', '/members');
    expect(reading.statusCode).toBe(200);
  });

  test('a viewer gets the days that were chosen', async () => {
    const until = fixture.daysFromNow(10);
    const form = { role: 'viewer', until, from: '2026-01-01', to: '2026-02-28' };
    await accept(person, await fixture.inviteByMail(server, owner, person.email, form));
    const members = (await ask(server, owner, 'GET', '/members')).json().data;
    expect(members[1]).toMatchObject({
      userId: person.userId,
      role: 'viewer',
      until: `${until}T00:00:00.000Z`,
      acts: null,
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-28T00:00:00.000Z',
    });
  });

  test('needs a session', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    expect(failureOf(await post('/invitations/accept', { token }))).toEqual([401, 'Please sign in to continue']);
  });

  test('another account is told whose the invitation is', async () => {
    const other = await fixture.addSomebody(server);
    const token = await fixture.inviteByMail(server, owner, person.email);
    const response = await accept(other, token);
    expect([response.statusCode, response.json().errors]).toEqual([403, { email: person.email }]);
    expect(response.json().message).toBe(
      `This invitation is for ${person.email}. Sign in with that account to accept it.`,
    );
    expect(await fixture.listRoles(server, owner)).toEqual({ [owner.userId]: 'owner' });
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test('an address that is written in other capitals is the same', async () => {
    await ask(server, owner, 'POST', '/invitations', { email: person.email.toUpperCase(), role: 'member' });
    expect((await accept(person, fixture.readInvitation(server, person.email))).statusCode).toBe(200);
  });

  test('an administrator of the platform can not', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    await server.owner.query(`update users set role = 'admin' where id = $1`, [person.userId]);
    expect(failureOf(await accept(person, token))).toEqual([403, 'Administrators cannot join companies']);
  });

  test('who has become a member meanwhile hears it', async () => {
    const token = await fixture.inviteByMail(server, owner, person.email);
    await server.owner.query(
      `insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), 'viewer')`,
      [owner.workspaceId, person.userId],
    );
    expect(failureOf(await accept(person, token))).toEqual([409, 'You are a member of Rao & Sons already']);
  });
});

describe('room', () => {
  const FULL =
    "This company has 3 people already, and the Free plan covers 3. Its owner can upgrade to Premium, or a manager can remove somebody. Viewers don't count.";

  test('of the free plan is for three people, judged on acceptance, whatever waits', async () => {
    const guests = await Promise.all([0, 1, 2].map(() => fixture.addSomebody(server)));
    const tokens: string[] = [];
    for (const { email } of guests) tokens.push(await fixture.inviteByMail(server, owner, email));
    const responses = await Promise.all(guests.map((guest, at) => accept(guest, tokens[at] ?? '')));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(FULL);
    expect(Object.keys(await fixture.listRoles(server, owner))).toHaveLength(3);
    expect(await listed()).toHaveLength(1);
  });

  test('is there again once somebody leaves, and viewers take none', async () => {
    const colleagues = [
      await fixture.addColleague(server, owner, 'member'),
      await fixture.addColleague(server, owner, 'manager'),
    ];
    await fixture.addColleague(server, owner, 'viewer');
    const token = await fixture.inviteByMail(server, owner, person.email);
    expect(failureOf(await accept(person, token))).toEqual([409, FULL]);
    const [leaving] = colleagues;
    if (leaving) await ask(server, leaving, 'POST', '/members/leave');
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test('of Premium is for more', async () => {
    for (let at = 0; at < 2; at += 1) await fixture.addColleague(server, owner, 'member');
    const token = await fixture.inviteByMail(server, owner, person.email);
    await server.owner.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test('for viewers is for ten at once, in every plan', async () => {
    for (let at = 0; at < 10; at += 1) await fixture.addColleague(server, owner, 'viewer');
    const token = await fixture.inviteByMail(server, owner, person.email, { role: 'viewer' });
    const full = 'This company has 10 viewers already, and 10 are possible at once. A manager can remove one.';
    expect(failureOf(await accept(person, token))).toEqual([409, full]);
    await server.owner.query(
      `update memberships set until = current_date - 1
       where role = 'viewer' and user_id = (
         select user_id from memberships where role = 'viewer' and workspace_id = $1 limit 1)`,
      [owner.workspaceId],
    );
    expect((await accept(person, token)).statusCode).toBe(200);
  });

  test('is not in a company that is frozen', async () => {
    const manager = await fixture.addColleague(server, owner, 'manager');
    const token = await fixture.inviteByMail(server, manager, person.email);
    await fixture.eraseUser(server, owner);
    expect(failureOf(await accept(person, token))).toEqual([
      403,
      'This company is frozen until it has an owner. It can be read, and nothing can be changed.',
    ]);
  });
});
