import { randomUUIDv7 } from 'node:crypto';
import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../../test/people.ts';
import { expectFailure, findListed } from '../../../../test/tracked.ts';
import { FIRE, OwnObligations } from './own-obligations.fixture.ts';

let own: OwnObligations;

beforeAll(async () => {
  own = await OwnObligations.start();
});

beforeEach(() => own.clear());

afterAll(() => own.world.server.close());

describe('nobody else’s', () => {
  test('every call about it is 404 for another company, and for an administrator who names nobody', async () => {
    const { premium, free, admin } = own.world.people;
    const { _id: id } = await own.addWell(premium);
    const reminder = await own.send(premium, 'POST', `data/${id}/reminders`, { reminderDate: '2026-12-01T09:00:00Z' });
    expect(reminder.statusCode).toBe(201);
    for (const person of [free, admin]) {
      const { userId } = person;
      const forms = [
        ['PATCH', `own/${id}`, { title: 'Mine' }],
        ['DELETE', `own/${id}`, undefined],
        ['PATCH', `data/${id}/status`, { userId, status: 'done', forDate: '2026-12-01' }],
        ['PATCH', `data/${id}/note`, { userId, note: 'Seen', forDate: '2026-12-01' }],
        ['POST', `data/${id}/reminders`, { reminderDate: '2026-12-01T09:00:00Z' }],
        ['POST', `data/${id}/payment-dates`, { date: '2026-12-01', amount: 1 }],
        ['POST', `data/${id}/submission-dates`, { date: '2026-12-01', description: 'Sent' }],
      ] as const;
      for (const [method, path, body] of forms) {
        const response = await own.send(person, method, path, body);
        const isRefused = person === free && path.endsWith('/note');
        expect([path, response.statusCode]).toEqual([path, isRefused ? 403 : 404]);
      }
      expect(JSON.stringify(await own.list(person))).not.toContain(id);
    }
    expect((await own.list(premium)).at(-1)).toMatchObject({ title: FIRE.title, statusHistory: [] });
    const named = await own.world.server.call({
      url: `/api/compliance/data?userId=${premium.userId}`,
      token: admin.token,
    });
    expect(named.json().data.map(({ _id }: ComplianceItem) => _id)).toContain(id);
  });

  test('what others record of theirs is in no administrator’s list or count', async () => {
    const { premium, admin } = own.world.people;
    const { _id: id } = await own.addWell(premium);
    await own.send(premium, 'PATCH', `data/${id}/status`, {
      userId: premium.userId,
      status: 'done',
      forDate: '2026-12-01',
    });
    expect(JSON.stringify(await own.list(admin))).not.toContain(id);
    const mine = await own.addWell(admin);
    await own.send(admin, 'PATCH', `data/${mine._id}/status`, {
      userId: admin.userId,
      status: 'done',
      forDate: '2026-12-01',
    });
    expect(await findListed(own.world, admin, mine._id)).toMatchObject({
      statusHistoryTotal: 1,
      statusHistory: [{ isOwn: true, current: 'done' }],
    });
  });

  test('administrators manage the catalogue, which it is no part of, nor is its act', async () => {
    const { premium, admin } = own.world.people;
    const { _id: id, actId } = await own.addWell(premium);
    expectFailure(await own.send(admin, 'PATCH', `data/${id}`, { title: 'Mine' }), 404, 'Compliance item not found');
    expectFailure(await own.send(admin, 'DELETE', `data/${id}`), 404, 'Compliance item not found');
    for (const method of ['PATCH', 'DELETE'] as const) {
      const response = await own.world.server.call({
        method,
        url: `/api/acts/${actId}`,
        token: admin.token,
        payload: { name: 'Mine' },
      });
      expect(response.statusCode).toBe(404);
    }
    const created = await own.send(admin, 'POST', 'data', { ...FIRE, actId });
    expect(created.json().errors).toEqual({ actId: 'Please select an Act' });
  });

  test('another company’s act is none', async () => {
    const { premium, free } = own.world.people;
    const { actId } = await own.addWell(premium);
    const response = await own.add(free, { ...FIRE, actName: undefined, actId });
    expect(response.json()).toMatchObject({ errors: { actId: 'Please select an Act' } });
  });
});

describe('who keeps them', () => {
  test('managers and the owner; members and viewers are told why not', async () => {
    const { premium, colleague } = own.world.people;
    const { services } = own.world.server;
    const item = await own.addWell(colleague);
    const answers = { member: 'Only managers and the owner can do this', viewer: 'Viewers can only read' } as const;
    for (const role of ['member', 'viewer'] as const) {
      const person = await addPerson(services);
      await join(services, person, premium, { role });
      const headers = { 'x-company': await companyOf(services, premium) };
      for (const [method, path] of [
        ['POST', 'own'],
        ['PATCH', `own/${item._id}`],
        ['DELETE', `own/${item._id}`],
      ] as const) {
        const response = await own.world.server.call({
          method,
          url: `/api/compliance/${path}`,
          token: person.token,
          headers,
          payload: FIRE,
        });
        expectFailure(response, 403, answers[role]);
      }
      const list = await own.world.server.call({ url: '/api/compliance/data', token: person.token, headers });
      expect(list.json().data.at(-1)).toMatchObject({ _id: item._id, own: true });
    }
  });

  test('a stranger is turned away', async () => {
    expect(
      (await own.world.server.call({ method: 'POST', url: '/api/compliance/own', payload: FIRE })).statusCode,
    ).toBe(401);
  });

  test('an administrator for whom they name', async () => {
    const { premium, admin } = own.world.people;
    const item = await own.addWell(admin, { ...FIRE, userId: premium.userId });
    expect((await own.list(premium)).map(({ _id }) => _id)).toContain(item._id);
    expect((await own.list(admin)).map(({ _id }) => _id)).not.toContain(item._id);
  });
});

