import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { expectFailure, forget, startTrackedWorld, type TrackedWorld, UNKNOWN_ID } from '../../../test/tracked.ts';

let world: TrackedWorld;
let owner: Person;
let manager: Person;
let member: Person;
let viewer: Person;
let act: string;
let company: string;

beforeAll(async () => {
  world = await startTrackedWorld();
  const { premium, colleague } = world.people;
  owner = premium;
  manager = colleague;
  const { services } = world.server;
  [member, viewer] = await Promise.all([addPerson(services), addPerson(services)]);
  await join(services, member, owner, { role: 'member' });
  await join(services, viewer, owner, { role: 'viewer' });
  company = await companyOf(services, owner);
  const { rows } = await world.server.owner.query('select act_id from compliance_items where id = $1', [
    world.items.one,
  ]);
  act = rows[0].act_id;
});

beforeEach(() => forget(world, 'assignments, status_entries'));

afterAll(() => world.server.close());

function call(person: Person, method: 'GET' | 'PUT' | 'PATCH', path: string, payload?: object) {
  const headers = { 'x-company': company };
  return world.server.call({ method, url: `/api${path}`, token: person.token, headers, ...(payload && { payload }) });
}

const put = (change: object, person = manager) => call(person, 'PUT', '/assignments', change);

async function assigned(item: string, person = owner) {
  const { data } = (await call(person, 'GET', '/compliance/data')).json();
  return data.find(({ _id }: { _id: string }) => _id === item).assignment;
}

const list = async (person = owner) => (await call(person, 'GET', '/assignments')).json();

describe('who is responsible, deputy and checker of an item', () => {
  test('the owner, unless said otherwise; the most specific wins', async () => {
    const { one, other } = world.items;
    expect(await assigned(one)).toEqual({ responsible: owner.userId, deputy: null, checker: null });
    await put({ scope: 'company', responsible: manager.userId, deputy: owner.userId });
    await put({ scope: 'act', ids: [act], checker: manager.userId });
    await put({ scope: 'item', ids: [one], responsible: member.userId });
    expect(await assigned(one)).toEqual({
      responsible: member.userId,
      deputy: owner.userId,
      checker: manager.userId,
    });
    expect(await assigned(other, viewer)).toMatchObject({ responsible: manager.userId });
    await put({ scope: 'item', ids: [one], responsible: null });
    expect(await assigned(one)).toMatchObject({ responsible: manager.userId });
  });

  test('nobody, once the company’s default is taken away, until it is set again', async () => {
    await put({ scope: 'company', responsible: null });
    expect(await assigned(world.items.one)).toMatchObject({ responsible: null });
    expect((await list(viewer)).data).toMatchObject([{ scope: 'company', id: null, responsibleTakenAway: true }]);
    await put({ scope: 'company', responsible: owner.userId });
    expect(await assigned(world.items.one)).toMatchObject({ responsible: owner.userId });
    expect((await list()).data[0]).not.toHaveProperty('responsibleTakenAway');
  });

  test('many at once, each once', async () => {
    const { one, other } = world.items;
    expect((await put({ scope: 'item', ids: [one, other, one], deputy: member.userId })).statusCode).toBe(200);
    const { data } = await list();
    expect(data.map(({ id, deputy }: { id: string; deputy: string }) => [id, deputy]).toSorted()).toEqual(
      [one, other].map((id) => [id, member.userId]).toSorted(),
    );
  });

  test('a line that says nothing any more is gone', async () => {
    await put({ scope: 'act', ids: [act], responsible: member.userId, evidenceRequired: true });
    await put({ scope: 'act', ids: [act], responsible: null });
    expect((await list()).data).toEqual([
      { scope: 'act', id: act, responsible: null, deputy: null, checker: null, evidenceRequired: true },
    ]);
    await put({ scope: 'act', ids: [act], evidenceRequired: null });
    expect((await list()).data).toEqual([]);
  });

  test('items of the list say who does what', async () => {
    await put({ scope: 'item', ids: [world.items.one], checker: member.userId });
    const { data } = (await call(owner, 'GET', '/compliance/data')).json();
    const item = data.find(({ _id }: { _id: string }) => _id === world.items.one);
    expect(item.assignment).toEqual({ responsible: owner.userId, deputy: null, checker: member.userId });
  });

  test('the people who can be assigned, without viewers, and when they are away', async () => {
    const away = { from: '2026-11-21', to: '2026-11-25' };
    const saved = await call(member, 'PUT', '/users/profile/away', away);
    const days = { from: '2026-11-21T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' };
    expect(saved.json()).toEqual({ status: 'success', message: 'Your absence is saved', data: { away: days } });
    const { people } = await list(viewer);
    expect(people).toHaveLength(3);
    expect(people).toContainEqual({
      userId: member.userId,
      firstName: 'Asha',
      lastName: 'Rao',
      role: 'member',
      away: days,
    });
    const ended = await call(member, 'PUT', '/users/profile/away', { from: null, to: null });
    expect(ended.json()).toMatchObject({ message: 'You are back', data: { away: null } });
  });
});

