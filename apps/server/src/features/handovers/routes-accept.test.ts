import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, PASSWORD, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { hashSecret } from '../../identity/secrets.ts';
import * as fixture from '../members/company.fixture.ts';
import { deleteOldHandovers } from './commands-retention.ts';

const { ask } = fixture;

let server: TestApp;
let owner: fixture.Colleague;
let manager: fixture.Colleague & { memberId: string };

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server);
  manager = await fixture.addColleague(server, owner, 'manager');
});

const offer = (by: fixture.Colleague, { userId }: Pick<fixture.Colleague, 'userId'>) =>
  ask(server, by, 'POST', '/handovers', { userId });
const accept = (by: fixture.Colleague, id: string) => ask(server, by, 'POST', `/handovers/${id}/accept`);
const roles = () => fixture.listRoles(server, owner);

async function offered(by = owner, to = manager): Promise<string> {
  const response = await offer(by, to);
  expect(response.statusCode).toBe(201);
  return response.json().data._id;
}

const GONE = [404, 'This offer is not there any more'];

describe('accepting', () => {
  test('makes the owner a manager, who has a workspace of their own again', async () => {
    const id = await offered();
    const response = await accept(manager, id);
    expect(response.json()).toEqual({
      status: 'success',
      message: 'You are the owner of Rao & Sons now',
      data: { companyId: owner.companyId, companyName: 'Rao & Sons', role: 'owner' },
    });
    expect(await roles()).toEqual({ [owner.userId]: 'manager', [manager.userId]: 'owner' });
    const { rows } = await server.owner.query(
      `select company_id from memberships where user_id = $1 and role = 'owner'`,
      [owner.userId],
    );
    expect(rows).toEqual([{ company_id: null }]);
    expect(fixture.mailsTo(server, owner.email).at(-1)).toMatchObject({ subject: 'Rao & Sons was handed over' });
    expect((await fixture.listActivity(server, owner)).at(-1)).toEqual({
      what: 'handovers.accept',
      by: manager.userId,
      about: { userId: owner.userId },
    });
    expect(failureOf(await accept(manager, id))).toEqual(GONE);
    // The former owner may be handed it back, and leave.
    expect((await ask(server, owner, 'POST', '/members/leave')).statusCode).toBe(200);
  });

  test('is for the one whom it was offered to', async () => {
    const member = await fixture.addColleague(server, owner, 'member');
    const id = await offered();
    for (const by of [owner, member]) expect(failureOf(await accept(by, id))).toEqual(GONE);
    expect((await roles())[owner.userId]).toBe('owner');
  });

  test('and taking back at once is either', async () => {
    for (let round = 0; round < 5; round += 1) {
      const company = await fixture.openCompany(server);
      const successor = await fixture.addColleague(server, company, 'member');
      const id = await offered(company, successor);
      const [accepted, withdrawn] = await Promise.all([
        accept(successor, id),
        ask(server, company, 'DELETE', `/handovers/${id}`),
      ]);
      const isOwner = (await fixture.listRoles(server, company))[successor.userId] === 'owner';
      expect(isOwner).toBe(accepted.statusCode === 200);
      expect([200, 403, 404]).toContain(withdrawn.statusCode);
      expect(accepted.statusCode === 200).not.toBe(withdrawn.statusCode === 200);
    }
  });

  test('of two owners who hand over to each other at once leaves one owner each', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await fixture.openCompany(server, 'premium'), await fixture.openCompany(server, 'premium')];
      await joinAs(one, other);
      await joinAs(other, one);
      const [toOther, toOne] = [
        await offered(one, { ...manager, ...other }),
        await offered(other, { ...manager, ...one }),
      ];
      const answers = await Promise.all([accept(other, toOther), accept(one, toOne)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect(await fixture.listRoles(server, one)).toEqual({ [one.userId]: 'manager', [other.userId]: 'owner' });
      expect(await fixture.listRoles(server, other)).toEqual({ [other.userId]: 'manager', [one.userId]: 'owner' });
    }
  });

  async function joinAs(company: fixture.Colleague, person: fixture.Colleague) {
    await server.owner.query(
      `insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), 'member')`,
      [company.workspaceId, person.userId],
    );
  }
});

