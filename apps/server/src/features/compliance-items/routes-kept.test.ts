import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { buildApp } from '../../app.ts';
import { beginSession } from '../../identity/sessions.ts';
import { openDatabase } from '../../platform/postgres/database.ts';
import { DatabaseListener } from '../../platform/postgres/database-listener.ts';

const URL_OF_LIST = '/api/compliance/data';
const DAY = '2026-11-20';

let server: TestApp;
let today = DAY;
let item: string;
let person: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from(`${today}T09:00:00Z`) });
  const { services } = server;
  const field = await addField(services, { name: 'Form', position: 1 });
  item = await addItem(services, { act_id: await addAct(services) }, { [field]: 'Form 5' });
});

beforeEach(async () => {
  today = DAY;
  const company = { employeeCount: 20, state: 'Goa', additionalStates: ['Kerala'] } as const;
  person = await addPerson(server.services, { role: 'premium', company });
  await addStatusEntry(server.services, person, { item, day: DAY });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => server.close());

type App = Pick<TestApp, 'call'>;

const ask = (token = person.token, { query = '', headers = {}, app = server }: Asked = {}) =>
  app.call({ url: `${URL_OF_LIST}${query}`, token, headers });

interface Asked {
  query?: string;
  headers?: Record<string, string>;
  app?: App;
}

/** The texts of the statements that are run meanwhile, of every connection. */
async function spyStatements(work: () => Promise<unknown>): Promise<string[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = asked.mock.calls.map(([query]: readonly unknown[]) =>
    typeof query === 'object' && query && 'text' in query ? String(query.text) : String(query),
  );
  asked.mockRestore();
  return texts;
}

const statementsOf = async (work: () => Promise<unknown>) => (await spyStatements(work)).length;

/** Another instance on the same database, which hears no announcement. */
async function startDeaf() {
  const url = String(server.services.database.pool.options.connectionString);
  const database = openDatabase(url, () => {});
  const app = await buildApp({ ...server.services, database, listener: new DatabaseListener(url, () => {}) });
  return {
    call: async ({ token, ...options }: Parameters<TestApp['call']>[0]) =>
      app.inject({ ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await database.close();
    },
  };
}

const record = (status: string, { token, userId }: Person, app: App = server) =>
  app.call({
    method: 'PATCH',
    url: `${URL_OF_LIST}/${item}/status`,
    token,
    payload: { userId, status, forDate: DAY },
  });

const currentIn = (response: { json: () => unknown }) =>
  listComplianceItems.answers[200].parse(response.json()).data[0]?.statusHistory[0]?.current;

describe('a second reading', () => {
  test('costs the one statement of the session', async () => {
    const first = await ask();
    let second = first;
    expect(await statementsOf(async () => (second = await ask()))).toBe(1);
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      etag: first.headers.etag,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'x-company, accept-encoding',
    });
  });

  test('comes compressed to who reads that, with the same tag', async () => {
    const plain = await ask();
    const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
    for (const statements of [expect.any(Number), 1]) {
      let response = plain;
      expect(await statementsOf(async () => (response = await ask(person.token, { headers })))).toEqual(statements);
      expect(response.headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers.etag });
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
      expect(brotliDecompressSync(response.rawPayload).toString()).toBe(plain.body);
    }
  });

  test.each([
    ['the tag', (tag: string) => tag],
    ['a strong one among others', (tag: string) => `"x", ${tag.slice(2)}`],
  ])('is 304 to who has it: by %s', async (_, naming) => {
    const { headers } = await ask();
    const tag = String(headers.etag);
    let response = await ask();
    const asking = async () => (response = await ask(person.token, { headers: { 'if-none-match': naming(tag) } }));
    expect(await statementsOf(asking)).toBe(1);
    expect([response.statusCode, response.body, response.headers.etag]).toEqual([304, '', tag]);
    await record('not-done', person);
    expect((await asking()).statusCode).toBe(200);
  });

  test('comes by gzip to who reads nothing better', async () => {
    const { body, headers } = await ask();
    const response = await ask(person.token, { headers: { 'accept-encoding': 'gzip' } });
    const named = { 'content-encoding': 'gzip', vary: 'x-company, accept-encoding', etag: headers.etag };
    expect(response.headers).toMatchObject(named);
    expect(gunzipSync(response.rawPayload).toString()).toBe(body);
  });

  test('has the same tag from every instance', async () => {
    await using other = await startDeaf();
    const [one, two] = [await ask(), await ask(person.token, { app: other })];
    expect([two.headers.etag, two.body]).toEqual([one.headers.etag, one.body]);
  });
});

