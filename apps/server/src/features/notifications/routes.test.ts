import { listNotifications, type News } from '@anupalan/contract/people/notifications';
import { describe, expect, test } from 'vitest';
import { addPerson, join } from '../../../test/people.ts';
import { expectFailure } from '../../../test/tracked.ts';
import {
  approve,
  assign,
  beginWithTeam,
  call,
  changeRole,
  DAY,
  giveBack,
  leave,
  record,
  recordWaiting,
  send,
  team,
  world,
} from '../status-history/checks/team.fixture.ts';
import { addCodes, fileUnderEsi } from '../status-history/lines.fixture.ts';

beginWithTeam();

async function newsOf(person: Parameters<typeof call>[0]): Promise<News[]> {
  return listNotifications.answers[200].parse((await call(person, 'GET', '/notifications')).json()).data;
}

const kindsOf = async (person: Parameters<typeof call>[0]) => (await newsOf(person)).map(({ kind }) => kind);

const RECORD = { by: 'Asha Rao', title: 'File the return', day: `${DAY}T00:00:00.000Z`, status: 'done' };

test('a stranger, a viewer and who left are told nothing', async () => {
  expectFailure(await world.server.call({ url: '/api/notifications' }), 401, 'Please sign in to continue');
  expectFailure(await call(team.viewer, 'GET', '/notifications'), 403, 'Viewers can only read');
  const stranger = await addPerson(world.server.services);
  expectFailure(await call(stranger, 'GET', '/notifications'), 403, 'You are not a member of this company');
  await recordWaiting(team.member);
  await leave(team.checker);
  expectFailure(await call(team.checker, 'GET', '/notifications'), 403, 'You are not a member of this company');
  await changeRole(team.member, 'viewer');
  expectFailure(await call(team.member, 'GET', '/notifications'), 403, 'Viewers can only read');
});

describe('a record that waits (R-notifications-10)', () => {
  test('is told to whom it waits for, until it is decided, and its author hears the answer', async () => {
    const { one } = world.items;
    const id = await recordWaiting(team.member);
    expect(await newsOf(team.member)).toEqual([]);
    const [assignment] = (await newsOf(team.checker)).filter(({ kind }) => kind === 'assigned');
    expect(await newsOf(team.checker)).toEqual([
      { _id: `to-check:${id}`, kind: 'to-check', at: expect.any(String), itemId: one, ...RECORD },
      assignment,
    ]);
    await giveBack(team.checker, id);
    expect(await kindsOf(team.checker)).toEqual(['assigned']);
    expect(await newsOf(team.member)).toEqual([
      { _id: `returned:${id}`, kind: 'returned', at: expect.any(String), itemId: one, note: 'Wrong month', ...RECORD },
    ]);
  });

  test('that was returned is news until something newer is recorded', async () => {
    await giveBack(team.checker, await recordWaiting(team.member));
    const again = await recordWaiting(team.member);
    expect(await newsOf(team.member)).toEqual([]);
    await approve(team.checker, again, { note: 'Seen' });
    expect(await newsOf(team.member)).toMatchObject([{ _id: `approved:${again}`, kind: 'approved', note: 'Seen' }]);
  });

  test('about one of several numbers names it, and is told when it is returned, too', async () => {
    await fileUnderEsi();
    const { a } = await addCodes('a', 'b');
    const { lines = [] } = await record(team.member, { registrationId: a });
    const id = lines?.find(({ registrationId }) => registrationId === a)?.waiting?._id ?? '';
    const about = { registrationNumber: '31001234560000999', ...RECORD };
    expect((await newsOf(team.checker))[0]).toMatchObject({ _id: `to-check:${id}`, ...about });
    await giveBack(team.checker, id);
    expect(await newsOf(team.member)).toMatchObject([{ _id: `returned:${id}`, note: 'Wrong month', ...about }]);
    await record(team.member, { registrationId: a });
    expect(await newsOf(team.member)).toEqual([]);
  });

  test('of long ago is no news', async () => {
    await approve(team.checker, await recordWaiting(team.member));
    await world.server.owner.query(
      `update checks set decided_at = now() - interval '31 days' where outcome = 'approved'`,
    );
    expect(await newsOf(team.member)).toEqual([]);
  });

  test('is told to 50, the newest first, whatever waits', async () => {
    for (let month = 1; month <= 55; month++) {
      const day = Temporal.PlainDate.from('2026-12-15').subtract({ days: month }).toString();
      expect((await send(team.member, { forDate: day })).statusCode).toBe(200);
    }
    const news = await newsOf(team.checker);
    expect(news).toHaveLength(50);
    expect(news[0]?.day).toBe('2026-10-21T00:00:00.000Z');
  });
});