describe('whose plan counts afterwards', () => {
  async function planOf({ workspaceId }: fixture.Colleague) {
    const { rows } = await server.owner.query('select plan, payer_id from workspaces where id = $1', [workspaceId]);
    return rows[0];
  }

  test('is the new owner’s', async () => {
    const company = await fixture.openCompany(server, 'premium');
    const [free, paying] = [
      await fixture.addColleague(server, company, 'member'),
      await fixture.addColleague(server, company, 'member', 'premium'),
    ];
    const response = await offer(company, free);
    expect(response.json().data.planAfter).toBe('free');
    const [mail] = fixture.mailsTo(server, free.email);
    expect(mail?.text).toContain('The company will be on the Free plan afterwards');
    await accept(free, response.json().data._id);
    expect(await planOf(company)).toEqual({ plan: 'free', payer_id: null });
    const next = await offer(free, paying);
    expect(next.json().data.planAfter).toBe('premium');
    await accept(paying, next.json().data._id);
    expect(await planOf(company)).toEqual({ plan: 'premium', payer_id: null });
  });

  test('stays that of a member who pays; one who becomes the owner pays as such', async () => {
    const payer = await fixture.addColleague(server, owner, 'member', 'premium');
    await server.owner.query('update workspaces set payer_id = $1 where id = $2', [payer.userId, owner.workspaceId]);
    await accept(manager, await offered());
    expect(await planOf(owner)).toEqual({ plan: 'premium', payer_id: payer.userId });
    await accept(payer, await offered(manager, { ...manager, ...payer }));
    expect(await planOf(owner)).toEqual({ plan: 'premium', payer_id: null });
  });

  test('who would pay for more companies than their plan covers is told the way out', async () => {
    const other = await fixture.openCompany(server);
    await server.owner.query(
      `insert into memberships (workspace_id, user_id, id, role) values ($1, $2, gen_random_uuid(), 'member')`,
      [owner.workspaceId, other.userId],
    );
    const id = await offered(owner, { ...manager, ...other });
    const taking = { ...other, companyId: owner.companyId };
    expect(failureOf(await accept(taking, id))).toEqual([
      409,
      'The Free plan covers one company, and you have one already. Upgrade to Premium, or let a Premium member pay for one of them.',
    ]);
    expect((await roles())[owner.userId]).toBe('owner');
    await server.owner.query(`update users set role = 'premium' where id = $1`, [other.userId]);
    expect((await accept(taking, id)).statusCode).toBe(200);
  });
});

