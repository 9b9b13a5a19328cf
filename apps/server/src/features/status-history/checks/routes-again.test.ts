import { beforeEach, describe, expect, test } from 'vitest';
import { expectFailure } from '../../../../test/tracked.ts';
import { addCodes, fileUnderEsi, readStored, summarize } from '../lines.fixture.ts';
import {
  addDated,
  approve,
  approveWith,
  assign,
  beginWithTeam,
  call,
  changeRole,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  removeDated,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

const remove = async (person: Parameters<typeof call>[0], thing: string) => {
  const response = await removeDated(person, 'payment-dates', thing);
  expect(response.statusCode, response.body).toBe(200);
};

const unassign = () => assign(team.owner, { scope: 'item', ids: [world.items.one], checker: null });

async function approveNext(person = team.checker): Promise<void> {
  const [next = ''] = await queueOf(person);
  expect((await approve(person, next)).statusCode).toBe(200);
}

describe('an approval that was put aside and comes back (R-checks-21)', () => {
  test('unchecked, where nobody checks any more, is by its author and at its moment', async () => {
    const { thing, id } = await approveWith();
    const { settled_at: first } = await readStored(team.owner);
    await unassign();
    await changeRole(team.checker, 'manager');
    await remove(team.checker, thing);
    const { history = [], current } = (await readEntry()) ?? {};
    const former = history.find(({ _id }) => _id === id);
    const again = history.find(({ status, takenBack }) => status === 'done' && !takenBack);
    expect([current, again?.updatedBy, again?.updatedAt]).toEqual(['done', team.member.userId, former?.updatedAt]);
    expect((await readStored(team.owner)).settled_at).toEqual(first);
  });

  test('of two that were approved with the same, the day is settled since the first', async () => {
    const { thing } = await approveWith();
    const { settled_at: first } = await readStored(team.owner);
    await approve(team.checker, await recordWaiting(team.member, { note: 'Newer' }));
    await remove(team.member, thing);
    await approveNext();
    expect((await readStored(team.owner)).settled_at).toEqual(first);
  });

  test('so it is where a newer one waits already', async () => {
    const { thing } = await approveWith();
    const { settled_at: first } = await readStored(team.owner);
    const newer = await recordWaiting(team.member, { note: 'Newer' });
    await remove(team.member, thing);
    await approve(team.checker, newer);
    expect((await readStored(team.owner)).settled_at).toEqual(first);
  });

  test('on a day that is full its payment can be deleted all the same', async () => {
    const { thing } = await approveWith();
    await world.server.owner.query(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status)
       select workspace_id, compliance_item_id, day, uuidv7(), 'NOTE' from status_entries, generate_series(1, 199)
       where workspace_id = $1`,
      [team.owner.workspaceId],
    );
    await remove(team.member, thing);
    expect(await readEntry()).toMatchObject({ current: 'pending', waiting: { status: 'done' } });
    await approveNext();
    expect((await readEntry())?.current).toBe('done');
  });

  test('is checked by nobody who deletes another payment of it afterwards', async () => {
    const other = await addDated(team.member, 'payment-dates', '2026-12-11');
    const { thing } = await approveWith();
    await remove(team.member, thing);
    const [again = ''] = await queueOf(team.checker);
    await changeRole(team.checker, 'manager');
    await remove(team.checker, other);
    expectFailure(await approve(team.checker, again), 403, 'You cannot check your own record');
    expect(await queueOf(team.owner)).toEqual([again]);
    expect((await approve(team.owner, again)).statusCode).toBe(200);
    const { checks } = (await call(team.checker, 'GET', '/users/profile/data')).json();
    expect(checks).toContainEqual(expect.objectContaining({ id: again, changed_by: expect.any(Array) }));
  });
});

describe('an approval about all numbers, of which one has something newer', () => {
  beforeEach(fileUnderEsi);

  const lineOf = async (id: string) => (await readEntry())?.lines?.find(({ registrationId }) => registrationId === id);

  test('recorded: the others wait again, each for itself', async () => {
    const { a, b, c } = await addCodes('a', 'b', 'c');
    const { thing } = await approveWith();
    const { settled_at: first } = await readStored(team.owner);
    await record(team.member, { registrationId: a, status: 'on-hold' });
    await remove(team.member, thing);
    expect(summarize(await readEntry())).toEqual(['on-hold', ['on-hold', 'waits', 'waits']]);
    expect([(await lineOf(b))?.waiting?.updatedBy, (await lineOf(c))?.waiting?.note]).toEqual([
      team.member.userId,
      'Filed',
    ]);
    await approveNext();
    await approveNext();
    expect(summarize(await readEntry())).toEqual(['on-hold', ['on-hold', 'done', 'done']]);
    const { rows } = await world.server.owner.query(
      `select key from status_entries, jsonb_each(lines) where workspace_id = $1 and key = any($3)
         and (value ->> 'at')::timestamptz - $2 between interval '-1 ms' and interval '1 ms'`,
      [team.owner.workspaceId, first, [b, c]],
    );
    expect(rows).toHaveLength(2);
  });

  test('waiting: that one waits on, and is checked by nobody who changed it; the others wait again', async () => {
    const { a } = await addCodes('a', 'b', 'c');
    const { thing } = await approveWith();
    const newer = (await record(team.member, { registrationId: a, note: 'Anew' })).lines?.[0]?.waiting?._id ?? '';
    await changeRole(team.checker, 'manager');
    await remove(team.checker, thing);
    expect(summarize(await readEntry())).toEqual(['pending', ['waits', 'waits', 'waits']]);
    expect((await lineOf(a))?.waiting?._id).toBe(newer);
    const waiting = await queueOf(team.owner);
    expect(waiting).toHaveLength(3);
    for (const id of waiting) {
      expectFailure(await approve(team.checker, id), 403, 'You cannot check your own record');
      expect((await approve(team.owner, id)).statusCode).toBe(200);
    }
    expect(summarize(await readEntry())).toEqual(['done', ['done', 'done', 'done']]);
  });

  test('without a checker the others count at once', async () => {
    const { a } = await addCodes('a', 'b');
    const { thing, id } = await approveWith();
    await unassign();
    await record(team.member, { registrationId: a, status: 'not-applicable' });
    await remove(team.member, thing);
    const entry = await readEntry();
    expect(summarize(entry)).toEqual(['done', ['not-applicable', 'done']]);
    expect(entry?.history.find(({ _id }) => _id === id)?.takenBack).toBe(true);
  });

  test('about all, nothing waits', async () => {
    const { a } = await addCodes('a', 'b');
    const { thing } = await approveWith();
    await record(team.member, { status: 'not-done' });
    await record(team.member, { registrationId: a, status: 'on-hold' });
    await remove(team.member, thing);
    expect(summarize(await readEntry())).toEqual(['not-done', ['on-hold', 'not-done']]);
  });

  test('put aside under one about all, the day is settled since that one', async () => {
    const { a, b } = await addCodes('a', 'b');
    const thing = await addDated(team.member, 'payment-dates');
    await record(team.member, { registrationId: a });
    await approveNext();
    await unassign();
    await record(team.member, { registrationId: b });
    const { settled_at: both } = await readStored(team.owner);
    await record(team.member);
    expect((await readStored(team.owner)).settled_at).toEqual(both);
    await remove(team.member, thing);
    const { settled_at, newest } = await readStored(team.owner);
    expect(settled_at).toEqual(newest);
  });
});
