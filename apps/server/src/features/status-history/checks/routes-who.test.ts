import { describe, expect, test } from 'vitest';
import { callWhileHeld } from '../../../../test/locks.ts';
import type { Person } from '../../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../../test/tracked.ts';
import {
  approve,
  assign,
  beAway,
  beginWithTeam,
  call,
  changeRole,
  DAY,
  giveBack,
  leave,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  send,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

describe('who checks (R-checks-8 to R-checks-11)', () => {
  test('nobody but the checker, as long as that one is there', async () => {
    const id = await recordWaiting(team.member);
    for (const person of [team.owner, team.manager]) {
      expect(await queueOf(person)).toEqual([]);
      expectFailure(await approve(person, id), 403, 'This record is checked by somebody else');
    }
    expectFailure(await approve(team.member, id), 403, 'You cannot check your own record');
    expectFailure(await approve(team.viewer, id), 403, 'Viewers can only read');
    expect((await call(team.viewer, 'GET', '/checks')).statusCode).toBe(403);
  });

  test('the checker’s own record: the owner', async () => {
    const id = await recordWaiting(team.checker);
    expectFailure(await approve(team.checker, id), 403, 'You cannot check your own record');
    expectFailure(await approve(team.manager, id), 403, 'This record is checked by somebody else');
    expect(await queueOf(team.owner)).toEqual([id]);
    expect((await approve(team.owner, id)).statusCode).toBe(200);
    expect((await readEntry())?.history).toMatchObject([{ checkedBy: team.owner.userId, checkedInstead: 'own' }]);
  });

  test('the owner’s own record where the owner is the checker: a manager, or nobody', async () => {
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.owner.userId });
    const id = await recordWaiting(team.owner);
    expect((await approve(team.manager, id)).statusCode).toBe(200);
    await leave(team.manager);
    expectFailure(
      await send(team.owner),
      409,
      'You are the checker of this item, and nobody else in the company may check your record. Somebody else has to be its checker, or a manager',
    );
  });

  test('managers while the checker is away, and the record says so', async () => {
    const id = await recordWaiting(team.member);
    await beAway(team.checker);
    expect(await queueOf(team.manager)).toEqual([id]);
    expect((await approve(team.manager, id)).statusCode).toBe(200);
    expect((await readEntry())?.history).toMatchObject([{ checkedBy: team.manager.userId, checkedInstead: 'away' }]);
  });

  test.each([
    ['left', () => leave(team.checker)],
    ['was made a viewer', () => changeRole(team.checker, 'viewer')],
  ])('managers once the checker %s; not the former checker', async (_, go) => {
    const id = await recordWaiting(team.manager);
    await go();
    expect((await approve(team.checker, id)).statusCode).toBe(403);
    expectFailure(await approve(team.manager, id), 403, 'You cannot check your own record');
    expect((await approve(team.owner, id)).statusCode).toBe(200);
    expect((await readEntry())?.history).toMatchObject([{ checkedInstead: 'gone' }]);
    // Later records wait for the owner, who stands in.
    expect(await queueOf(team.owner)).toEqual([]);
    const later = await recordWaiting(team.member);
    expect(await queueOf(team.owner)).toEqual([later]);
  });

  test('what waits for a checker who was changed goes to the owner', async () => {
    const id = await recordWaiting(team.member);
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: team.manager.userId });
    for (const person of [team.checker, team.manager]) {
      expectFailure(await approve(person, id), 403, 'This record is checked by somebody else');
    }
    expect(await queueOf(team.owner)).toEqual([id]);
    const { data } = (await call(team.owner, 'GET', '/checks')).json();
    expect(data[0]).toMatchObject({ standsIn: 'changed', updatedByName: 'Asha Rao', complianceId: world.items.one });
  });

  test('each once: the second answer is 409, also at the same moment', async () => {
    const id = await recordWaiting(team.member);
    expect((await approve(team.checker, id)).statusCode).toBe(200);
    expectFailure(await giveBack(team.checker, id), 409, 'This record was checked already');
    const next = await recordWaiting(team.member);
    const answers = await Promise.all([approve(team.checker, next), giveBack(team.checker, next)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  test('an approval that comes while something newer is recorded is refused', async () => {
    const id = await recordWaiting(team.member);
    const change = `update status_entries set checking = null, current_status = 'not-done'
      where workspace_id = $1 and compliance_item_id = $2`;
    const held = [change, team.owner.workspaceId, world.items.one] as const;
    const [answer] = await callWhileHeld(world.server, held, () => [approve(team.checker, id)]);
    if (!answer) throw new Error('The call has no answer');
    expectFailure(answer, 409, 'Something newer was recorded for this day meanwhile');
  });

  test('an unknown record, one of another company, an empty reason', async () => {
    const id = await recordWaiting(team.member);
    expectFailure(await approve(team.checker, UNKNOWN_ID), 404, 'Record not found');
    const { premium } = world.people;
    const foreign = { method: 'POST', url: `/api/checks/${id}/approve`, token: premium.token, payload: {} } as const;
    expectFailure(await world.server.call(foreign), 404, 'Record not found');
    expectFailure(await giveBack(team.checker, id, ' '), 400, 'Please say why it is returned');
    expect((await call({ token: 'none' }, 'GET', '/checks')).statusCode).toBe(401);
  });

  test('a queue is paged, the longest waiting first', async () => {
    const ids: string[] = [];
    for (const day of ['2026-12-03', '2026-12-01', '2026-12-02']) {
      ids.push((await record(team.member, { forDate: day })).waiting?._id ?? '');
    }
    const page = async (number: number) => (await call(team.checker, 'GET', `/checks?page=${number}&limit=2`)).json();
    const [first, second] = [await page(1), await page(2)];
    const { rows } = await world.server.owner.query('select id from checks where workspace_id = $1 order by made_at', [
      team.owner.workspaceId,
    ]);
    expect([...first.data, ...second.data].map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
  });
});

describe('an own obligation that is moved away from an act with a checker', () => {
  const dueDate = { date: DAY, frequency: 'monthly' };

  /** Adds an own obligation under an act that the checker checks, and records what waits for that. */
  async function addChecked(actName: string): Promise<{ item: string; waiting: string | undefined }> {
    const added = await call(team.manager, 'POST', '/compliance/own', { actName, title: 'Service', dueDate });
    const { _id: item, actId } = added.json().data;
    await assign(team.owner, { scope: 'act', ids: [actId], checker: team.checker.userId });
    return { item, waiting: (await record(team.manager, {}, item)).waiting?._id };
  }

  const move = (person: Person, item: string) => call(person, 'PATCH', `/compliance/own/${item}`, { actName: 'Other' });

  test('by a manager: the owner checks what that one records (R-checks-13), and what waits (R-checks-11)', async () => {
    const { item, waiting } = await addChecked('Fire safety');
    expect((await move(team.manager, item)).statusCode).toBe(200);
    expect(await queueOf(team.owner)).toEqual([waiting]);
    const { waiting: later } = await record(team.manager, { forDate: '2027-01-15' }, item);
    expect(await queueOf(team.owner)).toEqual([waiting, later?._id]);
    expect((await record(team.member, { forDate: '2027-02-15' }, item)).waiting).toBeNull();
  });

  test('by the owner: nobody checks it any more', async () => {
    const { item } = await addChecked('Fire safety');
    await move(team.owner, item);
    expect((await record(team.manager, { forDate: '2027-01-15' }, item)).waiting).toBeNull();
  });

  test('to the act that it has: its checker stays', async () => {
    const { item } = await addChecked('Other');
    await move(team.manager, item);
    expect(await queueOf(team.owner)).toEqual([]);
    expect((await record(team.member, { forDate: '2027-01-15' }, item)).waiting).not.toBeNull();
    const { rows } = await world.server.owner.query(
      'select from assignments where workspace_id = $1 and compliance_item_id = $2',
      [team.owner.workspaceId, item],
    );
    expect(rows).toEqual([]);
  });
});
