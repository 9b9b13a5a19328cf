import { describe, expect, test } from 'vitest';
import { expectFailure, impersonate } from '../../../../test/tracked.ts';
import {
  approve,
  assign,
  beAway,
  beginWithTeam,
  call,
  changeRole,
  leave,
  membershipOf,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

describe('attempts to get round it', () => {
  test('unassigning doesn’t release what waits', async () => {
    const id = await recordWaiting(team.manager);
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: null });
    expectFailure(await approve(team.manager, id), 403, 'You cannot check your own record');
    expect(await queueOf(team.owner)).toEqual([id]);
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: team.manager.userId });
    expectFailure(await approve(team.manager, id), 403, 'You cannot check your own record');
    expect((await readEntry())?.current).toBe('pending');
  });

  test('who took the checker away has their own records checked by the owner; reassigning changes nothing', async () => {
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: null });
    const id = await recordWaiting(team.manager);
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
    expect(await queueOf(team.owner)).toEqual([id]);
    expect((await record(team.member, { forDate: '2026-12-16' })).waiting).not.toBeNull();
    // Others go without a check once there is no checker, and so does everybody once the owner says so.
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: null });
    expect((await record(team.member, { forDate: '2026-12-17' })).waiting).toBeNull();
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: null });
    expect((await record(team.manager, { forDate: '2026-12-18' })).waiting).toBeNull();
  });

  test('removing the checker from the company', async () => {
    const removed = await call(team.manager, 'DELETE', `/members/${await membershipOf(team.checker)}`);
    if (removed.statusCode === 404) await leave(team.checker);
    expect((await record(team.manager)).waiting).not.toBeNull();
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: null });
    expect((await record(team.manager)).waiting).not.toBeNull();
  });

  test('a role that changed after the record was made', async () => {
    const id = await recordWaiting(team.member);
    await changeRole(team.member, 'manager');
    await leave(team.checker);
    expectFailure(await approve(team.member, id), 403, 'You cannot check your own record');
  });

  test('an administrator in somebody’s name: the record is both’s', async () => {
    const token = await impersonate(world, team.member);
    const id = await recordWaiting({ ...team.member, token });
    expectFailure(await approve(team.member, id), 403, 'You cannot check your own record');
    const { rows } = await world.server.owner.query('select author_id, impersonator_id from checks where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ author_id: team.member.userId, impersonator_id: world.people.admin.userId }]);
    const asChecker = { ...team.checker, token: await impersonate(world, team.checker) };
    expectFailure(await approve(asChecker, id), 403, 'Records cannot be checked while impersonating');
  });

  test('an administrator who names a user: the record is that user’s too', async () => {
    const { admin } = world.people;
    const id = await recordWaiting({ ...admin, userId: team.checker.userId });
    expectFailure(await approve(team.checker, id), 403, 'You cannot check your own record');
    expect(await queueOf(team.owner)).toEqual([id]);
  });

  test('the database itself refuses who made it, in each of the three ways', async () => {
    const id = await recordWaiting({ ...team.member, token: await impersonate(world, team.member) });
    const decide = (by: string, impersonator: string | null = null) =>
      world.server.owner.query(
        `update checks set outcome = 'approved', decided_by = $2, decider_impersonator_id = $3, decided_at = now()
         where id = $1`,
        [id, by, impersonator],
      );
    await expect(decide(team.member.userId)).rejects.toThrow('nobody_checks_themselves');
    await expect(decide(world.people.admin.userId)).rejects.toThrow('nobody_checks_themselves');
    await expect(decide(team.checker.userId, world.people.admin.userId)).rejects.toThrow('nobody_checks_themselves');
    await expect(decide(team.checker.userId)).resolves.toMatchObject({ rowCount: 1 });
  });

  test('many at once, and a filing run: the checker’s own wait for the owner, and are not approved by who sent them', async () => {
    const [one, { _id: companyId }] = [world.items.one, (await call(team.owner, 'GET', '/companies')).json().data[0]];
    const entries = ['2026-12-15', '2027-01-15'].map((forDate) => ({ id: one, forDate, status: 'done' }));
    const many = await call(team.checker, 'POST', '/compliance/data/status/bulk', { entries });
    expect(many.json().data).toMatchObject([{ message: 'Recorded, to be checked' }, { outcome: 'recorded' }]);
    const run = { itemId: one, forDate: '2027-02-15', entries: [{ companyId, status: 'done', nil: true }] };
    const filed = await call(team.checker, 'POST', '/compliance/run', run);
    expect(filed.json().data).toMatchObject([{ outcome: 'waiting' }]);
    const ids = await queueOf(team.owner);
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      expectFailure(await approve(team.checker, id), 403, 'You cannot check your own record');
      expect((await approve(team.owner, id)).statusCode).toBe(200);
    }
  });

  test('two tabs: one takes the checker over while the other approves', async () => {
    const id = await recordWaiting(team.manager);
    const takeOver = { scope: 'item', ids: [world.items.one], checker: team.manager.userId };
    const answers = await Promise.all([
      call(team.manager, 'PUT', '/assignments', takeOver),
      approve(team.manager, id),
      approve(team.manager, id),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 403, 403]);
    expect(await queueOf(team.owner)).toEqual([id]);
  });

  test('a member who is made a manager between the record and the checker’s absence', async () => {
    const id = await recordWaiting(team.member);
    await changeRole(team.member, 'manager');
    await beAway(team.checker);
    expect(await queueOf(team.member)).toEqual([]);
    expectFailure(await approve(team.member, id), 403, 'You cannot check your own record');
    expect(await queueOf(team.manager)).toEqual([id]);
  });
});
