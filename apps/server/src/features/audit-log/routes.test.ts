import { exportAuditLog, listAuditLog } from '@anupalan/contract/audit-log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { beginSession } from '../../identity/sessions.ts';

/** The origin of what nobody called. */
const NOWHERE = { sessionId: null, requestId: null, address: null };

let server: TestApp;
let admin: Person;
let person: Person;

/** Three acts of November 2026: of the person, of the administrator in the person's name, and of a stranger. */
beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
  person = await addPerson(server.services);
  const { db, pool } = server.services.database;
  await pool.query(`update users set first_name = '=HYPERLINK("x")', last_name = 'Rao' where id = $1`, [person.userId]);
  await recordAudit(db, asAuthor(person.userId), { noun: 'auth', verb: 'sign-in', id: person.userId });
  await recordAudit(
    db,
    { userId: person.userId, impersonatorId: admin.userId },
    { noun: 'reminders', verb: 'delete', id: UNKNOWN_ID, details: { complianceId: UNKNOWN_ID } },
  );
  await recordAudit(db, null, { noun: 'auth', verb: 'fail-sign-in', id: null, details: { reason: 'unknown-email' } });
  await server.owner.query(`
    alter table audit_log disable trigger user;
    update audit_log set at = '2026-11-01T23:59:59.999Z' where action = 'auth.sign-in';
    update audit_log set at = '2026-11-02T00:00:00Z' where action = 'reminders.delete';
    update audit_log set at = '2026-11-03T12:00:00Z' where action = 'auth.fail-sign-in';
    alter table audit_log enable trigger user`);
});

afterAll(() => server.close());

async function list(query = '') {
  const response = await server.call({ url: `/api/audit-log${query}`, token: admin.token });
  expect(response.statusCode).toBe(200);
  const { data } = listAuditLog.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', data });
  return { actions: data.entries.map(({ action }) => action), ...data };
}

describe.each(['/api/audit-log', '/api/audit-log/export'])('%s', (url) => {
  test('is for administrators in person', async () => {
    const { db } = server.services.database;
    const premium = await addPerson(server.services, { role: 'premium' });
    const acting = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
    expectFailure(await server.call({ url }), 401, 'Please sign in to continue');
    for (const token of [person.token, premium.token, acting]) {
      expectFailure(await server.call({ url, token }), 403, 'Only administrators can do this');
    }
  });

  test.each([
    ['actor=me', { actor: 'Actor must be an id' }],
    ['subject=it', { subject: 'Subject must be an id' }],
    ['from=30/11/2026', { from: 'Invalid date format' }],
    ['to=2026-02-30', { to: 'Invalid date format' }],
    ['from=2026-11-02&to=2026-11-01', { to: 'The last day must not be before the first' }],
  ])('%s is refused', async (query, errors) => {
    const response = await server.call({ url: `${url}?${query}`, token: admin.token });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual(errors);
  });
});

test('an entry says who did what to whom and when, with the names of today', async () => {
  const { entries, pagination } = await list('?to=2026-11-02');
  const somebody = { _id: person.userId, name: '=HYPERLINK("x") Rao' };
  expect(entries).toEqual([
    {
      _id: expect.any(String),
      at: '2026-11-02T00:00:00.000Z',
      actor: somebody,
      impersonator: { _id: admin.userId, name: 'Asha Rao' },
      action: 'reminders.delete',
      noun: 'reminders',
      subject: { _id: UNKNOWN_ID, name: null },
      details: { complianceId: UNKNOWN_ID },
      ...NOWHERE,
    },
    {
      _id: expect.any(String),
      at: '2026-11-01T23:59:59.999Z',
      actor: somebody,
      impersonator: null,
      action: 'auth.sign-in',
      noun: 'auth',
      subject: somebody,
      details: {},
      ...NOWHERE,
    },
  ]);
  expect(pagination).toEqual({ page: 1, limit: 20, total: 2, pages: 1 });
});