describe('a company without an owner', () => {
  const appoint = (token: string, body: object) =>
    server.call({ method: 'POST', url: '/api/handovers/appoint', token, payload: body });

  const ownerless = async (token: string, { userId }: { userId: string }) =>
    (await server.call({ url: `/api/handovers/ownerless/${userId}`, token })).json().data;

  async function eraseOwner() {
    const hash = await hashSecret(PASSWORD);
    await server.owner.query('update users set password_hash = $1 where id = $2', [hash, owner.userId]);
    return await server.call({
      method: 'DELETE',
      url: '/api/users/profile',
      token: owner.token,
      payload: { password: PASSWORD },
    });
  }

  test('is one whose owner named a successor and was erased: who was named can accept', async () => {
    expect((await eraseOwner()).statusCode).toBe(409);
    const id = await offered();
    expect((await eraseOwner()).statusCode).toBe(200);
    expect(await roles()).toEqual({ [manager.userId]: 'manager' });
    const mail = fixture.mailsTo(server, manager.email).at(-1);
    expect(mail).toMatchObject({ subject: 'Rao & Sons has no owner any more' });
    expect(mail?.text).toContain('Asha Rao was asked to take the company over and can accept it.');
    // For 14 days all goes on, and afterwards it is read.
    expect((await ask(server, manager, 'POST', '/invitations', { email: 'a@x.in', role: 'member' })).statusCode).toBe(
      201,
    );
    await server.owner.query(`update workspaces set frozen_from = now() - interval '89 days' where id = $1`, [
      owner.workspaceId,
    ]);
    await server.owner.query(`update handovers set expires_at = now() - interval '89 days' where id = $1`, [id]);
    await deleteOldHandovers(server.services.database.db);
    const { data: freeze } = (await ask(server, manager, 'GET', '/companies/freeze')).json();
    expect(freeze.offer).toMatchObject({ _id: id, forMe: true, from: null, to: { userId: manager.userId } });
    expect(Temporal.Instant.from(freeze.since).until(freeze.until).total('days')).toBe(90);
    expect((await ask(server, manager, 'GET', '/members')).statusCode).toBe(200);
    expect((await ask(server, manager, 'POST', '/invitations', { email: 'b@x.in', role: 'member' })).statusCode).toBe(
      403,
    );
    expect((await accept(manager, id)).statusCode).toBe(200);
    expect(await roles()).toEqual({ [manager.userId]: 'owner' });
    expect((await ask(server, manager, 'GET', '/companies/freeze')).json().data).toBeNull();
    expect((await ask(server, manager, 'POST', '/invitations', { email: 'c@x.in', role: 'member' })).statusCode).toBe(
      201,
    );
  });

  test('is given one of its people as its owner by an administrator', async () => {
    const viewer = await fixture.addColleague(server, owner, 'viewer');
    const { token, userId: administratorId } = await fixture.addSomebody(server, 'admin');
    const { companyId } = owner;
    const body = { companyId, userId: manager.userId };
    expect(failureOf(await appoint(token, body))).toEqual([409, 'This company has an owner, who can hand it over']);
    await fixture.eraseUser(server, owner);
    expect(failureOf(await appoint(token, { companyId, userId: viewer.userId }))).toEqual([
      409,
      'A viewer cannot become the owner',
    ]);
    const [told] = fixture.mailsTo(server, manager.email);
    expect(told?.text).toContain('say who of you takes the company over');
    expect(fixture.mailsTo(server, viewer.email)).toEqual([]);
    const stranger = await fixture.addSomebody(server);
    expect(failureOf(await appoint(token, { companyId, userId: stranger.userId }))).toEqual([404, 'Member not found']);
    expect(failureOf(await appoint(token, { ...body, companyId: owner.userId }))).toEqual([404, 'Company not found']);
    expect(await ownerless(token, manager)).toMatchObject([{ companyId, companyName: 'Rao & Sons', role: 'manager' }]);
    for (const none of [viewer, stranger]) expect(await ownerless(token, none)).toEqual([]);
    const seen = await ask(server, { ...viewer, companyId }, 'GET', '/companies/freeze');
    expect(seen.json().data).toMatchObject({ offer: null });
    const response = await appoint(token, body);
    expect(await ownerless(token, manager)).toEqual([]);
    expect(response.json()).toMatchObject({ message: 'Rao & Sons has an owner again', data: { role: 'owner' } });
    expect((await roles())[manager.userId]).toBe('owner');
    expect(fixture.mailsTo(server, manager.email).at(-1)).toMatchObject({
      subject: 'You are the owner of Rao & Sons now',
    });
    expect((await fixture.listActivity(server, owner)).at(-1)).toEqual({
      what: 'handovers.appoint',
      by: administratorId,
      about: { userId: manager.userId },
    });
    const { rows } = await server.owner.query(`select details from audit_log where action = 'handovers.appoint'`);
    expect(rows).toEqual([{ details: { companyId } }]);
    expect((await ask(server, manager, 'POST', '/invitations', { email: 'd@x.in', role: 'member' })).statusCode).toBe(
      201,
    );
  });

  test('is appointed by administrators alone, with a fresh sign-in', async () => {
    await fixture.eraseUser(server, owner);
    const body = { companyId: owner.companyId, userId: manager.userId };
    expect(failureOf(await server.call({ method: 'POST', url: '/api/handovers/appoint', payload: body }))).toEqual([
      401,
      'Please sign in to continue',
    ]);
    expect(failureOf(await appoint(manager.token, body))).toEqual([403, 'Only administrators can do this']);
    const { token, userId } = await fixture.addSomebody(server, 'admin');
    await server.owner.query(`update sessions set authenticated_at = now() - interval '1 hour' where user_id = $1`, [
      userId,
    ]);
    expect((await appoint(token, body)).json().errors).toHaveProperty('reauthenticate');
    expect((await appoint(token, { companyId: 'x' })).statusCode).toBe(400);
  });
});
