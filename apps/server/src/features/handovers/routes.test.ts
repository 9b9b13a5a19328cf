import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
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

async function list(by: fixture.Colleague) {
  return (await ask(server, by, 'GET', '/handovers')).json().data;
}

const GONE = [404, 'This offer is not there any more'];

test('a stranger is asked to sign in, and somebody of another company offers and takes nothing', async () => {
  const id = await offered();
  const other = await fixture.openCompany(server);
  const calls = [
    ['GET', '/handovers'],
    ['POST', '/handovers', { userId: manager.userId }],
    ['DELETE', `/handovers/${id}`],
    ['POST', `/handovers/${id}/accept`],
    ['POST', `/handovers/${id}/decline`],
  ] as const;
  for (const [method, path, payload] of calls) {
    const asked = await server.call({ method, url: `/api${path}`, ...(payload && { payload }) });
    expect(failureOf(asked)).toEqual([401, 'Please sign in to continue']);
    const foreign = await ask(server, { ...other, companyId: owner.companyId }, method, path, payload);
    expect(failureOf(foreign)).toEqual([403, 'You are not a member of this company']);
  }
  expect(failureOf(await accept(other, id))).toEqual(GONE);
  expect(failureOf(await ask(server, other, 'POST', `/handovers/${id}/decline`))).toEqual(GONE);
  expect(failureOf(await ask(server, other, 'DELETE', `/handovers/${id}`))).toEqual(GONE);
  expect(await list(other)).toEqual([]);
  expect(await list(owner)).toHaveLength(1);
});

describe('offering', () => {
  test('changes nothing, is told by mail and in the activity, and seen by both', async () => {
    const response = await offer(owner, manager);
    const { message, data } = response.json();
    expect([response.statusCode, message]).toEqual([201, 'Asha Rao can take the company over now']);
    expect(data).toMatchObject({
      companyId: owner.companyId,
      companyName: 'Rao & Sons',
      from: { userId: owner.userId, firstName: 'Asha', lastName: 'Rao' },
      to: { userId: manager.userId },
      forMe: false,
      planAfter: 'free',
    });
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(14 * 24 * 3_600_000);
    expect(await roles()).toEqual({ [owner.userId]: 'owner', [manager.userId]: 'manager' });
    expect(await list(owner)).toEqual([data]);
    expect(await list(manager)).toEqual([{ ...data, forMe: true }]);
    const [mail] = fixture.mailsTo(server, manager.email);
    expect(mail).toMatchObject({ subject: 'Asha Rao offers to hand Rao & Sons over to you' });
    expect(mail?.text).toContain(`/company/people?company=${owner.companyId}`);
    expect(await fixture.listActivity(server, owner)).toEqual([
      { what: 'handovers.offer', by: owner.userId, about: { userId: manager.userId } },
    ]);
  });

  test('is the owner’s alone', async () => {
    const member = await fixture.addColleague(server, owner, 'member');
    for (const by of [manager, member]) {
      expect(failureOf(await offer(by, member))).toEqual([403, 'Only the owner can do this']);
    }
    expect(await list(owner)).toEqual([]);
  });

  test('needs a fresh sign-in, and so does taking back', async () => {
    const id = await offered();
    await server.owner.query(
      `update sessions set authenticated_at = now() - interval '16 minutes' where user_id = $1`,
      [owner.userId],
    );
    for (const response of [await offer(owner, manager), await ask(server, owner, 'DELETE', `/handovers/${id}`)]) {
      expect(response.statusCode).toBe(403);
      expect(response.json().errors).toEqual({ reauthenticate: 'Please enter your password to continue' });
    }
  });

  test('is to one person at a time, who works in the company', async () => {
    const viewer = await fixture.addColleague(server, owner, 'viewer');
    const stranger = await fixture.addSomebody(server);
    expect(failureOf(await offer(owner, stranger))).toEqual([404, 'Member not found']);
    expect(failureOf(await offer(owner, owner))).toEqual([409, 'You own this company already']);
    expect(failureOf(await offer(owner, viewer))).toEqual([
      409,
      'A viewer cannot take the company over. Give them another role first.',
    ]);
    const faulty = await ask(server, owner, 'POST', '/handovers', { userId: 'nobody' });
    expect(faulty.statusCode).toBe(400);
    await offered();
    expect(failureOf(await offer(owner, manager))).toEqual([
      409,
      'The company is offered to Asha Rao already. Take that back first.',
    ]);
  });

  test('ends when it is taken back, refused, or the person is not in the company any more', async () => {
    let id = await offered();
    expect((await ask(server, owner, 'DELETE', `/handovers/${id}`)).json().message).toBe('The offer was taken back');
    expect(failureOf(await accept(manager, id))).toEqual(GONE);
    id = await offered();
    const refused = await ask(server, manager, 'POST', `/handovers/${id}/decline`);
    expect(refused.json().message).toBe('You refused to take the company over');
    expect(fixture.mailsTo(server, owner.email).at(-1)).toMatchObject({ subject: 'Rao & Sons was not taken over' });
    expect(failureOf(await accept(manager, id))).toEqual(GONE);
    id = await offered();
    await ask(server, owner, 'PATCH', `/members/${manager.memberId}`, { role: 'viewer' });
    expect(failureOf(await accept(manager, id))).toEqual(GONE);
    await ask(server, owner, 'PATCH', `/members/${manager.memberId}`, { role: 'manager' });
    id = await offered();
    await ask(server, manager, 'POST', '/members/leave');
    expect(await list(owner)).toEqual([]);
    expect(await roles()).toEqual({ [owner.userId]: 'owner' });
  });

  test('ends after 14 days, and the next may be made then', async () => {
    const id = await offered();
    await server.owner.query(`update handovers set expires_at = now() where id = $1`, [id]);
    expect(failureOf(await accept(manager, id))).toEqual(GONE);
    expect(await list(owner)).toEqual([]);
    await offered();
    await server.owner.query(`update handovers set expires_at = now() where workspace_id = $1`, [owner.workspaceId]);
    await deleteOldHandovers(server.services.database.db);
    const { rowCount } = await server.owner.query('select from handovers where workspace_id = $1', [owner.workspaceId]);
    expect(rowCount).toBe(0);
  });
});
