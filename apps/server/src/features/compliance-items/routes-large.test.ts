import { connect, type Socket } from 'node:net';
import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { currentOccurrence, statusOfEntry } from '@anupalan/domain/occurrence';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addManyDays, addStatusEntry } from '../../../test/status-entries.ts';
import { listOpenSessions } from '../../identity/read-session.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { LargeHistories } from '../status-history/queries-large.ts';
import { readItems } from './queries.ts';
import { readCatalogue } from './queries-catalogue.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const TODAY = '2026-11-21';
const LONG_NOTE = 'Challan. '.repeat(222);

let server: TestApp;
let free: Person;
let premium: Person;
let busy: Person;
let items: string[];

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const { services } = server;
  free = await addPerson(services);
  premium = await addPerson(services, { role: 'premium' });
  busy = await addPerson(services, { role: 'premium' });
  await services.database.pool.query(`update workspaces set created_at = '2020-01-01'`);
  const act_id = await addAct(services);
  const item = { act_id, frequency: 'daily', due_date: '2020-01-01' } as const;
  items = await Promise.all(Array.from({ length: 60 }, () => addItem(services, item)));
  await server.owner.query(`update compliance_items set created_at = '2020-01-01'`);
});

afterAll(() => server.close());

async function read(person: Person) {
  const response = await server.call({ url: '/api/compliance/data', token: person.token });
  expect(response.statusCode).toBe(200);
  const { data } = listComplianceItems.answers[200].parse(response.json());
  return { bytes: response.rawPayload.length, data, entries: data.flatMap(({ statusHistory }) => statusHistory) };
}

const find = (data: readonly ComplianceItem[], id: string | undefined) => data.find(({ _id }) => _id === id);

describe('two thousand statuses', () => {
  beforeAll(async () => {
    const many = { items: items.slice(0, 8), until: TODAY, count: 250, note: null };
    await addManyDays(server, premium, many);
    // Triggers rest: four thousand announcements take longer than the answer.
    await server.owner.query(`
      begin;
      set local session_replication_role = replica;
      insert into status_records (workspace_id, compliance_item_id, day, id, status, created_at)
      select workspace_id, compliance_item_id, day, uuidv7(), status, now() + nth * interval '1 second'
      from status_entries, (values (1, 'not-done'), (2, 'done')) as record (nth, status);
      commit`);
  });

  test('are answered with every record', async () => {
    const whole = await read(premium);
    expect(whole.entries).toHaveLength(2_000);
    expect(whole.entries.every(({ history }) => history.length === 2)).toBe(true);
    expect(JSON.stringify(whole.data)).not.toContain('statusHistoryCut');
  });

  test('and one more are answered with the newest record of each day', async () => {
    const records = ['done', 'not-done', 'NOTE'] as const;
    await addStatusEntry(server.services, premium, { item: items[9] ?? '', day: TODAY, records });
    const cut = await read(premium);
    expect(cut.entries).toHaveLength(2_001);
    expect(cut.data.every((item) => item.statusHistoryCut === 'records')).toBe(true);
    expect(cut.entries.every(({ history }) => history.length === 1)).toBe(true);
    expect(find(cut.data, items[0])?.statusHistory[0]?.history[0]?.status).toBe('done');
    expect(find(cut.data, items[9])?.statusHistory).toMatchObject([
      { current: 'not-done', history: [{ status: 'NOTE' }] },
    ]);
  });
});

describe('who has a large answer and asks again', () => {
  const url = '/api/compliance/data';
  const day = '2026-11-20';
  const ask = (person: Person, headers: Record<string, string> = {}) =>
    server.call({ url, token: person.token, headers });
  const tagOf = async (person: Person) => String((await ask(person)).headers.etag);
  const askAgain = async (person: Person, tag: string) => {
    const { statusCode, body } = await ask(person, { 'if-none-match': tag });
    return [statusCode, body.length > 0];
  };
  const UNCHANGED = [304, false];
  const ANOTHER = [200, true];
  let owner: Person;
  let colleague: Person;

  beforeAll(async () => {
    const company = { employeeCount: 20, state: 'Goa', additionalStates: [] } as const;
    owner = await addPerson(server.services, { role: 'premium', company });
    colleague = await addPerson(server.services);
    await join(server.services, colleague, owner);
    await server.owner.query(`update workspaces set created_at = '2020-01-01'`);
    await addManyDays(server, owner, { items: items.slice(0, 9), until: TODAY, count: 250, note: null });
  });

  test('hears that it still holds, until a colleague records something', async () => {
    const tag = await tagOf(owner);
    expect(await tagOf(owner)).toBe(tag);
    expect(await askAgain(owner, tag)).toEqual(UNCHANGED);
    const [first] = items;
    const payload = { userId: colleague.userId, status: 'not-done', forDate: day };
    const patch = { method: 'PATCH', url: `/api/compliance/data/${first}/status`, payload } as const;
    expect((await server.call({ ...patch, token: colleague.token })).statusCode).toBe(200);
    expect(await askAgain(owner, tag)).toEqual(ANOTHER);
    expect(await askAgain(owner, await tagOf(owner))).toEqual(UNCHANGED);
  });

  test('hears so at no cost but the session', async () => {
    const tag = await tagOf(owner);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    expect(await askAgain(owner, tag)).toEqual(UNCHANGED);
    expect(asked).toHaveBeenCalledOnce();
    asked.mockRestore();
  });

  test.each(['identity', 'gzip', 'br'])('reads why it gets none, and no tag: %s', async (encoding) => {
    vi.spyOn(LargeHistories.prototype, 'read').mockRejectedValue(new AppError('unavailable', 'Away'));
    const headers = { 'accept-encoding': encoding };
    const response = await server.call({ url, token: owner.token, headers, expect5xx: true });
    expect([response.statusCode, response.headers.etag]).toEqual([503, undefined]);
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.json()).toEqual({ status: 'error', message: 'Away' });
  });

  test('gets what the catalogue changed', async () => {
    const tag = await tagOf(owner);
    await server.owner.query(`update compliance_items set title = 'Another' where id = $1`, [items[0]]);
    expect(await askAgain(owner, tag)).toEqual(ANOTHER);
  });

  test("has no use for a colleague's tag", async () => {
    const theirs = await tagOf(colleague);
    expect(await askAgain(colleague, theirs)).toEqual(UNCHANGED);
    expect(await askAgain(owner, theirs)).toEqual(ANOTHER);
  });
});

