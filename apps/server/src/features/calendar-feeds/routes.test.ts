import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';
import {
  act,
  beginWithConsultant,
  clients,
  consultant,
  monthly,
  server,
  yearly,
} from '../clients/consultant.fixture.ts';
import { entriesOf, makeFeed, readFeed } from './calendar.fixture.ts';
import { parseCalendar } from './parse-calendar.fixture.ts';

beginWithConsultant();
afterEach(() => vi.restoreAllMocks());

const calls = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object, who: Partial<Person> = consultant) =>
  server.call({
    ...{ method, url: `/api/calendar-feeds${path}` },
    ...(who.token && { token: who.token }),
    ...(payload && { payload }),
  });

const december = async (url: string) =>
  (await entriesOf(server, url)).filter(({ day }) => day.startsWith('2026-12')).map(({ title }) => title);

function clientAt(index: number): Person {
  const client = clients[index];
  if (!client) throw new Error('There is no such client');
  return client;
}

describe('addresses', () => {
  test('are told once, listed without them, and deleted', async () => {
    const made = await calls('POST', '', { kind: 'company' });
    const { address, ...feed } = made.json().data;
    expect([made.statusCode, address]).toEqual([201, expect.stringMatching(/\/api\/feeds\/[\w-]{43}\.ics$/)]);
    expect(feed).toEqual({
      ...{ _id: feed._id, kind: 'company', companyId: await companyOf(server.services, consultant) },
      ...{ companyName: 'Rao & Sons', createdAt: expect.any(String), readAt: null },
    });
    const url = new URL(address).pathname;
    expect((await readFeed(server, url)).statusCode).toBe(200);
    const listed = (await calls('GET')).json().data;
    expect(listed).toEqual([{ ...feed, readAt: expect.any(String) }]);
    expect((await calls('DELETE', `/${feed._id}`)).json()).toEqual({
      ...{ status: 'success', message: 'Calendar address deleted' },
    });
    expect(failureOf(await readFeed(server, url))).toEqual([404, GONE]);
    expect((await calls('GET')).json().data).toEqual([]);
  });

  test('are kept as a digest only', async () => {
    const url = await makeFeed(server, consultant, 'person');
    const { rows } = await server.owner.query('select calendar_feeds::text as row from calendar_feeds');
    for (const { row } of rows) expect(row).not.toContain(/feeds\/([\w-]+)\.ics/.exec(url)?.[1]);
  });

  test('are at most 20 a person', async () => {
    const all = Array.from({ length: 22 }, () => calls('POST', '', { kind: 'person' }));
    const answers = (await Promise.all(all)).map(({ statusCode }) => statusCode);
    expect(answers.filter((code) => code === 201)).toHaveLength(20);
    expect(failureOf(await calls('POST', '', { kind: 'person' }))).toEqual([
      409,
      'You can have at most 20 calendar addresses. Please delete one first.',
    ]);
  });

  test.each([
    ['GET', '', undefined, {}, 401, 'Please sign in to continue'],
    ['POST', '', { kind: 'everything' }, undefined, 400, 'Please choose what the calendar shows'],
    ['POST', '', {}, undefined, 400, 'Please choose what the calendar shows'],
    ['DELETE', `/${UNKNOWN_ID}`, undefined, undefined, 404, 'There is no calendar at this address. It may have been'],
  ] as const)('%s %s with %s is refused', async (method, path, payload, who, status, message) => {
    const [code, words] = failureOf(await calls(method, path, payload, who));
    expect([code, words]).toEqual([status, expect.stringContaining(message)]);
  });

  test('are made with a fresh sign-in', async () => {
    const { userId } = consultant;
    const sign = (when: string) =>
      server.owner.query(`update sessions set authenticated_at = ${when} where user_id = $1`, [userId]);
    await sign(`now() - interval '1 hour'`);
    expect((await calls('POST', '', { kind: 'person' })).json().errors).toHaveProperty('reauthenticate');
    expect((await calls('GET')).json().data).toEqual([]);
    await sign('now()');
  });

  test('of others are not there', async () => {
    const { _id } = (await calls('POST', '', { kind: 'person' })).json().data;
    expect(failureOf(await calls('DELETE', `/${_id}`, undefined, clientAt(0)))[0]).toBe(404);
    expect((await calls('GET')).json().data).toHaveLength(1);
  });

  test.each(['/api/feeds/x.ics', `/api/feeds/${'a'.repeat(43)}.ics`, '/api/feeds/none'])(
    '%s is nobody’s',
    async (url) => {
      expect(failureOf(await readFeed(server, url))).toEqual([404, GONE]);
    },
  );

  test('that nobody has are asked for by a caller some times a minute', async () => {
    const url = await makeFeed(server, consultant, 'person');
    const from = (address: string) => server.call({ url: address, remoteAddress: '203.0.113.9' });
    for (let tries = 0; tries < 30; tries++) await from(`/api/feeds/${tries}.ics`);
    expect(failureOf(await from('/api/feeds/x.ics'))).toEqual([429, TOO_OFTEN]);
    // A provider's machine that many ask through reads on what somebody has.
    expect((await from(url)).statusCode).toBe(200);
  });

  test('are read so often an hour, each for itself', async () => {
    const [one, other] = [await makeFeed(server, consultant, 'person'), await makeFeed(server, consultant, 'company')];
    const read = async (url: string) => (await readFeed(server, url)).statusCode;
    const codes = new Set<number>();
    for (let reads = 0; reads < 120; reads++) codes.add(await read(one));
    expect([codes, await read(one), await read(other)]).toEqual([new Set([200]), 429, 200]);
  });
});