describe('what an answer follows from', () => {
  /** Statements of one more reading: one when it was kept. */
  const again = (asked: Asked = {}, token = person.token) => statementsOf(() => ask(token, asked));

  test('the day', async () => {
    await ask();
    today = '2026-11-21';
    expect(await again()).toBeGreaterThan(1);
    expect(await again()).toBe(1);
  });

  test('the window', async () => {
    const window = '?from=2026-11-21&to=2026-11-30';
    expect(currentIn(await ask())).toBe('done');
    expect(currentIn(await ask(person.token, { query: window }))).toBeUndefined();
    expect(await again({ query: window })).toBe(1);
    expect(currentIn(await ask())).toBe('done');
  });

  test('the role, at once', async () => {
    const list = async () => listComplianceItems.answers[200].parse((await ask()).json()).data;
    await addItem(server.services, { act_id: await addAct(server.services), access_level: 'premium' }, {});
    const locks = async () => JSON.stringify(await list()).includes('"locked":true');
    expect(await locks()).toBe(false);
    await server.owner.query(`update users set role = 'user' where id = $1`, [person.userId]);
    expect(await locks()).toBe(true);
    await server.owner.query(`update users set role = 'premium' where id = $1`, [person.userId]);
    expect(await locks()).toBe(false);
  });

  test('who asks: colleagues have answers of their own, and neither gets that of the other', async () => {
    const colleague = await addPerson(server.services);
    await join(server.services, colleague, person);
    const [own, theirs] = [await ask(), await ask(colleague.token)];
    const viewers = [own, theirs].map((response) => response.json().data[0].userId);
    expect(viewers).toEqual([person.userId, colleague.userId]);
    expect(await again({}, colleague.token)).toBe(1);
    await record('not-done', colleague);
    expect([currentIn(await ask()), currentIn(await ask(colleague.token))]).toEqual(['not-done', 'not-done']);
  });

  test('an administrator in their name, who has an answer apart', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: 'test', impersonatorId: admin.userId });
    await ask();
    expect(await again({}, token)).toBeGreaterThan(1);
    expect((await ask(token)).body).toBe((await ask()).body);
  });

  test("nothing of an administrator's is kept, nor of whom they name", async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    const query = `?userId=${person.userId}`;
    for (const asked of [{}, { query }]) {
      await ask(admin.token, asked);
      expect(await again(asked, admin.token)).toBeGreaterThan(1);
    }
    // Naming oneself is asking for one's own.
    await ask();
    expect(await again({ query })).toBe(1);
  });

  test('the session: who is suspended gets nothing that was kept', async () => {
    await ask();
    await server.owner.query(`update users set status = 'suspended' where id = $1`, [person.userId]);
    expect((await ask()).statusCode).toBe(401);
  });
});

describe('another instance that hears no announcement', () => {
  test('answers what was changed here, and the other way round', async () => {
    await using other = await startDeaf();
    const both = async () => [currentIn(await ask()), currentIn(await ask(person.token, { app: other }))];
    expect(await both()).toEqual(['done', 'done']);
    expect((await record('not-done', person)).statusCode).toBe(200);
    expect(await both()).toEqual(['not-done', 'not-done']);
    expect((await record('done', person, other)).statusCode).toBe(200);
    expect(await both()).toEqual(['done', 'done']);
  });

  test('answers the catalogue as it is', async () => {
    await using other = await startDeaf();
    const title = async () => (await ask(person.token, { app: other })).json().data[0].title;
    await title();
    for (const next of ['One', 'Two']) {
      await server.owner.query('update compliance_items set title = $1 where id = $2', [next, item]);
      expect(await title()).toBe(next);
    }
  });
});