describe('twelve thousand statuses with long notes', () => {
  beforeAll(() => addManyDays(server, free, { items: items.slice(0, 40), until: TODAY, count: 300, note: LONG_NOTE }));

  test('are answered whole, in a bounded number of bytes', async () => {
    const { bytes, entries, data } = await read(free);
    expect(entries).toHaveLength(12_000);
    expect(bytes).toBeLessThan(10_000_000);
    // A free user may not page, and is told no totals (R-statuses-6).
    expect(data[0]).not.toHaveProperty('statusHistoryTotal');
    const [first, last] = [entries[0], entries.at(-1)].map((entry) => entry?.history[0]?.note);
    expect([first, last]).toEqual([LONG_NOTE, `${LONG_NOTE.slice(0, 100)}…`]);
  });

  test('are read only as fast as they are sent: nothing is read ahead of a slow reader', async () => {
    const { pool } = server.services.database;
    const { rows } = await pool.query('select id from sessions where user_id = $1', [free.userId]);
    const [seen] = await listOpenSessions(server.services.database, [rows[0]?.id]);
    if (!seen) throw new Error('There is no session');
    const { session } = seen;
    const today = Temporal.PlainDate.from(TODAY);
    const days = { from: today.subtract({ years: 1 }), to: today };
    const { database } = server.services;
    const asked = vi.spyOn(pool, 'query');
    const partsRead = () => asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('unnest(')).length;
    const reading = await readItems(database, readCatalogue(database.db), session, { days, today });
    if (!(Symbol.asyncIterator in reading)) throw new Error('It was not read in parts');
    expect(partsRead()).toBe(0);
    await reading.next();
    expect(partsRead()).toBe(1);
    await reading.next();
    expect(partsRead()).toBe(2);
    await reading.return(undefined);
  });

  describe('and slow readers', () => {
    const readers: Socket[] = [];

    afterEach(() => {
      for (const reader of readers) reader.destroy();
    });

    test('twenty-one of them leave the database to everybody else', async () => {
      const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
      const request = [
        'GET /api/compliance/data HTTP/1.1',
        'Host: localhost',
        `Authorization: Bearer ${free.token}`,
        'Accept-Encoding: identity',
      ].join('\r\n');
      for (let n = 0; n < 21; n++) {
        const reader = connect(Number(new URL(address).port), '127.0.0.1');
        readers.push(reader);
        reader.on('error', () => {});
        reader.write(`${request}\r\n\r\n`);
      }
      // Which of them are answered first is up to the connections to the database.
      const answered = () => readers.filter(({ readableLength }) => readableLength > 0).length;
      await expect.poll(answered, { timeout: 10_000 }).toBeGreaterThanOrEqual(5);
      const headers = { Authorization: `Bearer ${premium.token}` };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => fetch(`${address}/api/users/profile`, { headers })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(readers.filter(({ readyState }) => readyState === 'open')).toHaveLength(21);
      for (const reader of readers) reader.destroy();
      const { pool } = server.services.database;
      await expect.poll(() => pool.totalCount - pool.idleCount + pool.waitingCount, { timeout: 10_000 }).toBe(0);
    });
  });
});

test('of more than twenty thousand the days that decide are there, and the nearest of the others', async () => {
  const { services } = server;
  const [missed = '', ...others] = items;
  await addManyDays(server, busy, { items: [missed], until: TODAY, count: 366 });
  await addManyDays(server, busy, { items: others, until: TODAY, count: 366, status: 'not-done', note: null });
  await services.database.pool.query(
    `delete from status_entries where (workspace_id, compliance_item_id, day) = ($1, $2, '2026-02-10')`,
    [busy.workspaceId, missed],
  );
  const { data, entries } = await read(busy);
  expect(entries.length).toBeLessThanOrEqual(20_000);
  expect(entries.length).toBeGreaterThan(19_900);
  const item = find(data, missed);
  expect(item?.statusHistory).toHaveLength(365);
  expect(item).not.toHaveProperty('statusHistoryTotal');
  expect(item?.statusHistoryCut).toBe('records');
  const recorded = new Map(item?.statusHistory.map((entry) => [entry.date.slice(0, 10), statusOfEntry(entry)]));
  const day = currentOccurrence(
    { first: Temporal.PlainDate.from('2020-01-01'), frequency: 'daily' },
    { recorded, trackedFrom: Temporal.PlainDate.from('2020-01-01'), today: Temporal.PlainDate.from(TODAY) },
  );
  expect(`${day}`).toBe('2026-02-10');
  const other = find(data, others[0]);
  expect(other).toMatchObject({ statusHistoryTotal: 366, statusHistoryCut: 'entries' });
  expect(other?.statusHistory.length).toBeGreaterThan(300);
  expect(other?.statusHistory.at(-1)?.date).toBe(`${TODAY}T00:00:00.000Z`);
});