describe('assigning', () => {
  test('is told to whom it makes something, and to nobody else', async () => {
    const { one, other } = world.items;
    await assign(team.manager, {
      scope: 'item',
      ids: [one],
      responsible: team.member.userId,
      deputy: team.owner.userId,
    });
    await assign(team.manager, { scope: 'item', ids: [one, other], checker: team.member.userId });
    expect(await newsOf(team.member)).toMatchObject([
      { kind: 'assigned', by: 'Asha Rao', as: ['checker'], scope: 'item', count: 2 },
      { kind: 'assigned', as: ['responsible'], scope: 'item', itemId: one, title: 'File the return' },
    ]);
    expect(await newsOf(team.owner)).toMatchObject([{ as: ['deputy'] }]);
    expect(await newsOf(team.manager)).toEqual([]);
    // What one takes on oneself, and what was taken away again, are none.
    await assign(team.manager, { scope: 'company', responsible: team.manager.userId });
    await assign(team.manager, { scope: 'item', ids: [one], responsible: null });
    expect(await newsOf(team.manager)).toEqual([]);
    expect(await newsOf(team.member)).toMatchObject([{ as: ['checker'] }]);
  });

  test('is news of the scope that was assigned, and of the parts that are still theirs', async () => {
    const { userId } = team.member;
    const roles = { responsible: userId, deputy: userId };
    await assign(team.manager, { scope: 'company', ...roles });
    await assign(team.manager, { scope: 'item', ids: [world.items.one], ...roles });
    await assign(team.manager, { scope: 'item', ids: [world.items.one], deputy: null });
    await assign(team.manager, { scope: 'company', responsible: null, deputy: null });
    expect(await newsOf(team.member)).toMatchObject([{ as: ['responsible'], scope: 'item' }]);
  });

  test('an act names it', async () => {
    const { rows } = await world.server.owner.query(
      `select acts.id, name from acts join compliance_items item on act_id = acts.id where item.id = $1`,
      [world.items.one],
    );
    await assign(team.owner, { scope: 'act', ids: [rows[0].id], deputy: team.member.userId });
    expect(await newsOf(team.member)).toMatchObject([{ scope: 'act', actId: rows[0].id, title: rows[0].name }]);
  });
});

test('who may take the company over, or is asked to pay for it, hears it until they answer', async () => {
  const { member, owner } = team;
  await world.server.owner.query(`update users set role = 'premium' where id = $1`, [member.userId]);
  const offer = await call(owner, 'POST', '/handovers', { userId: member.userId });
  expect(offer.statusCode).toBe(201);
  expect((await call(owner, 'POST', '/companies/payer', { userId: member.userId })).statusCode).toBe(200);
  expect(await newsOf(member)).toMatchObject([
    { kind: 'payer', by: 'Asha Rao' },
    { _id: `handover:${offer.json().data._id}`, kind: 'handover', by: 'Asha Rao' },
  ]);
  expect(await kindsOf(owner)).toEqual([]);
  expect((await call(member, 'POST', '/companies/payer/accept')).statusCode).toBe(200);
  expect((await call(member, 'POST', `/handovers/${offer.json().data._id}/decline`)).statusCode).toBe(200);
  expect(await newsOf(member)).toEqual([]);
});

test('a webhook that failed until it was switched off is told of to who answers for it, until it is on again', async () => {
  const { manager, member, owner } = team;
  const { rows } = await world.server.owner.query(
    `insert into webhooks (workspace_id, id, address, events, secret, made_by)
     values ($1, gen_random_uuid(), 'https://hooks.example.in/secret?key=1', '{status.recorded}', '\\x00', $2) returning id`,
    [owner.workspaceId, manager.userId],
  );
  const set = (columns: string) =>
    world.server.owner.query(`update webhooks set ${columns} where id = $1`, [rows[0].id]);
  await set(`off_at = now(), off_why = 'hand'`);
  expect(await newsOf(manager)).toEqual([]);
  await set(`off_at = now(), off_why = 'failures'`);
  const [news, ...more] = await newsOf(manager);
  expect(more).toEqual([]);
  expect(news).toMatchObject({ kind: 'webhook-off', title: 'hooks.example.in', by: null });
  expect(JSON.stringify(news)).not.toContain('secret');
  expect([...(await newsOf(owner)), ...(await newsOf(member))]).toEqual([]);
  await changeRole(manager, 'member');
  expect(await newsOf(owner)).toMatchObject([{ kind: 'webhook-off' }]);
  expect(await newsOf(manager)).toEqual([]);
  await set('off_at = null, off_why = null');
  expect(await newsOf(owner)).toEqual([]);
});

test('of another company nothing is told', async () => {
  const { services } = world.server;
  const both = await addPerson(services, { company: { employeeCount: 20, state: 'Kerala' } });
  await join(services, both, team.owner, { role: 'member' });
  await assign(team.owner, { scope: 'item', ids: [world.items.one], checker: both.userId });
  await recordWaiting(team.member);
  expect(await kindsOf(both)).toEqual(['to-check', 'assigned']);
  const own = await world.server.call({ url: '/api/notifications', token: both.token });
  expect(own.json().data).toEqual([]);
});

test.each([
  [
    'checks_decided_by_author',
    `select * from checks where workspace_id = $1 and author_id = $2 and outcome in ('approved', 'returned')
       and decided_at > now() - interval '30 days' order by decided_at desc limit 50`,
  ],
  [
    'activity_assigned',
    `select * from activity where workspace_id = $1 and what = 'assignments.change'
       and at > now() - interval '30 days' order by at desc limit 500`,
  ],
])('what is past is found by %s', async (index, text) => {
  // Of a table of a few rows nobody would read an index, or this one, once their number is known.
  const small = 'set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off';
  const explain = `${small}; explain (generic_plan) ${text}; reset all`;
  expect(JSON.stringify(await world.server.owner.query(explain))).toContain(index);
});