describe('refused', () => {
  test('members and viewers change nothing', async () => {
    const words = 'Only managers and the owner can do this';
    expectFailure(await put({ scope: 'company', deputy: null }, member), 403, words);
    expect((await put({ scope: 'company', deputy: null }, viewer)).statusCode).toBe(403);
    const without = { method: 'PUT', url: '/api/assignments', payload: {} } as const;
    expect((await world.server.call(without)).statusCode).toBe(401);
    expect((await world.server.call({ url: '/api/assignments' })).statusCode).toBe(401);
  });

  test.each(['viewer', 'stranger', 'nobody'])('people who may not record: a %s', async (who) => {
    const userId = { viewer: viewer.userId, stranger: world.people.free.userId, nobody: UNKNOWN_ID }[who];
    const response = await put({ scope: 'company', checker: userId });
    expectFailure(response, 400, 'Choose a member of the company');
    expect(response.json().errors).toEqual({ checker: 'Choose a member of the company' });
  });

  test.each([
    [{ scope: 'nothing', deputy: null }, 'Scope must be company, act or item'],
    [{ scope: 'item', ids: [], deputy: null }, 'Choose what to assign'],
    [{ scope: 'act', deputy: null }, 'Choose what to assign'],
    [{ scope: 'company', ids: [UNKNOWN_ID], deputy: null }, 'The company needs no ids'],
    [{ scope: 'company' }, 'Choose who is responsible, deputy or checker'],
    [{ scope: 'company', deputy: 'me' }, 'Choose a member of the company'],
  ])('%j', async (change, message) => {
    expectFailure(await put(change), 400, message);
  });

  test('more than a thousand at once, and unknown ones: nothing is set', async () => {
    const ids = Array.from({ length: 1_001 }, () => randomUUIDv7());
    expectFailure(await put({ scope: 'item', ids, deputy: null }), 400, 'Choose at most 1,000 at once');
    const some = { scope: 'item', ids: [world.items.one, UNKNOWN_ID], deputy: member.userId };
    expectFailure(await put(some), 404, 'Compliance item not found');
    expectFailure(await put({ ...some, scope: 'act' }), 404, 'Act not found');
    expect((await list()).data).toEqual([]);
  });

  test('acts and items that another company keeps, which are as unknown as none', async () => {
    const { services } = world.server;
    const { workspaceId: workspace_id } = world.people.free;
    const foreignAct = await addAct(services, { workspace_id });
    const foreignItem = await addItem(services, { act_id: foreignAct, workspace_id });
    const deputy = member.userId;
    const items = { scope: 'item', ids: [world.items.one, foreignItem], deputy };
    expectFailure(await put(items), 404, 'Compliance item not found');
    expectFailure(await put({ scope: 'act', ids: [foreignAct], deputy }), 404, 'Act not found');
    expect((await list()).data).toEqual([]);
    const ownAct = await addAct(services, { workspace_id: owner.workspaceId });
    expect((await put({ scope: 'act', ids: [ownAct], deputy })).statusCode).toBe(200);
  });

  test('an absence that ends before it begins, or has one day alone', async () => {
    const away = (body: object) => call(member, 'PUT', '/users/profile/away', body);
    expectFailure(
      await away({ from: '2026-11-25', to: '2026-11-21' }),
      400,
      'The last day must not be before the first',
    );
    expectFailure(await away({ from: '2026-11-25', to: null }), 400, 'Choose both days');
    expectFailure(await away({ from: '2026-11-25', to: 'soon' }), 400, 'Invalid date format');
  });
});

