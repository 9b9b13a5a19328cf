import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');

let server: TestApp;
let free: Person;
let premium: Person;
let admin: Person;
let item: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
  const { services } = server;
  free = await addPerson(services);
  premium = await addPerson(services, { role: 'premium' });
  admin = await addPerson(services, { role: 'admin' });
  item = await addItem(services, { act_id: await addAct(services) });
});

beforeEach(() => server.owner.query('truncate status_entries cascade'));

afterAll(() => server.close());

const get = (person: Person, query = '') => server.call({ url: `/api/compliance/data${query}`, token: person.token });

async function list(person: Person, query = ''): Promise<ComplianceItem[]> {
  const response = await get(person, query);
  expect(response.statusCode, response.body).toBe(200);
  return listComplianceItems.answers[200].parse(response.json()).data;
}

const days = (listed: readonly ComplianceItem[]) =>
  listed.flatMap(({ statusHistory }) => statusHistory.map(({ date }) => date.slice(0, 10)));

describe('what an entry says', () => {
  test('to premium: every record, oldest first', async () => {
    await addStatusEntry(server.services, premium, {
      item,
      day: '2026-10-15',
      records: ['not-done', 'NOTE', 'done', 'NOTE'],
    });
    const [listed] = await list(premium);
    const record = { _id: expect.any(String), updatedAt: expect.any(String), updatedBy: premium.userId };
    expect(listed?.statusHistory).toEqual([
      {
        _id: expect.any(String),
        complianceId: item,
        userId: premium.userId,
        date: '2026-10-15T00:00:00.000Z',
        current: 'done',
        history: [
          { ...record, status: 'not-done', note: 'not-done noted' },
          { ...record, status: 'NOTE', note: 'NOTE noted' },
          { ...record, status: 'done', note: 'done noted' },
          { ...record, status: 'NOTE', note: 'NOTE noted' },
        ],
        waiting: null,
        lastUpdated: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  test('to free users: the newest status only, notes are not theirs', async () => {
    const { services } = server;
    await addStatusEntry(services, free, { item, day: '2026-10-15', records: ['done', 'not-done', 'NOTE'] });
    await addStatusEntry(services, free, { item, day: '2026-11-15', records: ['NOTE'] });
    const [listed] = await list(free);
    expect(listed?.statusHistory.map(({ current, history }) => [current, history.map(({ note }) => note)])).toEqual([
      ['not-done', ['not-done noted']],
      ['pending', []],
    ]);
    expect((await get(free)).body).not.toContain('NOTE');
  });
});

test("another workspace's entries are never in the answer", async () => {
  await addStatusEntry(server.services, premium, { item, day: '2026-10-15' });
  const { body } = await get(free);
  expect(body).not.toContain(premium.userId);
  expect(days(await list(free))).toEqual([]);
});

describe('the window', () => {
  beforeEach(async () => {
    for (const day of ['2023-03-31', '2023-04-01', '2025-11-20', '2025-11-21', '2028-11-21', '2028-11-22']) {
      await addStatusEntry(server.services, premium, { item, day });
    }
  });

  test.each([
    ['', ['2025-11-21', '2028-11-21']],
    ['?from=2025-11-20&to=2028-11-20', ['2025-11-20', '2025-11-21']],
    ['?from=2023-04-01', ['2023-04-01', '2025-11-20', '2025-11-21']],
    ['?to=2026-03-31T10:00:00Z', ['2023-03-31', '2023-04-01', '2025-11-20', '2025-11-21']],
    ['?from=2028-11-22&to=2028-11-22', ['2028-11-22']],
  ])('of %j covers %j', async (query, expected) => {
    expect(days(await list(premium, query))).toEqual(expected);
  });

  test.each([
    ['?from=2023-04-01&to=2026-04-02', { to: 'Please choose at most 3 years' }],
    ['?from=2026-04-02&to=2026-04-01', { to: 'The last day must not be before the first' }],
    ['?from=2026-02-30', { from: 'Invalid date format' }],
    ['?from=2026-02-28&to=31/12/2026', { to: 'Invalid date format' }],
    ['?from=', { from: 'Invalid date format' }],
  ])('of %j is refused', async (query, errors) => {
    const response = await get(premium, query);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ status: 'error', message: Object.values(errors)[0], errors });
  });
});

describe('naming a user', () => {
  test("one's own name changes nothing", async () => {
    await addStatusEntry(server.services, free, { item, day: '2026-10-15' });
    expect(days(await list(free, `?userId=${free.userId}`))).toEqual(['2026-10-15']);
  });

  test.each(['free', 'premium'])("%s: another's is refused", async (who) => {
    const [person, other] = who === 'free' ? [free, premium] : [premium, free];
    const response = await get(person, `?userId=${other.userId}`);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ status: 'error', message: 'You can only act for yourself' });
  });

  test("an administrator gets that user's own view", async () => {
    const { services } = server;
    await addStatusEntry(services, free, { item, day: '2026-10-15', records: ['done', 'not-done'] });
    await addStatusEntry(services, premium, { item, day: '2026-10-16' });
    const [listed] = await list(admin, `?userId=${free.userId}`);
    expect(listed).toMatchObject({ userId: free.userId, statusHistory: [{ history: [{ status: 'not-done' }] }] });
    expect(listed).not.toHaveProperty('statusHistoryTotal');
    expect(listed?.statusHistory).toHaveLength(1);
  });

  test.each(['0199f000-0000-7000-8000-000000000000', 'nobody'])('an administrator asks in vain for %s', async (id) => {
    const response = await get(admin, `?userId=${id}`);
    expect([response.statusCode, response.json().message]).toEqual([404, 'User not found']);
  });
});

describe('an administrator', () => {
  /** Adds one entry a day of an item; the earlier the day, the longer ago it was recorded. */
  async function addMany(person: Person, itemId: string, count: number): Promise<void> {
    await server.services.database.pool.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, updated_at)
       select $1, $2, date '2026-11-21' - n, gen_random_uuid(), $3, 'done', now() - n * interval '1 day'
       from generate_series(1, $4::int) n`,
      [person.workspaceId, itemId, person.userId, count],
    );
  }

  test("gets everybody's entries, at most the newest 100 of an item, and how many there are", async () => {
    await addMany(free, item, 90);
    await addMany(premium, item, 20);
    await addStatusEntry(server.services, premium, { item, day: '2020-01-01' });
    const response = await get(admin);
    const [listed] = response.json().data;
    expect(listed.statusHistoryTotal).toBe(111);
    expect(listed.statusHistory).toHaveLength(100);
    const ofFree = listed.statusHistory.filter(({ userId }: { userId: string }) => userId === free.userId);
    // The newest 20 of each user are equally new, then come the older ones.
    expect(ofFree).toHaveLength(80);
    expect(ofFree[0].date).toBe('2026-09-02T00:00:00.000Z');
  });

  test("has their own workspace's entries among them however old they are", async () => {
    await addMany(premium, item, 100);
    await addStatusEntry(server.services, admin, { item, day: '2025-12-15' });
    await server.services.database.pool.query(
      `update status_entries set updated_at = '2020-01-01' where workspace_id = $1`,
      [admin.workspaceId],
    );
    const { statusHistory } = (await get(admin)).json().data[0];
    expect(statusHistory).toHaveLength(100);
    expect(statusHistory.filter(({ userId }: { userId: string }) => userId === admin.userId)).toHaveLength(1);
  });

  test('is told whose entries they are, unless that was erased; nobody else is told names', async () => {
    await addStatusEntry(server.services, premium, { item, day: '2026-10-15' });
    const read = async (viewer: Person) => (await get(viewer)).json().data[0].statusHistory;
    const named = { isOwn: false, userName: 'Asha Rao', history: [{ updatedByName: 'Asha Rao' }] };
    expect(await read(admin)).toMatchObject([named]);
    expect(JSON.stringify(await read(premium))).not.toMatch(/isOwn|Name/);
    await server.services.database.pool.query('update status_entries set user_id = null');
    expect((await read(admin))[0]).not.toHaveProperty('userName');
  });

  test('gets 5,000 in all', async () => {
    const { services } = server;
    const act_id = await addAct(services, { name: 'Much Act' });
    for (let n = 0; n < 51; n++) await addMany(premium, await addItem(services, { act_id }), 99);
    const { data } = (await get(admin)).json();
    const histories = data.map(({ statusHistory }: ComplianceItem) => statusHistory);
    expect(histories.flat()).toHaveLength(5_000);
    await server.owner.query('delete from compliance_items where act_id = $1', [act_id]);
  });
});

test('an unchanged answer is 304, until something is recorded', async () => {
  const first = await get(premium);
  const conditional = {
    url: '/api/compliance/data',
    token: premium.token,
    headers: { 'if-none-match': String(first.headers.etag) },
  };
  const second = await server.call(conditional);
  expect([second.statusCode, second.body]).toEqual([304, '']);
  await addStatusEntry(server.services, premium, { item, day: '2026-10-15' });
  expect((await server.call(conditional)).statusCode).toBe(200);
});