describe('how many (R-registrations-13)', () => {
  const fill = (person: Person, count: number) =>
    own.world.server.owner.query(
      `insert into compliance_items (id, workspace_id, act_id, sr_no, title, state, frequency)
       select gen_random_uuid(), $1, (select id from acts limit 1), n, 'Kept', '-', 'never' from generate_series(1, $2) n`,
      [person.workspaceId, count],
    );

  test('five in a free company, also of those who add at the same moment', async () => {
    const { free } = own.world.people;
    await fill(free, 3);
    const answers = await Promise.all([1, 2, 3, 4].map((n) => own.add(free, { ...FIRE, title: `Task ${n}` })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    const message = 'The free plan has room for 5 obligations of your own. Upgrade to Premium to keep up to 500.';
    expectFailure(await own.add(free), 409, message);
  });

  test('five hundred with Premium; nothing is taken away when that ends', async () => {
    const { premium } = own.world.people;
    await fill(premium, 500);
    expectFailure(
      await own.add(premium),
      409,
      'A company can keep at most 500 obligations of its own. Delete one first.',
    );
    await own.world.server.owner.query(`update users set role = 'user' where id = $1`, [premium.userId]);
    expect((await own.list(premium)).filter(({ own }) => own).length).toBe(500);
    await own.world.server.owner.query(`update users set role = 'premium' where id = $1`, [premium.userId]);
  });
});

describe('deleting (R-registrations-14)', () => {
  test('takes with it what was recorded about it, and leaves the rest', async () => {
    const { premium } = own.world.people;
    const item = await own.addWell(premium, { ...FIRE, values: { [own.form]: 'Form 9' } });
    const other = await own.addWell(premium, { ...FIRE, title: 'Fire drill' });
    for (const { _id } of [item, other]) {
      await own.send(premium, 'PATCH', `data/${_id}/status`, {
        userId: premium.userId,
        status: 'done',
        forDate: '2026-12-01',
      });
    }
    const response = await own.send(premium, 'DELETE', `own/${item._id}`);
    expect(response.json()).toEqual({ status: 'success', message: 'Obligation deleted successfully' });
    expect((await own.list(premium)).filter(({ own }) => own)).toMatchObject([
      { _id: other._id, statusHistory: [{ current: 'done' }] },
    ]);
    const { rows } = await own.world.server.owner.query('select from status_entries where compliance_item_id = $1', [
      item._id,
    ]);
    expect(rows).toEqual([]);
    expectFailure(await own.send(premium, 'DELETE', `own/${item._id}`), 404, 'Compliance item not found');
  });

  test('an item of the catalogue is no own one', async () => {
    const { premium } = own.world.people;
    expectFailure(await own.send(premium, 'DELETE', `own/${own.world.items.one}`), 404, 'Compliance item not found');
    expectFailure(await own.send(premium, 'PATCH', `own/${own.world.items.one}`, {}), 404, 'Compliance item not found');
  });

  test('the company’s end takes all of it', async () => {
    const { services, owner } = own.world.server;
    const person = await addPerson(services, { role: 'premium', company: { employeeCount: 5, state: 'Goa' } });
    const item = await own.addWell(person, { ...FIRE, values: { [own.form]: 'Form 9' } });
    await owner.query('delete from users where id = $1', [person.userId]).catch(() => {});
    await owner.query('delete from workspaces where id = $1', [person.workspaceId]);
    const { rows } = await owner.query(
      `select id from compliance_items where id = $1 union all select id from acts where id = $2`,
      [item._id, item.actId],
    );
    expect(rows).toEqual([]);
  });
});

test.each([
  [{ actName: undefined }, { actId: 'Please select an Act' }],
  [{ actId: randomUUIDv7() }, { actId: 'Please select an Act' }],
  [{ actName: ' ' }, { actName: 'Please name the act' }],
  [{ actName: undefined, actId: randomUUIDv7() }, { actId: 'Please select an Act' }],
  [{ dueDate: { frequency: 'monthly' } }, { dueDate: 'Invalid date format' }],
  [{ minEmployees: 5, maxEmployees: 2 }, { maxEmployees: expect.stringContaining('greater than or equal') }],
  [{ values: { nonsense: 'x' } }, { values: 'A compliance field no longer exists. Reload and try again.' }],
])('a rejected form: %j', async (changes, errors) => {
  const response = await own.add(own.world.people.premium, { ...FIRE, ...changes });
  expect([response.statusCode, response.json().errors]).toEqual([400, expect.objectContaining(errors)]);
});
