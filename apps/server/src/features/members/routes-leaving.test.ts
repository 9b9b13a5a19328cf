import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from './company.fixture.ts';

const { ask } = fixture;

type Member = fixture.Colleague & { memberId: string };

let server: TestApp;
let owner: fixture.Colleague;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

beforeEach(async () => {
  owner = await fixture.openCompany(server, 'premium');
});

const add = (role: 'manager' | 'member' | 'viewer') => fixture.addColleague(server, owner, role);
const change = (by: fixture.Colleague, { memberId }: Pick<Member, 'memberId'>, changes: object) =>
  ask(server, by, 'PATCH', `/members/${memberId}`, changes);
const remove = (by: fixture.Colleague, { memberId }: Pick<Member, 'memberId'>) =>
  ask(server, by, 'DELETE', `/members/${memberId}`);

async function roleOf({ userId }: fixture.Colleague) {
  return (await fixture.listRoles(server, owner))[userId];
}

async function ownId(): Promise<string> {
  const { data } = (await ask(server, owner, 'GET', '/members')).json();
  return data[0]._id;
}

describe('removing', () => {
  test('ends at that moment, is in the activity, and a mail tells', async () => {
    const member = await add('member');
    expect((await remove(owner, member)).json()).toEqual({ status: 'success', message: 'Member removed successfully' });
    expect(failureOf(await ask(server, member, 'GET', '/members'))).toEqual([
      403,
      'You are not a member of this company',
    ]);
    // Their session goes on, in their own workspace.
    expect((await server.call({ url: '/api/users/profile', token: member.token })).statusCode).toBe(200);
    const [mail] = fixture.mailsTo(server, member.email);
    expect(mail).toMatchObject({ subject: 'You were removed from a company' });
    expect(mail?.text).toContain('You are no longer a member of Rao & Sons');
    expect(await fixture.listActivity(server, owner)).toEqual([
      { what: 'members.remove', by: owner.userId, about: { userId: member.userId, role: 'member' } },
    ]);
    expect(failureOf(await remove(owner, member))).toEqual([404, 'Member not found']);
  });

  test('takes their reminders along, which nobody else could acknowledge, and leaves what they recorded', async () => {
    const [member, other] = [await add('member'), await add('member')];
    const item = await addItem(server.services, { act_id: await addAct(server.services) });
    const tracked = async (table: 'custom_reminders' | 'submission_dates', column: string, value: string) => {
      for (const { userId } of [member, other]) {
        await server.owner.query(
          `insert into ${table} (workspace_id, compliance_item_id, id, user_id, ${column})
           values ($1, $2, gen_random_uuid(), $3, ${value})`,
          [owner.workspaceId, item, userId],
        );
      }
    };
    const ownersOf = async (table: string) => {
      const { rows } = await server.owner.query(`select user_id from ${table} where workspace_id = $1 order by 1`, [
        owner.workspaceId,
      ]);
      return rows.map(({ user_id }) => user_id);
    };
    await tracked('custom_reminders', 'reminder_at', 'now()');
    await tracked('submission_dates', 'day, description', `current_date, 'Filed'`);
    await remove(owner, member);
    expect(await ownersOf('custom_reminders')).toEqual([other.userId]);
    expect(await ownersOf('submission_dates')).toEqual([member.userId, other.userId].sort());
  });

  test('is for managers too, of members and viewers, and never of the owner or another manager', async () => {
    const manager = await add('manager');
    expect((await remove(manager, await add('member'))).statusCode).toBe(200);
    expect((await remove(manager, await add('viewer'))).statusCode).toBe(200);
    expect((await remove(manager, await add('manager'))).statusCode).toBe(403);
    expect((await remove(manager, manager)).statusCode).toBe(403);
    expect((await remove(manager, { memberId: await ownId() })).statusCode).toBe(403);
    expect((await remove(owner, manager)).statusCode).toBe(200);
    expect((await remove(owner, { memberId: await ownId() })).statusCode).toBe(403);
    expect(await roleOf(owner)).toBe('owner');
  });

  test('is not for members and viewers', async () => {
    const target = await add('member');
    for (const role of ['member', 'viewer'] as const)
      expect((await remove(await add(role), target)).statusCode).toBe(403);
    expect(await roleOf(target)).toBe('member');
  });

  test('of two managers who remove the same person at once, one does', async () => {
    const [one, other, member] = [await add('manager'), await add('manager'), await add('member')];
    const responses = await Promise.all([remove(one, member), remove(other, member)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect(fixture.mailsTo(server, member.email)).toHaveLength(1);
  });

  test('a manager who is removed meanwhile removes nobody', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [manager, member] = [await add('manager'), await add('member')];
      const [removed, removing] = await Promise.all([remove(owner, manager), remove(manager, member)]);
      expect(removed.statusCode).toBe(200);
      expect([200, 403]).toContain(removing.statusCode);
      expect(await roleOf(member)).toBe(removing.statusCode === 200 ? undefined : 'member');
    }
  });
});

describe('leaving', () => {
  test.each(['manager', 'member', 'viewer'] as const)('a %s leaves, at once', async (role) => {
    const colleague = await add(role);
    const response = await ask(server, colleague, 'POST', '/members/leave');
    expect(response.json()).toEqual({ status: 'success', message: 'You have left Rao & Sons' });
    expect(await roleOf(colleague)).toBeUndefined();
    expect(failureOf(await ask(server, colleague, 'GET', '/members'))).toEqual([
      403,
      'You are not a member of this company',
    ]);
    expect(await fixture.listActivity(server, owner)).toEqual([
      { what: 'members.leave', by: colleague.userId, about: { userId: colleague.userId, role } },
    ]);
  });

  test('the owner does not', async () => {
    await add('manager');
    expect(failureOf(await ask(server, owner, 'POST', '/members/leave'))).toEqual([
      403,
      'The owner cannot leave. Hand the company over first.',
    ]);
    expect(await roleOf(owner)).toBe('owner');
  });

  test('nobody leaves a workspace that has no company', async () => {
    const { token } = await add('member');
    await server.owner.query(`delete from memberships where role = 'member' and workspace_id = $1`, [
      owner.workspaceId,
    ]);
    const response = await server.call({ method: 'POST', url: '/api/members/leave', token });
    expect(response.statusCode).toBe(403);
  });

  test('a manager who leaves while they are made a member is gone', async () => {
    const manager = await add('manager');
    const [left, changed] = await Promise.all([
      ask(server, manager, 'POST', '/members/leave'),
      change(owner, manager, { role: 'member' }),
    ]);
    expect(left.statusCode).toBe(200);
    expect([200, 404]).toContain(changed.statusCode);
    expect(await roleOf(manager)).toBeUndefined();
  });
});
