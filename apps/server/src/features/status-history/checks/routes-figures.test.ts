import { describe, expect, test } from 'vitest';
import { callWhileHeld } from '../../../../test/locks.ts';
import type { Person } from '../../../../test/people.ts';
import { expectFailure, impersonate } from '../../../../test/tracked.ts';
import {
  addDated,
  approve,
  approveWith,
  assign,
  beginWithTeam,
  call,
  changeRole,
  DAY,
  type Dated,
  giveBack,
  leave,
  queueOf,
  readEntry,
  record,
  recordWaiting,
  removeDated,
  team,
  world,
} from './team.fixture.ts';

beginWithTeam();

const KINDS: readonly Dated[] = ['payment-dates', 'submission-dates'];

describe('what an approval stood on (R-checks-21)', () => {
  test.each(KINDS)('deleted from the %s, the record waits again and history keeps both', async (kind) => {
    const { thing, id } = await approveWith(kind);
    const deleted = await removeDated(team.member, kind, thing);
    expect(deleted.statusCode, deleted.body).toBe(200);
    const entry = await readEntry();
    expect(entry).toMatchObject({ current: 'pending', waiting: { status: 'done', updatedBy: team.member.userId } });
    const former = { _id: id, status: 'done', checkedBy: team.checker.userId, takenBack: true };
    expect(entry?.history).toMatchObject([former, { status: 'NOTE', takesBack: id }]);
    const again = await queueOf(team.checker);
    expect(again).toEqual([entry?.waiting?._id]);
    const { data } = (await call(team.checker, 'GET', '/checks')).json();
    expect(data[0].again).toEqual({ checkedBy: team.checker.userId, checkedAt: expect.any(String) });
    expect((await approve(team.checker, again[0] ?? '')).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({
      current: 'done',
      waiting: null,
      history: [former, { status: 'NOTE' }, { _id: again[0], status: 'done', checkedBy: team.checker.userId }],
    });
    const { data: events } = (await call(team.owner, 'GET', '/activity')).json();
    const named = events.filter(({ what }: { what: string }) => what === 'checks.wait-again');
    expect(named).toMatchObject([{ by: team.member.userId, about: { itemId: world.items.one, recordId: id } }]);
  });

  test('is settled since the first record, once it is approved again', async () => {
    const settled = async () => {
      const { rows } = await world.server.owner.query(
        'select settled_at from status_entries where workspace_id = $1 and compliance_item_id = $2',
        [team.owner.workspaceId, world.items.one],
      );
      return rows[0].settled_at;
    };
    const { thing } = await approveWith();
    const first = await settled();
    await removeDated(team.member, 'payment-dates', thing);
    expect(await settled()).toBeNull();
    await approve(team.checker, (await queueOf(team.checker))[0] ?? '');
    expect(await settled()).toEqual(first);
  });

  test.each([
    ['the day of the occurrence before', '2026-11-15'],
    ['the day of the one after', '2027-01-15'],
  ])('is not what belongs to another occurrence: %s', async (_, date) => {
    await world.server.owner.query(`update compliance_items set due_date = '2026-01-15' where id = $1`, [
      world.items.one,
    ]);
    const { thing, id } = await approveWith('payment-dates', date);
    await removeDated(team.member, 'payment-dates', thing);
    expect((await readEntry())?.history).toMatchObject([{ _id: id, checkedBy: team.checker.userId }]);
    expect(await queueOf(team.checker)).toEqual([]);
  });

  test('is not what was added later, until it is approved again', async () => {
    await approveWith();
    const later = await addDated(team.member, 'payment-dates');
    expect((await removeDated(team.member, 'payment-dates', later)).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({ current: 'done', waiting: null });
    const other = await addDated(team.member, 'payment-dates');
    await approve(team.checker, await recordWaiting(team.member, { note: 'With both' }));
    await removeDated(team.member, 'payment-dates', other);
    expect((await readEntry())?.waiting).toMatchObject({ note: 'With both' });
  });

  test('makes nothing wait where the day stands for something newer, and comes back with no taking back', async () => {
    const { thing, id } = await approveWith();
    const { history } = await record(team.member, { status: 'not-done' });
    expect((await removeDated(team.member, 'payment-dates', thing)).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({ current: 'not-done', waiting: null });
    await call(team.member, 'POST', `/status-records/${history.at(-1)?._id}/take-back`);
    const entry = await readEntry();
    expect(entry).toMatchObject({ current: 'pending', waiting: null });
    expect(entry?.history[0]).toMatchObject({ _id: id, takenBack: true, checkedBy: team.checker.userId });
  });

  test('lets a newer record that waits be checked by nobody who changed it', async () => {
    const { thing } = await approveWith();
    const newer = await recordWaiting(team.member, { note: 'Filed again' });
    await changeRole(team.checker, 'manager');
    expect((await removeDated(team.checker, 'payment-dates', thing)).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({ current: 'pending', waiting: { _id: newer } });
    expectFailure(await approve(team.checker, newer), 403, 'You cannot check your own record');
    expect(await queueOf(team.owner)).toEqual([newer]);
    expect((await approve(team.owner, newer)).statusCode).toBe(200);
  });

  test('returned, it is in no history that counts, and its author records anew', async () => {
    const { thing } = await approveWith();
    await removeDated(team.member, 'payment-dates', thing);
    expect((await giveBack(team.checker, (await queueOf(team.checker))[0] ?? '')).statusCode).toBe(200);
    expect(await readEntry()).toMatchObject({ current: 'pending', returned: { reason: 'Wrong month' } });
    expect((await approve(team.checker, await recordWaiting(team.member))).statusCode).toBe(200);
  });
});

describe('attempts to change it unseen', () => {
  test('the checker who deletes a payment doesn’t check what follows', async () => {
    const { thing } = await approveWith();
    await changeRole(team.checker, 'manager');
    await removeDated(team.checker, 'payment-dates', thing);
    const [again = ''] = await queueOf(team.owner);
    expectFailure(await approve(team.checker, again), 403, 'You cannot check your own record');
    // Nor does who recorded it, now that a manager might.
    await changeRole(team.member, 'manager');
    expectFailure(await approve(team.member, again), 403, 'You cannot check your own record');
    const decide = (by: string) =>
      world.server.owner.query(
        `update checks set outcome = 'approved', decided_by = $2, decided_at = now() where id = $1`,
        [again, by],
      );
    await expect(decide(team.checker.userId)).rejects.toThrow('nobody_checks_themselves');
    await expect(decide(team.member.userId)).rejects.toThrow('nobody_checks_themselves');
    expect((await approve(team.owner, again)).statusCode).toBe(200);
  });

  test('an administrator in a name, by impersonation or by naming the user', async () => {
    const first = await approveWith();
    const impersonated = { ...team.member, token: await impersonate(world, team.member) };
    expect((await removeDated(impersonated, 'payment-dates', first.thing)).statusCode).toBe(200);
    await approve(team.checker, (await queueOf(team.checker))[0] ?? '');
    const thing = await addDated(team.member, 'payment-dates');
    await approve(team.checker, await recordWaiting(team.member));
    const named = await removeDated(world.people.admin, 'payment-dates', thing, `?userId=${team.member.userId}`);
    expect(named.statusCode, named.body).toBe(200);
    const [again] = await queueOf(team.checker);
    const { rows } = await world.server.owner.query('select changed_by from checks where id = $1', [again]);
    expect(rows[0].changed_by).toEqual(expect.arrayContaining([world.people.admin.userId, team.member.userId]));
  });

  test('with nobody else to check it the deletion is refused, and nothing is changed', async () => {
    const { thing, id } = await approveWith();
    await leave(team.manager);
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.owner.userId });
    expectFailure(
      await removeDated(team.owner, 'payment-dates', thing),
      409,
      'You are the checker of this item, and nobody else in the company may check your record. Somebody else has to be its checker, or a manager',
    );
    expect((await readEntry())?.history).toMatchObject([{ _id: id }]);
    expect((await call(team.owner, 'GET', '/compliance/data')).body).toContain(thing);
  });

  test('where nobody checks the item any more, the record counts at once, without the former check', async () => {
    const { thing, id } = await approveWith();
    await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: null });
    await removeDated(team.member, 'payment-dates', thing);
    const entry = await readEntry();
    expect(entry).toMatchObject({ current: 'done', waiting: null });
    expect(entry?.history).toMatchObject([{ _id: id, takenBack: true }, { status: 'done' }, { status: 'NOTE' }]);
    expect(entry?.history[1]).not.toHaveProperty('checkedBy');
  });

  test('a manager who takes the checker away first', async () => {
    const { thing } = await approveWith();
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: null });
    await removeDated(team.manager, 'payment-dates', thing);
    await assign(team.manager, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
    expect(await queueOf(team.owner)).toHaveLength(1);
  });

  test('a filing with another amount waits, and a payment of the former one still lets that one wait', async () => {
    const filing = { number: '7', amount: 5_000, paidOn: '2027-03-01' };
    const file = (more: object) => {
      const entries = [{ companyId: '', status: 'done', ...filing, ...more }];
      return fileAs(team.member, entries);
    };
    await file({});
    await approve(team.checker, (await queueOf(team.checker))[0] ?? '');
    await file({ amount: 6_000 });
    const [changed] = await queueOf(team.checker);
    expect((await readEntry())?.waiting?._id).toBe(changed);
    const { rows } = await world.server.owner.query(
      'select id from payment_dates where workspace_id = $1 and amount_paise = 500000',
      [team.owner.workspaceId],
    );
    // The payment lies after the next occurrence: it belongs by its day and amount.
    expect((await readEntry())?.current).toBe('done');
    await removeDated(team.member, 'payment-dates', rows[0].id);
    expect(await readEntry()).toMatchObject({ current: 'pending', waiting: { _id: changed } });
  });

  async function fileAs(person: Person, entries: readonly object[]): Promise<void> {
    const { rows } = await world.server.owner.query('select id from companies where workspace_id = $1', [
      team.owner.workspaceId,
    ]);
    const form = {
      itemId: world.items.one,
      forDate: DAY,
      entries: entries.map((one) => ({ ...one, companyId: rows[0].id })),
    };
    const response = await call(person, 'POST', '/compliance/run', form);
    expect(response.json().data[0], response.body).toMatchObject({ outcome: 'waiting' });
  }

  /** Approves and deletes at the same moment: what was approved with the payment waits again, else it stands. */
  async function expectOneAfterTheOther(thing: string, id: string, answers: { statusCode: number }[]): Promise<void> {
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { rows } = await world.server.owner.query('select thing_id from approved_figures where record_id = $1', [id]);
    const entry = await readEntry();
    expect(entry?.waiting !== null).toBe(rows.some(({ thing_id }) => thing_id === thing));
    const approved = entry?.history.find(({ _id }) => _id === id);
    expect(approved?.takenBack === true).toBe(entry?.waiting !== null);
  }

  test('an approval and a deletion at once: one comes after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const thing = await addDated(team.member, 'payment-dates');
      const id = await recordWaiting(team.member, { note: `Round ${round}` });
      const both = [approve(team.checker, id), removeDated(team.member, 'payment-dates', thing)];
      await expectOneAfterTheOther(thing, id, await Promise.all(both));
      const { waiting } = (await readEntry()) ?? {};
      if (waiting) await approve(team.checker, waiting._id);
    }
  });

  test.each([
    ['the day’s entry', 'select from status_entries where workspace_id = $1 for update'],
    ['the payment', 'select from payment_dates where workspace_id = $1 for update'],
  ])('both need %s, of a day with an approved record, and neither stands in the other’s way', async (_, held) => {
    const { thing } = await approveWith();
    const newer = await recordWaiting(team.member, { note: 'Newer' });
    const both = () => [approve(team.checker, newer), removeDated(team.member, 'payment-dates', thing)];
    const answers = await callWhileHeld(world.server, [held, team.owner.workspaceId], both);
    await expectOneAfterTheOther(thing, newer, answers);
  });

  test('two records of a day that were approved with the same', async () => {
    const { thing, id } = await approveWith();
    const newer = await recordWaiting(team.member, { note: 'Newer' });
    await approve(team.checker, newer);
    expect((await removeDated(team.member, 'payment-dates', thing)).statusCode).toBe(200);
    const entry = await readEntry();
    expect(entry).toMatchObject({ current: 'pending', waiting: { note: 'Newer' } });
    const aside = entry?.history.filter(({ takenBack }) => takenBack).map(({ _id }) => _id);
    expect(aside).toEqual([id, newer]);
  });

  test.each([
    ['deletes it', 'delete from payment_dates where id = $1'],
    ['changes its amount', 'update payment_dates set amount_paise = 1 where id = $1'],
    ['changes its day', `update payment_dates set day = '2026-12-11' where id = $1`],
  ])('the database refuses whatever %s and lets nothing wait', async (_, change) => {
    const { thing } = await approveWith();
    await expect(world.server.owner.query(change, [thing])).rejects.toThrow('an approved record stands on row');
    await world.server.owner.query('update payment_dates set user_id = null where id = $1', [thing]);
    await world.server.owner.query('delete from compliance_items where id = $1', [await ownItemWith()]);
  });

  /** An own obligation with an approved record and its payment, which go with it. */
  async function ownItemWith(): Promise<string> {
    const dueDate = { date: DAY, frequency: 'monthly' };
    const added = await call(team.manager, 'POST', '/compliance/own', { actName: 'Fire', title: 'Drill', dueDate });
    const { _id: item } = added.json().data;
    await assign(team.owner, { scope: 'item', ids: [item], checker: team.checker.userId });
    await addDated(team.member, 'payment-dates', '2026-12-10', item);
    await approve(team.checker, (await record(team.member, {}, item)).waiting?._id ?? '');
    return item;
  }
});
