import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { findListed, impersonate } from '../../../test/tracked.ts';
import { assign, beginWithTeam, call, DAY, team, world } from '../status-history/checks/team.fixture.ts';
import { createFilingLinks, type NewFilingLink } from './commands.ts';

beginWithTeam();

const NOT_VALID = 'This link is not valid. Please open the newest mail again.';
const RECORDED = 'This was recorded in the meantime.';
const CHANGED = 'This link ended because your account or your place in the company changed.';
const OFF = 'Your company does not file from mails.';

const linksOf = (rows: readonly NewFilingLink[]) =>
  world.server.services.database.db.transaction().execute((trx) => createFilingLinks(trx, rows));

function rowOf({ userId }: Person, itemId = world.items.other, day = DAY): NewFilingLink {
  return { workspaceId: team.owner.workspaceId, itemId, day, userId, messageId: MESSAGE };
}

/** The message that links stand in where it doesn't matter which. */
const MESSAGE = '0199f000-0000-7000-8000-00000000000a';

async function linkOf(person: Person, itemId?: string, messageId: string = randomUUIDv7()): Promise<string> {
  const [token] = await linksOf([{ ...rowOf(person, itemId), messageId }]);
  if (!token) throw new Error('There is no link');
  return token;
}

const post = (path: string, payload: object, headers = {}) =>
  world.server.call({ method: 'POST', url: `/api/mail/filed${path}`, payload, headers });
const preview = (token: string) => post('/preview', { token });
const file = (token: string, said: object = {}) => post('', { token, ...said });

const entryOf = async (person: Person, item = world.items.other) => {
  const { statusHistory } = await findListed(world, person, item);
  return statusHistory.find(({ date }: { date: string }) => date.startsWith(DAY));
};

describe('a link', () => {
  test('says who files what where, and records it once, by whom it was mailed to', async () => {
    const token = await linkOf(team.member);
    expect((await preview(token)).json().data).toEqual({
      person: { firstName: 'Asha', lastName: 'Rao' },
      ...{ companyId: expect.any(String), companyName: 'Rao & Sons', itemId: world.items.other },
      ...{ title: expect.any(String), act: expect.any(String) },
      ...{ day: `${DAY}T00:00:00.000Z`, legalDay: `${DAY}T00:00:00.000Z` },
      ...{ isChecked: false, evidenceRequired: false, expiresAt: expect.any(String) },
    });
    expect(await entryOf(team.owner)).toBeUndefined();
    const filed = await file(token, { number: 'ACK 7', filedOn: '2026-11-20' });
    expect([filed.statusCode, filed.json().data]).toEqual([201, { outcome: 'recorded' }]);
    const entry = await entryOf(team.owner);
    expect([entry.current, entry.history]).toMatchObject([
      'done',
      [{ status: 'done', updatedBy: team.member.userId, note: '', filing: FILING }],
    ]);
    const activity = (await call(team.owner, 'GET', '/activity')).json().data;
    expect(activity[0]).toMatchObject({
      ...{ what: 'status-history.record', by: team.member.userId },
      about: { itemId: world.items.other, status: 'done', byMailLink: true },
    });
    for (const again of [await preview(token), await file(token)]) {
      expect(failureOf(again)).toEqual([409, 'This link was used already.']);
    }
    expect((await entryOf(team.owner)).history).toHaveLength(1);
  });

  test('records the day in India unless told another one', async () => {
    await file(await linkOf(team.member));
    expect((await entryOf(team.owner)).history[0].filing).toEqual({
      ...{ filedOn: '2026-11-21T00:00:00.000Z', byMailLink: true },
    });
  });

  test('waits for its check where one is asked for, and says so', async () => {
    const token = await linkOf(team.member, world.items.one);
    expect((await preview(token)).json().data.isChecked).toBe(true);
    expect((await file(token, { number: 'ACK 7', filedOn: '2026-11-20' })).json().data).toEqual({ outcome: 'waiting' });
    const { waiting, current } = await entryOf(team.owner, world.items.one);
    expect([waiting.status, waiting.updatedBy, current]).toEqual(['done', team.member.userId, 'pending']);
    const approved = await call(team.checker, 'POST', `/checks/${waiting._id}/approve`, {});
    expect(approved.statusCode).toBe(200);
    expect((await entryOf(team.owner, world.items.one)).history[0].filing).toEqual(FILING);
  });

  test('asks for a reason where evidence is required, and is not used up by that', async () => {
    await assign(team.owner, { scope: 'item', ids: [world.items.other], evidenceRequired: true });
    const token = await linkOf(team.member);
    expect((await preview(token)).json().data.evidenceRequired).toBe(true);
    const fault = 'Please say why there is no evidence';
    const refused = await file(token);
    expect([refused.statusCode, refused.json().errors]).toEqual([400, { noEvidenceReason: fault }]);
    expect((await file(token, { noEvidenceReason: 'The portal is down' })).statusCode).toBe(201);
    const [record] = (await entryOf(team.owner)).history;
    expect(record.noEvidenceReason).toBe('The portal is down');
  });

  test.each([
    [{ filedOn: '2026-11-23' }, 400, 'The day of filing must not be in the future'],
    [{ filedOn: 'soon' }, 400, 'Invalid date format'],
    [{ filedOn: '1900-01-01' }, 400, expect.stringMatching(/^The day of filing must not be before 01\/\d\d\/\d{4}/)],
    [{ number: 'x'.repeat(101) }, 400, 'Please use at most 100 characters'],
  ])('%j is refused, and the link stays', async (said, status, message) => {
    const token = await linkOf(team.member);
    const { errors } = (await file(token, said)).json();
    expect([status, Object.values(errors)]).toEqual([400, [message]]);
    expect((await file(token)).statusCode).toBe(201);
  });

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(201)])('that is made up (%s) is none', async (token) => {
    const expected = token.length > 0 && token.length <= 200 ? [404, NOT_VALID] : [400, expect.any(String)];
    expect([failureOf(await preview(token)), failureOf(await file(token))]).toEqual([expected, expected]);
  });

  test('is not opened by an address: there is nothing to get, and nothing to post without the token', async () => {
    const token = await linkOf(team.member);
    for (const url of ['/api/mail/filed', '/api/mail/filed/preview', `/api/mail/filed?token=${token}`]) {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT'] as const) {
        expect((await world.server.call({ method, url })).statusCode).toBe(404);
      }
      expect((await world.server.call({ method: 'POST', url })).statusCode).toBe(400);
    }
    expect(await entryOf(team.owner)).toBeUndefined();
    expect((await file(token)).statusCode).toBe(201);
  });

  test('used twice at once records once', async () => {
    const token = await linkOf(team.member);
    const held = ['select from filing_links where user_id = $1 for update', team.member.userId] as const;
    const answers = await callWhileHeld(world.server, held, () => [file(token), file(token), file(token)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    expect((await entryOf(team.owner)).history).toHaveLength(1);
  });

  test('ends with a newer one that was sent to the same person, and with nobody else’s', async () => {
    const [old, others] = [await linkOf(team.member), await linkOf(team.manager)];
    const message = await addMessage(team.member);
    const newer = await linkOf(team.member, world.items.other, message);
    expect([(await preview(old)).statusCode, (await preview(newer)).statusCode]).toEqual([200, 200]);
    await world.server.owner.query(`update messages set state = 'sent', sent_at = now() where id = $1`, [message]);
    expect(failureOf(await file(old))).toEqual([404, NOT_VALID]);
    expect((await preview(others)).statusCode).toBe(200);
    expect((await file(newer)).statusCode).toBe(201);
    expect(failureOf(await file(others))).toEqual([409, RECORDED]);
  });
});