test.each([
  ['noun=auth', ['auth.fail-sign-in', 'auth.sign-in']],
  ['action=auth.sign-in', ['auth.sign-in']],
  ['from=2026-11-02&to=2026-11-02', ['reminders.delete']],
  ['from=2026-11-02', ['auth.fail-sign-in', 'reminders.delete']],
  ['to=2026-11-01', ['auth.sign-in']],
  ['noun=auth&from=2026-11-02', ['auth.fail-sign-in']],
  ['noun=nothing', []],
  [`subject=${UNKNOWN_ID}`, ['reminders.delete']],
  [`actor=${UNKNOWN_ID}`, []],
  ['actor=&noun=&action=&from=&to=2026-11-01', ['auth.sign-in']],
])('%s', async (query, actions) => {
  expect((await list(`?${query}${query.includes('to=') ? '' : '&to=2026-11-30'}`)).actions).toEqual(actions);
});

test('an actor is found in their own name and behind another', async () => {
  expect((await list(`?to=2026-11-30&actor=${person.userId}`)).actions).toEqual(['reminders.delete', 'auth.sign-in']);
  expect((await list(`?to=2026-11-30&actor=${admin.userId}`)).actions).toEqual(['reminders.delete']);
});

test('the people that the entries are narrowed to are named, also without entries', async () => {
  const { entries, people } = await list(`?noun=acts&actor=${admin.userId}&subject=${UNKNOWN_ID}`);
  expect(entries).toEqual([]);
  expect(people).toEqual({ actor: { _id: admin.userId, name: 'Asha Rao' }, subject: { _id: UNKNOWN_ID, name: null } });
  expect((await list()).people).toEqual({ actor: null, subject: null });
});

test('pages follow each other', async () => {
  const pages = [await list('?to=2026-11-30&limit=2'), await list('?to=2026-11-30&limit=2&page=2')];
  expect(pages.map(({ actions }) => actions)).toEqual([['auth.fail-sign-in', 'reminders.delete'], ['auth.sign-in']]);
  expect(pages[1]?.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 });
});

test('a log with more entries than are counted says that there are more', async () => {
  const { pool } = server.services.database;
  await pool.query(`insert into audit_log (id, at, action, subject_kind)
    select uuidv7(), '2020-01-01'::timestamptz + n * interval '1 second', 'tested.much', 'tested'
    from generate_series(1, 10001) n`);
  const { pagination } = await list('?noun=tested&limit=100&page=100');
  expect(pagination).toEqual({ page: 100, limit: 100, total: 10_000, pages: 100, more: true });
  expect((await list('?noun=tested&limit=100&page=101')).entries).toEqual([]);
});

test('the export is a spreadsheet that runs nothing, and is on record itself', async () => {
  const response = await server.call({
    url: '/api/audit-log/export?to=2026-11-02&from=2026-11-01',
    token: admin.token,
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit-log.csv"',
  });
  const somebody = `${person.userId},"'=HYPERLINK(""x"") Rao"`;
  expect(exportAuditLog.answers[200].parse(response.body).split('\r\n')).toEqual([
    '\uFEFFat,actorId,actorName,impersonatorId,impersonatorName,action,subjectId,subjectName,details,sessionId,requestId,address',
    `2026-11-02T00:00:00.000Z,${somebody},${admin.userId},Asha Rao,reminders.delete,${UNKNOWN_ID},,"{""complianceId"":""${UNKNOWN_ID}""}",,,`,
    `2026-11-01T23:59:59.999Z,${somebody},,,auth.sign-in,${somebody},{},,,`,
    '',
  ]);
  const { entries } = await list('?noun=audit-log');
  expect(entries).toMatchObject([
    {
      action: 'audit-log.export',
      actor: { _id: admin.userId },
      subject: null,
      details: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' },
    },
  ]);
});

test('an export of more than it reads at a time has every entry once', async () => {
  const response = await server.call({ url: '/api/audit-log/export?noun=tested', token: admin.token });
  const times = response.body
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(0, 24));
  expect(times).toHaveLength(10_001);
  expect(new Set(times).size).toBe(10_001);
  expect(times.toSorted().reverse()).toEqual(times);
});

test('an empty export has its header', async () => {
  const response = await server.call({ url: '/api/audit-log/export?noun=nothing', token: admin.token });
  expect(response.body).toMatch(/^\uFEFFat,actorId,.*,details,sessionId,requestId,address\r\n$/);
});