const GONE = 'There is no calendar at this address. It may have been deleted.';
const TOO_OFTEN = 'This calendar was read too often. Please try again later.';

describe('a calendar', () => {
  test('has all-day entries on the legal days of half a year and a year ahead, with status, act, link and alarms', async () => {
    const client = clientAt(0);
    const company = await companyOf(server.services, client);
    const url = await makeFeed(server, client, 'company');
    await addStatusEntry(server.services, client, { item: monthly, day: '2026-11-15' });
    const entries = await entriesOf(server, url);
    expect(entries.map(({ day }) => day).filter((day) => day.endsWith('-15'))).toHaveLength(18);
    const entryOn = (day: string) => entries.find((entry) => entry.day === day);
    expect(entryOn('2026-12-15')).toEqual({
      ...{ uid: expect.stringMatching(/^2026-12-15\.[\w-]{22}@anupalan$/), day: '2026-12-15', isAllDay: true },
      ...{ title: 'Pending · ECR', description: 'Provident Fund Act' },
      url: `${server.services.config.publicUrl}/dashboard?company=${company}&item=${monthly}&on=2026-12-15`,
      ...{ sequence: expect.any(Number), changed: expect.any(String) },
      alarms: ['-P6DT15H', '-P2DT15H', '-PT15H'],
      rings: ['2026-12-08T09:00:00', '2026-12-12T09:00:00', '2026-12-14T09:00:00'],
    });
    expect(entryOn('2026-11-15')).toMatchObject({ title: 'Done · ECR', alarms: [] });
    expect(entryOn('2026-10-15')).toMatchObject({ title: 'Not Done · ECR' });
    // What is far ahead is not reminded of yet.
    expect(entryOn('2027-02-15')).toMatchObject({ title: 'Pending · ECR', alarms: [] });
  });

  test.each<[string, number[], readonly string[]]>([
    // 15 December 2026 is a Tuesday, so that it is its own safe day.
    ['2026-12-15', [0], ['2026-12-15T09:00:00']],
    ['2026-12-31', [0, 1], ['2026-12-30T09:00:00', '2026-12-31T09:00:00']],
    ['2026-11-23', [7, 1, 0], ['2026-11-23T09:00:00']],
  ])('reminds at nine of the reminder day: due %s, %j', async (day, reminder_days, rings) => {
    const client = clientAt(0);
    const own = { act_id: act, workspace_id: client.workspaceId, title: 'Ours', due_date: day, reminder_days };
    await addItem(server.services, { ...own, frequency: 'once' });
    const entries = await entriesOf(server, await makeFeed(server, client, 'company'));
    expect(entries.find(({ title }) => title.endsWith('Ours'))).toMatchObject({ day, rings });
  });

  test('reminds by the company’s own day', async () => {
    const client = clientAt(0);
    const set = `insert into company_days (workspace_id, compliance_item_id, day, company_day, set_by)
      values ($1, $2, '2026-12-15', '2026-12-10', $3)`;
    await server.owner.query(set, [client.workspaceId, monthly, client.userId]);
    const entries = await entriesOf(server, await makeFeed(server, client, 'company'));
    expect(entries.find(({ day }) => day === '2026-12-15')).toMatchObject({
      ...{ description: 'Provident Fund Act\nBe done by 10/12/2026, as your company set.' },
      alarms: ['-P11DT15H', '-P7DT15H', '-P5DT15H'],
    });
  });

  test('is told as one, for an hour, of which lines are folded and texts escaped', async () => {
    const client = clientAt(0);
    const title = `Wages, bonus; "arrears" \\ ${'वेतन का भुगतान '.repeat(8)}`.trim();
    await addItem(server.services, { act_id: act, workspace_id: client.workspaceId, title, due_date: '2026-12-01' });
    const response = await readFeed(server, await makeFeed(server, client, 'company'));
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(response.body).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n');
    expect(response.body).toContain('DTSTART;VALUE=DATE:20261201\r\nDTEND;VALUE=DATE:20261202\r\n');
    const lines = response.body.split('\r\n');
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(response.body.replaceAll('\r\n', '')).not.toContain('\n');
    expect(parseCalendar(response.body).map((entry) => entry.title)).toContain(`Pending · ${title}`);
    const uids = parseCalendar(response.body).map(({ uid }) => uid);
    expect(new Set(uids).size).toBe(uids.length);
  });

  test('of a person is empty without work, and still one', async () => {
    const stranger = await addPerson(server.services);
    expect(await entriesOf(server, await makeFeed(server, stranger, 'person'))).toEqual([]);
  });

  test('is one for several companies, each with its name', async () => {
    for (const client of clients) await server.owner.query(ASSIGN, [client.workspaceId, monthly, consultant.userId]);
    const url = await makeFeed(server, consultant, 'person');
    expect(await december(url)).toEqual(Array(3).fill('Pending · ECR · Rao & Sons'));
    expect((await entriesOf(server, url)).filter(({ title }) => title.includes('Return'))).toHaveLength(1);
  });

  test('moves its entry with an extension, and back', async () => {
    const client = clientAt(0);
    const url = await makeFeed(server, client, 'company');
    const entry = async () =>
      (await entriesOf(server, url)).find(({ url: link }) => link.includes(`item=${yearly}&on=2026-11-25`));
    const before = await entry();
    const publish = `insert into extensions
        (id, compliance_item_id, day, new_day, authority, link, published_by, published_at)
      values (gen_random_uuid(), $1, '2026-11-25', '2026-12-31', 'EPFO', 'https://example.in/e', $2, now() + interval '1 hour')
      returning id`;
    const { rows } = await server.owner.query(publish, [yearly, client.userId]);
    const moved = await entry();
    expect(moved).toMatchObject({
      ...{ day: '2026-12-31', uid: before?.uid },
      description: 'Provident Fund Act\nMoved from 25/11/2026.\nEPFO (https://example.in/e)',
    });
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN);
    expect(moved?.changed).not.toBe(before?.changed);
    const takeBack = `update extensions set taken_back_by = $2, taken_back_at = now() + interval '2 hours' where id = $1`;
    await server.owner.query(takeBack, [rows[0].id, client.userId]);
    const back = await entry();
    expect(back).toMatchObject({ day: '2026-11-25', uid: before?.uid });
    expect(back?.sequence).toBeGreaterThan(moved?.sequence ?? Number.NaN);
  });
});