test('a message that is written again has the same link, which stays used; another one of anybody who changed', async () => {
  const again = () => linkOf(team.member, world.items.other, MESSAGE);
  const token = await again();
  expect(await again()).toBe(token);
  expect((await file(token)).statusCode).toBe(201);
  await again();
  expect(failureOf(await file(token))).toEqual([409, 'This link was used already.']);
  await world.server.owner.query(`update users set password_hash = 'other' where id = $1`, [team.member.userId]);
  expect(await again()).not.toBe(token);
  expect(failureOf(await file(token))).toEqual([404, NOT_VALID]);
});

/** A digest that waits to be sent. */
async function addMessage({ userId }: Person): Promise<string> {
  const id = randomUUIDv7();
  await world.server.owner.query(
    `insert into messages (id, user_id, channel, kind, key, send_after) values ($1, $2, 'mail', 'digest', $3, now())`,
    [id, userId, `digest:${id}`],
  );
  return id;
}

const FILING = { number: 'ACK 7', filedOn: '2026-11-20T00:00:00.000Z', byMailLink: true };

describe('a link ends', () => {
  const change = (text: string, ...values: unknown[]) => world.server.owner.query(text, values);
  const member = () => [team.owner.workspaceId, team.member.userId];
  const IS_MEMBER = 'where workspace_id = $1 and user_id = $2';

  test.each([
    ['another password', `update users set password_hash = 'other' where id = $2 and $1::uuid is not null`, CHANGED],
    [
      'another address',
      `update users set primary_email = 'new-' || id || '@example.in' where id = $2 and $1::uuid is not null`,
      CHANGED,
    ],
    ['a suspension', `update users set status = 'suspended' where id = $2 and $1::uuid is not null`, CHANGED],
    ['becoming an administrator', `update users set role = 'admin' where id = $2 and $1::uuid is not null`, CHANGED],
    ['another role', `update memberships set role = 'manager' ${IS_MEMBER}`, CHANGED],
    ['becoming a viewer', `update memberships set role = 'viewer', until = '2099-01-01' ${IS_MEMBER}`, CHANGED],
    ['leaving', `delete from memberships ${IS_MEMBER}`, NOT_VALID],
    [
      'its 7 days',
      `update filing_links set expires_at = now() ${IS_MEMBER}`,
      'The time of this link is over: links work for 7 days.',
    ],
  ])('with %s', async (_, statement, message) => {
    const token = await linkOf(team.member);
    await change(statement, ...member());
    for (const answer of [await preview(token), await file(token)]) expect(failureOf(answer)[1]).toBe(message);
    expect(await entryOf(team.owner)).toBeUndefined();
  });

  test('with leaving also for who comes back', async () => {
    const token = await linkOf(team.member);
    await change(`delete from memberships ${IS_MEMBER}`, ...member());
    await join(world.server.services, team.member, team.owner, { role: 'member' });
    expect(failureOf(await file(token))).toEqual([404, NOT_VALID]);
  });

  test('when the occurrence is recorded, settled or waits, and not with a note', async () => {
    const items = [world.items.one, world.items.other];
    const tokens = await linksOf(items.map((item) => rowOf(team.member, item)));
    const body = { userId: team.owner.userId, forDate: DAY };
    await call(team.owner, 'POST', `/compliance/data/${world.items.other}/note`, { ...body, note: 'Soon' });
    expect((await preview(tokens[1] ?? '')).statusCode).toBe(200);
    await call(team.owner, 'PATCH', `/compliance/data/${world.items.other}/status`, { ...body, status: 'on-hold' });
    await call(team.owner, 'PATCH', `/compliance/data/${world.items.one}/status`, { ...body, status: 'done' });
    for (const token of tokens) expect(failureOf(await file(token ?? ''))).toEqual([409, RECORDED]);
    // What was on hold before it was mailed is still open.
    expect((await file(await linkOf(team.member))).statusCode).toBe(201);
    await addStatusEntry(world.server.services, team.owner, { item: world.items.other, day: '2026-11-15' });
    const [settled] = await linksOf([rowOf(team.member, world.items.other, '2026-11-15')]);
    expect(failureOf(await file(settled ?? ''))).toEqual([409, RECORDED]);
  });

  test('when the company switches it off, which the activity tells', async () => {
    const token = await linkOf(team.member);
    const put = (person: Person, allowed: unknown) => call(person, 'PUT', '/mail/filed/policy', { allowed });
    expect(failureOf(await put(team.member, false))[0]).toBe(403);
    expect(failureOf(await put(team.manager, 'no'))[0]).toBe(400);
    expect((await call(team.member, 'GET', '/mail/filed/policy')).json().data).toEqual({ allowed: true });
    expect((await put(team.manager, false)).json().data).toEqual({ allowed: false });
    expect(failureOf(await file(token))).toEqual([409, OFF]);
    expect(await linksOf([rowOf(team.owner)])).toEqual([null]);
    await put(team.manager, true);
    await put(team.manager, true);
    const told = (await call(team.owner, 'GET', '/activity?what=filing-links')).json().data;
    expect(told.map(({ what }: { what: string }) => what)).toEqual(['filing-links.allow', 'filing-links.forbid']);
    expect((await file(token)).statusCode).toBe(201);
  });
});

