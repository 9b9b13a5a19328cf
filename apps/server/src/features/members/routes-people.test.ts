import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
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

test('a stranger is asked to sign in, and somebody of another company sees and changes nobody', async () => {
  const member = await add('member');
  const other = await fixture.openCompany(server);
  const calls = [
    ['GET', '/members'],
    ['PATCH', `/members/${member.memberId}`, { role: 'viewer' }],
    ['DELETE', `/members/${member.memberId}`],
    ['POST', '/members/leave'],
  ] as const;
  for (const [method, path, payload] of calls) {
    const asked = await server.call({ method, url: `/api${path}`, ...(payload && { payload }) });
    expect(failureOf(asked)).toEqual([401, 'Please sign in to continue']);
    const foreign = await ask(server, { ...other, companyId: owner.companyId }, method, path, payload);
    expect(failureOf(foreign)).toEqual([403, 'You are not a member of this company']);
  }
  // The id of a member of one company is none of another's.
  expect(failureOf(await change(other, member, { role: 'viewer' }))).toEqual([404, 'Member not found']);
  expect(failureOf(await remove(other, member))).toEqual([404, 'Member not found']);
  expect(await roleOf(member)).toBe('member');
});

describe('the list', () => {
  test('has everybody by role and name, for viewers too', async () => {
    const viewer = await add('viewer');
    const manager = await add('manager');
    const response = await ask(server, viewer, 'GET', '/members');
    expect(response.json().data).toEqual([
      {
        _id: expect.any(String),
        userId: owner.userId,
        firstName: 'Asha',
        lastName: 'Rao',
        email: owner.email,
        role: 'owner',
        since: expect.any(String),
        until: null,
        acts: null,
        from: null,
        to: null,
      },
      expect.objectContaining({ _id: manager.memberId, role: 'manager', until: null }),
      expect.objectContaining({ userId: viewer.userId, until: `${fixture.daysFromNow(30)}T00:00:00.000Z` }),
    ]);
  });

  test('leaves out a viewer whose last day is over', async () => {
    const viewer = await add('viewer');
    await server.owner.query('update memberships set until = current_date - 2 where id = $1', [viewer.memberId]);
    expect((await ask(server, owner, 'GET', '/members')).json().data).toHaveLength(1);
    expect(failureOf(await ask(server, viewer, 'GET', '/members'))).toEqual([
      403,
      'You are not a member of this company',
    ]);
  });
});

describe('roles', () => {
  test('are changed by the owner, and it is in the activity', async () => {
    const member = await add('member');
    const response = await change(owner, member, { role: 'manager' });
    expect(response.json()).toMatchObject({
      message: 'Member updated successfully',
      data: { _id: member.memberId, role: 'manager', until: null },
    });
    expect(await roleOf(member)).toBe('manager');
    expect((await ask(server, member, 'GET', '/invitations')).statusCode).toBe(200);
    expect(await fixture.listActivity(server, owner)).toEqual([
      {
        what: 'members.change-role',
        by: owner.userId,
        about: { userId: member.userId, role: 'manager', formerRole: 'member' },
      },
    ]);
  });

  test('count at once: the next call of a manager who was made a viewer is refused', async () => {
    const manager = await add('manager');
    await change(owner, manager, { role: 'viewer' });
    const refused = await ask(server, manager, 'POST', '/invitations', { email: 'x@example.in', role: 'member' });
    expect(failureOf(refused)).toEqual([403, 'Viewers can only read']);
  });

  test('are not for managers to change, nor for members and viewers', async () => {
    const target = await add('member');
    const [manager, member, viewer] = [await add('manager'), await add('member'), await add('viewer')];
    expect(failureOf(await change(manager, target, { role: 'viewer' }))).toEqual([403, 'Only the owner can do this']);
    expect((await change(member, target, { role: 'viewer' })).statusCode).toBe(403);
    expect((await change(viewer, viewer, { role: 'manager' })).statusCode).toBe(403);
    expect(await roleOf(target)).toBe('member');
  });

  test('nobody becomes the owner, nor does the owner become less', async () => {
    const member = await add('member');
    expect(failureOf(await change(owner, member, { role: 'owner' }))).toEqual([
      400,
      'Role must be manager, member or viewer',
    ]);
    expect((await change(owner, { memberId: await ownId() }, { role: 'manager' })).statusCode).toBe(403);
    expect(await roleOf(owner)).toBe('owner');
  });

  test('somebody who becomes a viewer has 30 days unless said, and loses them again', async () => {
    const member = await add('member');
    const days = async (changes: object) => (await change(owner, member, changes)).json().data.until;
    expect(await days({ role: 'viewer' })).toBe(`${fixture.daysFromNow(30)}T00:00:00.000Z`);
    expect(await days({ role: 'manager' })).toBeNull();
    expect(await days({ role: 'viewer', until: fixture.daysFromNow(5) })).toBe(
      `${fixture.daysFromNow(5)}T00:00:00.000Z`,
    );
  });

  test('of a viewer who becomes a member count as a person more', async () => {
    const free = await fixture.openCompany(server);
    for (const role of ['member', 'manager'] as const) await fixture.addColleague(server, free, role);
    const viewer = await fixture.addColleague(server, free, 'viewer');
    const response = await change(free, viewer, { role: 'member' });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toContain('has 3 people already, and the Free plan covers 3');
    expect((await fixture.listRoles(server, free))[viewer.userId]).toBe('viewer');
  });
});

describe('the last day of a viewer', () => {
  test('is moved by managers', async () => {
    const [manager, viewer] = [await add('manager'), await add('viewer')];
    const until = fixture.daysFromNow(365);
    const response = await change(manager, viewer, { until });
    expect(response.json().data.until).toBe(`${until}T00:00:00.000Z`);
    expect((await fixture.listActivity(server, owner)).at(-1)).toEqual({
      what: 'members.change-until',
      by: manager.userId,
      about: { userId: viewer.userId, role: 'viewer', until: `${until}T00:00:00.000Z` },
    });
  });

  test.each([
    [fixture.daysFromNow(-1), 'Choose a last day from today to 365 days from now'],
    [fixture.daysFromNow(366), 'Choose a last day from today to 365 days from now'],
    ['tomorrow', 'Invalid date format'],
  ])('is not %s', async (until, message) => {
    const response = await change(owner, await add('viewer'), { until });
    expect([response.statusCode, response.json().errors]).toEqual([400, { until: message }]);
  });

  test('is nobody else’s', async () => {
    for (const changes of [{ until: fixture.daysFromNow(3) }, { role: 'manager', until: fixture.daysFromNow(3) }]) {
      const response = await change(owner, await add('member'), changes);
      expect([response.statusCode, response.json().errors]).toEqual([400, { until: 'Only viewers have a last day' }]);
    }
    const nothing = await change(owner, await add('member'), {});
    expect(failureOf(nothing)).toEqual([400, 'Choose a role or a last day']);
  });
});