const ASSIGN = `insert into assignments (workspace_id, compliance_item_id, responsible_id) values ($1, $2, $3)`;

describe('whoever has a calendar as it is', () => {
  test('is told so until something changes, by one statement', async () => {
    const client = clientAt(0);
    const url = await makeFeed(server, client, 'company');
    const first = await readFeed(server, url);
    const tag = String(first.headers.etag);
    expect([tag, first.headers['cache-control']]).toEqual([expect.stringMatching(/^W\/"/), 'private, no-cache']);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const unchanged = await readFeed(server, url, { 'if-none-match': tag });
    expect([unchanged.statusCode, unchanged.body, unchanged.headers.etag]).toEqual([304, '', tag]);
    expect(asked.mock.calls).toHaveLength(1);
    asked.mockClear();
    const again = await readFeed(server, url);
    expect([again.statusCode, again.body === first.body, asked.mock.calls.length]).toEqual([200, true, 1]);
    await addStatusEntry(server.services, client, { item: monthly, day: '2026-12-15' });
    const changed = await readFeed(server, url, { 'if-none-match': tag });
    expect([changed.statusCode, changed.headers.etag === tag]).toEqual([200, false]);
    expect(await december(url)).toEqual(['Done · ECR']);
  });

  test('asks by HEAD as well, and in the encoding that it reads', async () => {
    const url = await makeFeed(server, clientAt(0), 'company');
    const plain = await readFeed(server, url);
    const head = await server.call({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag]);
    const zipped = await readFeed(server, url, { 'accept-encoding': 'gzip' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  });
});