describe('nobody files from a mail', () => {
  test('while impersonating', async () => {
    const token = await linkOf(team.member);
    const headers = { authorization: `Bearer ${await impersonate(world, team.member)}` };
    for (const answer of [await post('/preview', { token }, headers), await post('', { token }, headers)]) {
      expect(failureOf(answer)).toEqual([403, 'Links of mails cannot be used while impersonating']);
    }
    expect((await file(token)).statusCode).toBe(201);
  });

  test('as a viewer, a stranger, an administrator, or about an item of another company', async () => {
    const { services } = world.server;
    const stranger = await addPerson(services, { company: { employeeCount: 20, state: 'Kerala' } });
    const foreign = await world.server.owner.query(
      `insert into compliance_items (id, act_id, workspace_id, title, due_date, frequency, sr_no, state)
       select gen_random_uuid(), act_id, $1, 'Own', due_date, frequency, sr_no, state
       from compliance_items where id = $2 returning id`,
      [stranger.workspaceId, world.items.one],
    );
    const rows = [team.viewer, stranger, world.people.admin].map((person) => rowOf(person));
    expect(await linksOf([...rows, rowOf(team.owner, foreign.rows[0].id)])).toEqual([null, null, null, null]);
  });

  test('in a frozen company', async () => {
    const token = await linkOf(team.member);
    await world.server.owner.query(`update memberships set frozen_from = now() where workspace_id = $1`, [
      team.owner.workspaceId,
    ]);
    expect(failureOf(await file(token))).toEqual([409, CHANGED]);
    expect(await linksOf([rowOf(team.member)])).toEqual([null]);
  });
});

test('links are made in the order of what is asked, one for an occurrence that is named twice', async () => {
  const rows = [rowOf(team.member), rowOf(team.viewer), rowOf(team.owner), rowOf(team.member)];
  const [one, none, other, same] = await linksOf(rows);
  expect([none, same, new Set([one, other]).size]).toEqual([null, one, 2]);
  expect((await preview(other ?? '')).statusCode).toBe(200);
  const { rows: kept } = await world.server.owner.query('select filing_links::text as row from filing_links');
  for (const { row } of kept) expect(row).not.toContain(one);
  expect(await linksOf([])).toEqual([]);
});
