import { beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import {
  approve,
  assign,
  beginWithCheckers,
  call,
  complain,
  duty,
  event,
  giveBack,
  newsOf,
  pathOf,
  queueOf,
  readDuty,
  record,
  say,
  takeBack,
  team,
  wait,
  world,
} from './checked-duties.fixture.ts';
import { dutyOf } from './event-world.fixture.ts';

beginWithCheckers();

describe('a status of a duty waits for its check (R-events-24)', () => {
  test('counts for nothing until it is approved, and then since it was made', async () => {
    const id = await wait(team.member);
    expect(await readDuty()).toMatchObject({ recorded: null, status: 'pending', statusHistory: [] });
    const open = (await call(team.owner, 'GET', '/events/duties')).json().data;
    expect(open).toContainEqual(expect.objectContaining({ _id: duty._id, waiting: 'done' }));
    expect(await queueOf(team.owner)).toEqual([]);
    expect(await queueOf(team.checker)).toMatchObject([
      {
        ...{ _id: id, title: duty.title, actName: duty.act, date: duty.dueDay, note: 'Filed' },
        event: { _id: event._id, label: 'A-18' },
      },
    ]);
    const about = { title: `${duty.title}, A-18`, eventId: event._id, status: 'done' };
    expect(await newsOf(team.checker)).toContainEqual(expect.objectContaining({ kind: 'to-check', ...about }));
    const atOnce = await Promise.all([approve(team.checker, id, 'Seen'), approve(team.checker, id, 'Seen')]);
    expect(atOnce.map((response) => response.json().message).toSorted()).toEqual([
      'Record approved',
      'This record was checked already',
    ]);
    const approved = { _id: id, checkedBy: team.checker.userId, checkNote: 'Seen', updatedBy: team.member.userId };
    expect(await readDuty()).toMatchObject({ recorded: 'done', waiting: null, statusHistory: [approved] });
    expect(await newsOf(team.member)).toContainEqual(expect.objectContaining({ kind: 'approved', ...about }));
    expect(failureOf(await approve(team.checker, id))).toEqual([409, 'This record was checked already']);
    expect(failureOf(await giveBack(team.checker, id))).toEqual([409, 'This record was checked already']);
    const { data } = (await call(team.owner, 'GET', '/activity?what=events')).json();
    expect(data.slice(0, 2)).toMatchObject([{ what: 'events.approve' }, { what: 'events.record' }]);
  });

  test('keeps its day of filing, which the checker sees and which counts once it is approved (R-events-28)', async () => {
    const filing = { filedOn: '2026-11-20T00:00:00.000Z' };
    const id = await wait(team.member, { status: 'done', filedOn: '2026-11-20' });
    expect(await queueOf(team.checker)).toMatchObject([{ _id: id, filing }]);
    expect((await approve(team.checker, id)).statusCode).toBe(200);
    expect((await readDuty()).statusHistory).toMatchObject([{ _id: id, filing }]);
    const { rows } = await world.server.owner.query('select filed_on::text from event_duties where id = $1', [
      duty._id,
    ]);
    expect(rows).toEqual([{ filed_on: '2026-11-20' }]);
  });

  test('is returned with the reason, until something newer is recorded', async () => {
    const id = await wait(team.member);
    expect((await giveBack(team.checker, id)).statusCode).toBe(200);
    expect(await readDuty()).toMatchObject({ recorded: null, waiting: null, returned: { reason: 'Wrong month' } });
    expect(await newsOf(team.member)).toContainEqual(
      expect.objectContaining({ kind: 'returned', note: 'Wrong month' }),
    );
    await record(team.member, { status: 'on-hold' });
    const after = await readDuty();
    expect([after.recorded, after.returned]).toEqual(['on-hold', undefined]);
    expect(await newsOf(team.member)).toEqual([]);
  });

  test('is checked by nobody else, by nobody who made it, and not once it was replaced', async () => {
    const id = await wait(team.member);
    expect(failureOf(await approve(team.owner, id))).toEqual([403, 'This record is checked by somebody else']);
    expect(failureOf(await approve(team.member, id))).toEqual([403, 'You cannot check your own record']);
    const stranger = await world.addOffice();
    const foreign = await world.call(stranger, 'POST', `/checks/${id}/approve`, {});
    expect(failureOf(foreign)).toEqual([404, 'Record not found']);
    await record(team.manager, { status: 'pending' });
    expect(failureOf(await approve(team.checker, id))).toEqual([
      409,
      'Something newer was recorded for this duty meanwhile',
    ]);
  });

  test('of the checker waits for the owner, and with nobody else to check is refused', async () => {
    const id = await wait(team.checker);
    expect((await queueOf(team.owner)).map(({ standsIn }) => standsIn)).toEqual(['own']);
    expect((await approve(team.owner, id)).statusCode).toBe(200);
    expect((await readDuty()).statusHistory).toMatchObject([{ checkedInstead: 'own' }]);
    await assign({ scope: 'company', checker: team.owner.userId });
    const leave = 'delete from memberships where workspace_id = $1 and user_id = $2';
    await world.server.owner.query(leave, [team.owner.workspaceId, team.manager.userId]);
    expect(failureOf(await say(team.owner))).toEqual([
      409,
      expect.stringMatching(/^You are the checker of this item, and nobody else/),
    ]);
  });

  test('waits for the checker of its act; one who is changed, demoted or gone hands it to the owner or managers', async () => {
    await assign({ scope: 'act', ids: [duty.actId], checker: team.manager.userId });
    const id = await wait(team.member);
    expect(failureOf(await approve(team.checker, id))[0]).toBe(403);
    await assign({ scope: 'act', ids: [duty.actId], checker: null });
    expect((await queueOf(team.owner)).map(({ _id, standsIn }) => [_id, standsIn])).toEqual([[id, 'changed']]);
    expect(await queueOf(team.manager)).toEqual([]);
    const other = await wait(team.member);
    const change = 'update memberships set role = $1 where workspace_id = $2 and user_id = $3';
    await world.server.owner.query(change, ['viewer', team.owner.workspaceId, team.checker.userId]);
    expect(failureOf(await approve(team.checker, other))[0]).toBe(403);
    expect((await queueOf(team.manager)).map(({ _id, standsIn }) => [_id, standsIn])).toEqual([[other, 'gone']]);
    expect((await approve(team.manager, other)).statusCode).toBe(200);
  });

  test('keeps its duty from being declined while it waits, and is checked after its event was closed', async () => {
    const accident = await world.record(team.owner);
    const offered = dutyOf(accident, 'accident-esi-report');
    const path = pathOf(offered, accident);
    expect((await call(team.owner, 'PATCH', path, { applies: true })).statusCode).toBe(200);
    const id = await wait(team.member, undefined, path);
    expect(failureOf(await call(team.owner, 'PATCH', path, { applies: false }))[0]).toBe(409);
    expect((await call(team.owner, 'PATCH', `/events/${accident._id}`, { closed: true })).statusCode).toBe(200);
    expect((await approve(team.checker, id)).statusCode).toBe(200);
  });

  test('keeps its duty while the number of its event falls below the limit', async () => {
    const form = { kind: 'threshold', state: 'Karnataka', label: 'Office', number: 10, happenedAt: '2026-10-01' };
    const reached = await world.record(team.owner, form);
    const id = await wait(team.member, undefined, pathOf(dutyOf(reached, 'threshold-esi'), reached));
    const { data } = await world.change(team.owner, reached, { number: 5 });
    expect(dutyOf(data, 'threshold-esi').waiting?._id).toBe(id);
    expect((await approve(team.checker, id)).statusCode).toBe(200);
  });
});

describe('a status of a duty is taken back within the hour (R-events-25)', () => {
  beforeEach(() => assign({ scope: 'company', checker: null }));

  const newest = async (body?: object) => (await record(team.member, body)).statusHistory.at(-1)?._id ?? '';

  test('both records stay and count for nothing; the duty stands for what counted before', async () => {
    await newest({ status: 'on-hold' });
    const id = await newest();
    expect((await takeBack(team.member, id)).json().message).toBe('Taken back');
    const after = await readDuty();
    expect([
      after.recorded,
      after.statusHistory.map(({ status, takenBack, takesBack }) => [status, takenBack, takesBack]),
    ]).toEqual([
      'on-hold',
      [
        ['on-hold', undefined, undefined],
        ['done', true, undefined],
        ['NOTE', undefined, id],
      ],
    ]);
    expect(failureOf(await takeBack(team.member, id))).toEqual([409, 'This record was taken back already']);
  });

  test('is refused to others than its author and managers, of a newer one, of a closed event, and elsewhere', async () => {
    const id = await newest();
    expect(failureOf(await takeBack(team.checker, id))[0]).toBe(403);
    expect(failureOf(await takeBack(team.member, id, pathOf(dutyOf(event, 'join-epf-declaration'))))).toEqual([
      404,
      'Record not found',
    ]);
    const stranger = await world.addOffice();
    const foreign = await world.call(stranger, 'POST', `${pathOf()}/records/${id}/take-back`);
    expect(failureOf(foreign)).toEqual([404, 'Event not found']);
    await newest({ status: 'not-done' });
    expect(failureOf(await takeBack(team.member, id))).toEqual([409, 'Something newer was recorded for this duty']);
    const { statusHistory } = await readDuty();
    await call(team.owner, 'PATCH', `/events/${event._id}`, { closed: true });
    expect(failureOf(await takeBack(team.manager, statusHistory.at(-1)?._id ?? ''))).toEqual([
      409,
      'This event is closed. Reopen it first',
    ]);
  });

  test('is refused after an hour, and once it was checked', async () => {
    const id = await newest();
    const client = await world.server.owner.connect();
    await client.query('set session_replication_role = replica');
    await client.query(`update event_duty_records set created_at = created_at - interval '61 minutes' where id = $1`, [
      id,
    ]);
    client.release(true);
    expect(failureOf(await takeBack(team.member, id))).toEqual([
      409,
      'Only what was recorded within the last hour can be taken back',
    ]);
    await assign({ scope: 'company', checker: team.checker.userId });
    const checked = await wait(team.member);
    await approve(team.checker, checked);
    expect(failureOf(await takeBack(team.member, checked))).toEqual([409, 'What was checked cannot be taken back']);
  });

  test('what waits is taken back, and what it took the place of waits again', async () => {
    await assign({ scope: 'company', checker: team.checker.userId });
    const first = await wait(team.member);
    const second = await wait(team.manager, { status: 'not-applicable' });
    expect((await takeBack(team.manager, second)).json().data).toMatchObject({ waiting: { _id: first } });
    expect((await queueOf(team.checker)).map(({ _id }) => _id)).toEqual([first]);
    expect((await takeBack(team.member, first)).json().data).toMatchObject({ recorded: null, waiting: null });
    expect(failureOf(await approve(team.checker, first))).toEqual([409, 'This record was taken back']);
    expect(failureOf(await takeBack(team.member, first))).toEqual([404, 'Record not found']);
  });
});

describe('of a complaint only those who see it check (R-events-27)', () => {
  test('who is named has it in queue and bell, nobody else finds it, not even by its id', async () => {
    const { path } = await complain([team.checker]);
    const id = await wait(team.member, undefined, path);
    expect((await queueOf(team.checker)).map(({ _id }) => _id)).toEqual([id]);
    expect(await newsOf(team.checker)).toContainEqual(
      expect.objectContaining({ kind: 'to-check', _id: `to-check:${id}` }),
    );
    for (const other of [team.owner, team.manager]) {
      expect([await queueOf(other), await newsOf(other)]).toEqual([[], []]);
      expect(failureOf(await approve(other, id))).toEqual([404, 'Record not found']);
      expect(failureOf(await takeBack(other, id, path))).toEqual([404, 'Event not found']);
    }
    expect((await approve(team.checker, id)).statusCode).toBe(200);
    const { data } = (await call(team.owner, 'GET', '/activity?what=events')).json();
    const restricted = data.filter(({ what }: { what: string }) => what === 'events.restricted');
    expect(restricted.map(({ about }: { about: object }) => about)).toEqual([{}, {}, {}]);
  });

  test('nothing waits where its checker is not named, or nobody named may check instead', async () => {
    const { path } = await complain([team.manager]);
    expect(await record(team.member, undefined, path)).toMatchObject({ recorded: 'done', waiting: null });
    await assign({ scope: 'company', checker: team.member.userId });
    const alone = await complain([team.checker]);
    expect(await record(team.member, undefined, alone.path)).toMatchObject({ recorded: 'done', waiting: null });
    const own = await complain([team.manager]);
    const id = await wait(team.member, undefined, own.path);
    expect((await queueOf(team.manager)).map(({ _id }) => _id)).toEqual([id]);
    expect((await approve(team.manager, id)).statusCode).toBe(200);
  });
});
