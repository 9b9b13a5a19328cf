import { describe, expect, test } from 'vitest';
import { expectFailure } from '../../../../test/tracked.ts';
import {
  approve,
  beginWithTeam,
  call,
  DAY,
  giveBack,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  send,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

describe('what is recorded of an item with a checker (R-checks-6, R-checks-7)', () => {
  test.each(['done', 'not-to-do', 'not-applicable'])('%s waits, in neither history nor current', async (status) => {
    const entry = await record(team.owner, { status });
    expect(entry).toMatchObject({ current: 'pending', history: [] });
    expect(entry.waiting).toEqual({
      _id: expect.any(String),
      status,
      note: 'Filed',
      updatedBy: team.owner.userId,
      createdAt: expect.any(String),
    });
    expect(await readEntry()).toEqual(entry);
    expect((await call(team.owner, 'GET', '/compliance/data')).body).toContain(entry.waiting?._id);
  });

  test.each(['not-done', 'pending'])('%s counts at once', async (status) => {
    expect(await record(team.member, { status })).toMatchObject({ current: status, waiting: null });
  });

  test('an item without a checker is as ever', async () => {
    expect(await record(team.member, {}, world.items.other)).toMatchObject({ current: 'done', waiting: null });
  });

  test('approved, it joins the history at the time it was made', async () => {
    const id = await recordWaiting(team.member);
    const made = (await readEntry())?.waiting?.createdAt;
    await call(team.owner, 'PATCH', `/compliance/data/${world.items.one}/note`, {
      userId: team.owner.userId,
      forDate: DAY,
      note: 'Asked for the challan',
    });
    expect(await queueOf(team.checker)).toEqual([id]);
    expect((await approve(team.checker, id, { note: 'Seen' })).json().message).toBe('Record approved');
    expect(await readEntry()).toMatchObject({
      current: 'done',
      waiting: null,
      history: [
        {
          _id: id,
          status: 'done',
          updatedAt: made,
          updatedBy: team.member.userId,
          checkedBy: team.checker.userId,
          checkNote: 'Seen',
        },
        { status: 'NOTE' },
      ],
    });
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('returned, it says why until something newer is recorded', async () => {
    const id = await recordWaiting(team.member);
    expect((await giveBack(team.checker, id)).json().message).toBe('Record returned');
    const entry = await readEntry();
    expect(entry).toMatchObject({ current: 'pending', history: [], waiting: null });
    expect(entry?.returned).toMatchObject({ _id: id, reason: 'Wrong month', returnedBy: team.checker.userId });
    const again = await recordWaiting(team.member, { note: 'The right month' });
    expect(await readEntry()).not.toHaveProperty('returned');
    expect((await approve(team.checker, again)).statusCode).toBe(200);
    expect((await readEntry())?.current).toBe('done');
  });

  test('a newer record takes the place of what waits', async () => {
    const id = await recordWaiting(team.member);
    const newer = await recordWaiting(team.manager, { note: 'Filed again' });
    expect(await queueOf(team.checker)).toEqual([newer]);
    expectFailure(await approve(team.checker, id), 409, 'Something newer was recorded for this day meanwhile');
    expect(await record(team.member, { status: 'not-done' })).toMatchObject({ current: 'not-done', waiting: null });
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('the assignment that counted is stored with the record', async () => {
    await approve(team.checker, await recordWaiting(team.member));
    await record(team.member, { forDate: '2026-12-16' }, world.items.other);
    const { rows } = await world.server.owner.query(
      'select responsible_id, checker_id, checked_by from status_records where workspace_id = $1 order by day',
      [team.owner.workspaceId],
    );
    const responsible_id = team.owner.userId;
    const checker_id = team.checker.userId;
    expect(rows).toEqual([
      { responsible_id, checker_id, checked_by: checker_id },
      { responsible_id, checker_id: null, checked_by: null },
    ]);
  });

  const addRecords = (count: number) =>
    world.server.owner.query(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status)
       select workspace_id, compliance_item_id, day, uuidv7(), 'not-done' from status_entries, generate_series(1, $2)
       where workspace_id = $1`,
      [team.owner.workspaceId, count],
    );

  test('what was approved is one of the two hundred records of a day', async () => {
    await approve(team.checker, await recordWaiting(team.member));
    await addRecords(198);
    expect((await send(team.member)).statusCode).toBe(200);
    expectFailure(await send(team.member), 409, 'This day already has 200 records');
  });

  test('a day has two hundred records at most, those that waited too', async () => {
    await recordWaiting(team.member);
    await addRecords(199);
    expectFailure(await send(team.member), 409, 'This day already has 200 records');
    expect(await queueOf(team.checker)).toHaveLength(1);
  });
});