describe('evidence (R-checks-20)', () => {
  const done = (body: object = {}) =>
    call(member, 'PATCH', `/compliance/data/${world.items.one}/status`, {
      userId: member.userId,
      status: 'done',
      forDate: '2026-12-15',
      ...body,
    });

  test('a done needs a reason where it is required, which is stored with it', async () => {
    await put({ scope: 'company', evidenceRequired: true });
    const refused = await done();
    expectFailure(refused, 400, 'Please say why there is no evidence');
    expect(refused.json().errors).toEqual({ noEvidenceReason: 'Please say why there is no evidence' });
    expect((await done({ noEvidenceReason: ' ' })).statusCode).toBe(400);
    expect((await done({ status: 'not-done' })).statusCode).toBe(200);
    const recorded = await done({ noEvidenceReason: 'The portal gives none' });
    expect(recorded.json().data.statusHistory[0].history.at(-1)).toMatchObject({
      status: 'done',
      noEvidenceReason: 'The portal gives none',
    });
    const compact = await call(owner, 'GET', '/compliance/data?shape=compact');
    expect(compact.body).toContain('The portal gives none');
  });

  test('the most specific scope decides', async () => {
    await put({ scope: 'company', evidenceRequired: true });
    await put({ scope: 'item', ids: [world.items.one], evidenceRequired: false });
    expect((await done()).statusCode).toBe(200);
  });

  test('it is asked of what waits, too, and goes with it', async () => {
    await put({ scope: 'item', ids: [world.items.one], evidenceRequired: true, checker: manager.userId });
    expect((await done()).statusCode).toBe(400);
    expect((await done({ noEvidenceReason: 'Lost' })).json().data.statusHistory[0].waiting).not.toBeNull();
    const { data } = (await call(manager, 'GET', '/checks')).json();
    expect(data).toMatchObject([{ noEvidenceReason: 'Lost', status: 'done' }]);
  });
});

test('the activity tells of a change, and of an absence', async () => {
  await put({ scope: 'item', ids: [world.items.one], checker: member.userId });
  await call(member, 'PUT', '/users/profile/away', { from: '2026-11-21', to: '2026-11-22' });
  const { data } = (await call(owner, 'GET', '/activity?limit=2')).json();
  expect(data).toMatchObject([
    { what: 'away.change', by: member.userId, about: { until: '2026-11-22T00:00:00.000Z' } },
    { what: 'assignments.change', by: manager.userId, about: { scope: 'item', fields: ['checker'] } },
  ]);
});

test('an absence is in the activity of every company that the person is in', async () => {
  const { services } = world.server;
  const company = { employeeCount: 5, state: 'Goa' } as const;
  const [person, other, former] = await Promise.all([1, 2, 3].map(() => addPerson(services, { company })));
  if (!person || !other || !former) throw new Error('Somebody is missing');
  await join(services, person, other, { role: 'member' });
  await join(services, person, former, { role: 'viewer', until: '2020-01-01' });
  const away = { from: '2026-11-21', to: '2026-11-22' };
  await world.server.call({ method: 'PUT', url: '/api/users/profile/away', token: person.token, payload: away });
  const { rows } = await world.server.owner.query(
    `select workspace_id as workspace, what from activity where by = $1 order by workspace_id`,
    [person.userId],
  );
  const told = [person, other].map(({ workspaceId }) => ({ workspace: workspaceId, what: 'away.change' }));
  expect(rows).toEqual(told.toSorted((one, next) => (one.workspace < next.workspace ? -1 : 1)));
});

describe('who leaves, or is made a viewer', () => {
  const change = (text: string) => (userId: string) => world.server.owner.query(text, [owner.workspaceId, userId]);

  test.each<[string, (userId: string) => Promise<unknown>]>([
    ['leaves', change('delete from memberships where workspace_id = $1 and user_id = $2')],
    ['is made a viewer', change("update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2")],
    [
      'is erased',
      (userId) => world.server.call({ method: 'DELETE', url: `/api/users/${userId}`, token: world.people.admin.token }),
    ],
  ])('%s: everything falls to the default, and nobody dangles', async (_, go) => {
    const leaving = await addPerson(world.server.services);
    await join(world.server.services, leaving, owner, { role: 'member' });
    const { userId } = leaving;
    await put({ scope: 'item', ids: [world.items.one], responsible: userId, deputy: userId, checker: userId });
    await put({ scope: 'company', responsible: manager.userId, deputy: userId });
    await go(userId);
    // The owner stands in for a checker who is gone.
    expect(await assigned(world.items.one)).toEqual({
      responsible: manager.userId,
      deputy: null,
      checker: owner.userId,
    });
    const { rows } = await world.server.owner.query(
      'select count(*)::int as left from assignments where $1 in (responsible_id, deputy_id, checker_id)',
      [userId],
    );
    expect(rows).toEqual([{ left: 0 }]);
  });
});
