import type { StatusEntry } from '@anupalan/contract/status-history';
import type { MemberRole } from '@anupalan/domain/members';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callWhileHeld } from '../../../../test/locks.ts';
import { addPerson, companyOf, join, type Person } from '../../../../test/people.ts';
import {
  expectFailure,
  impersonate,
  startTrackedWorld,
  type TrackedWorld,
  UNKNOWN_ID,
} from '../../../../test/tracked.ts';

const DAY = '2026-12-15';

type Name = 'owner' | 'manager' | 'checker' | 'member' | 'viewer';

let world: TrackedWorld;
let team: Record<Name, Person>;
let company: string;

const ROLES: Readonly<Record<Exclude<Name, 'owner'>, Exclude<MemberRole, 'owner'>>> = {
  manager: 'manager',
  checker: 'member',
  member: 'member',
  viewer: 'viewer',
};

beforeAll(async () => {
  world = await startTrackedWorld();
});

/** A company of five, whose first item has a checker. */
beforeEach(async () => {
  const { services } = world.server;
  const owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  const others = await Promise.all(
    Object.entries(ROLES).map(async ([name, role]) => {
      const person = await addPerson(services);
      await join(services, person, owner, { role });
      return [name, { ...person, workspaceId: owner.workspaceId }] as const;
    }),
  );
  team = { owner, ...(Object.fromEntries(others) as Record<Exclude<Name, 'owner'>, Person>) };
  company = await companyOf(services, owner);
  await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: team.checker.userId });
});

afterAll(() => world.server.close());

function call(
  person: Pick<Person, 'token'>,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
) {
  const headers = { 'x-company': company };
  return world.server.call({ method, url: `/api${path}`, token: person.token, headers, ...(payload && { payload }) });
}

async function assign(person: Person, change: object): Promise<void> {
  const response = await call(person, 'PUT', '/assignments', change);
  expect([response.statusCode, response.json().message]).toEqual([200, 'Assignments saved']);
}

const send = (person: Person, body: object = {}, item = world.items.one) =>
  call(person, 'PATCH', `/compliance/data/${item}/status`, {
    userId: person.userId,
    status: 'done',
    forDate: DAY,
    note: 'Filed',
    ...body,
  });

/** Records, and answers the day's entry. */
async function record(person: Person, body: Readonly<Record<string, string>> = {}, item = world.items.one) {
  const response = await send(person, body, item);
  expect(response.statusCode).toBe(200);
  const { statusHistory }: { statusHistory: StatusEntry[] } = response.json().data;
  const entry = statusHistory.find(({ date }) => date.startsWith(body.forDate ?? DAY));
  if (!entry) throw new Error('There is no entry');
  return entry;
}

/** Records what waits, and answers the id of its record. */
async function recordWaiting(person: Person, body: Readonly<Record<string, string>> = {}): Promise<string> {
  const { waiting } = await record(person, body);
  if (!waiting) throw new Error('Nothing waits');
  return waiting._id;
}

const approve = (person: Pick<Person, 'token'>, id: string, body: object = {}) =>
  call(person, 'POST', `/checks/${id}/approve`, body);

const giveBack = (person: Person, id: string, reason = 'Wrong month') =>
  call(person, 'POST', `/checks/${id}/return`, { reason });

async function readEntry(person: Person = team.owner): Promise<StatusEntry | undefined> {
  const { data } = (await call(person, 'GET', '/compliance/data')).json();
  return data.find(({ _id }: { _id: string }) => _id === world.items.one).statusHistory[0];
}

/** The ids of what waits for a person's check. */
async function queueOf(person: Pick<Person, 'token'>): Promise<string[]> {
  const { data } = (await call(person, 'GET', '/checks')).json();
  return data.map(({ _id }: { _id: string }) => _id);
}

async function membershipOf({ userId }: Person): Promise<string> {
  const { rows } = await world.server.owner.query(
    'select id from memberships where workspace_id = $1 and user_id = $2',
    [team.owner.workspaceId, userId],
  );
  return rows[0].id;
}

const changeRole = (person: Person, role: MemberRole) =>
  world.server.owner.query('update memberships set role = $1 where workspace_id = $2 and user_id = $3', [
    role,
    team.owner.workspaceId,
    person.userId,
  ]);

const leave = (person: Person) =>
  world.server.owner.query('delete from memberships where workspace_id = $1 and user_id = $2', [
    team.owner.workspaceId,
    person.userId,
  ]);

const beAway = (person: Person, from = '2026-11-01', to = '2026-11-30') =>
  call(person, 'PUT', '/users/profile/away', { from, to });

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
    expect((await call(team.owner, 'GET', '/compliance/data?shape=compact')).body).toContain(entry.waiting?._id);
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

  test('a day has two hundred records at most, those that waited too', async () => {
    await recordWaiting(team.member);
    await world.server.owner.query(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status)
       select workspace_id, compliance_item_id, day, uuidv7(), 'not-done' from status_entries, generate_series(1, 199)
       where workspace_id = $1`,
      [team.owner.workspaceId],
    );
    expectFailure(await send(team.member), 409, 'This day already has 200 records');
    expect(await queueOf(team.checker)).toHaveLength(1);
  });
});

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
});
