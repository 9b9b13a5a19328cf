import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, companyOf, type Person } from '../../../../test/people.ts';
import { addStatusEntry } from '../../../../test/status-entries.ts';
import { openDatabase } from '../../../platform/postgres/database.ts';
import { EVENTS_AT_ONCE } from './commands.ts';
import { isWrittenIn, sealMissed, sealRound } from './commands-rounds.ts';
import { createSealJobs } from './jobs.ts';
import { pickingEvents } from './queries-events.ts';
import { listLateSeals } from './queries-seals.ts';

let server: TestApp;
let item: string;
let owner: Person;

beforeAll(async () => {
  server = await startTestApp();
  item = await addItem(server.services, { act_id: await addAct(server.services) });
  await seal();
});

beforeEach(async () => {
  owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
});

afterAll(() => server.close());

const seal = (isOver?: () => boolean) => sealRound(server.services.database.db, isOver);

const ADD = `insert into activity (workspace_id, id, by, what, about) values ($1, $2, $3, 'facts.answer', '{}')`;

const fact = () => [owner.workspaceId, randomUUIDv7(), owner.userId];

/** Adds many events as they were before there were seals: without the number of a transaction. */
async function addOld(count: number): Promise<void> {
  await server.owner.query(
    `insert into activity (workspace_id, id, by, what, about, written_in)
     select $1, uuidv7(), $2, 'facts.answer', '{}', null from generate_series(1, $3)`,
    [owner.workspaceId, owner.userId, count],
  );
}

async function sealed(): Promise<{ seal: number; position: number; event_id: string }[]> {
  const { rows } = await server.owner.query(
    'select seal, position, event_id from sealed_events where workspace_id = $1 order by seal, position',
    [owner.workspaceId],
  );
  return rows;
}

const sweepAgain = () => server.owner.query(`update sealing set cluster = 'another'`);

test('what commits late is sealed later and never missed, and holds up nobody', async () => {
  const [slow, quick] = await Promise.all([server.owner.connect(), server.owner.connect()]);
  try {
    const [early, late] = [fact(), fact()];
    await slow.query('begin');
    await slow.query(ADD, early);
    await quick.query(ADD, late);
    await seal();
    expect((await sealed()).map(({ event_id }) => event_id)).toEqual([late[1]]);
    await quick.query(ADD, fact());
    await seal();
    expect(await sealed()).toHaveLength(2);
    await slow.query('commit');
    await seal();
    expect((await sealed()).at(-1)).toEqual({ seal: 3, position: 0, event_id: early[1] });
  } finally {
    slow.release();
    quick.release();
  }
});

test('what no round finds is found by the nightly search, sealed, and said to be late; nothing else is', async () => {
  const { db } = server.services.database;
  const late = async () => (await listLateSeals(db, 100)).map(({ company, seal, count }) => [company, seal, count]);
  await seal();
  await sealMissed(db);
  const company = await companyOf(server.services, owner);
  const slow = await server.owner.connect();
  await slow.query('begin');
  await slow.query(ADD, fact());
  await addOld(EVENTS_AT_ONCE + 1);
  const numbered = `insert into activity (workspace_id, id, what, about, written_in)
    values ($1, uuidv7(), 'facts.answer', '{}', $2)`;
  for (const number of [1, 4_000_000_000_000]) await server.owner.query(numbered, [owner.workspaceId, number]);
  await server.owner.query(ADD, fact());
  await seal();
  expect(await sealed()).toHaveLength(1);
  const before = await late();
  const logged: object[] = [];
  const [job] = createSealJobs({ database: { db }, log: { warn: (line: object) => void logged.push(line) } });
  await job?.run({});
  expect(logged).toEqual([{ events: EVENTS_AT_ONCE + 3 }]);
  expect((await late()).slice(0, -before.length || undefined)).toEqual([
    [company, 3, 3],
    [company, 2, EVENTS_AT_ONCE],
  ]);
  await slow.query('commit');
  slow.release();
  expect(await sealMissed(db)).toBe(0);
  expect(await sealed()).toHaveLength(EVENTS_AT_ONCE + 5);
  expect(await late()).toHaveLength(before.length + 2);
});

test('while everything is looked through anyway, as after a restore, nothing is said to be late', async () => {
  const { db } = server.services.database;
  await addOld(3);
  await sweepAgain();
  expect(await sealMissed(db, () => true)).toBeNull();
  expect(await sealMissed(db)).toBe(0);
  expect(await sealed()).toHaveLength(3);
});

test('the nightly search joins what is there with what is sealed, of some companies at a time', async () => {
  const picking = pickingEvents({ which: sql`true`, after: null, limit: 10, ofAll: [owner.workspaceId] });
  const { sql: text, parameters } = picking.compile(server.services.database.db);
  const { rows } = await server.owner.query(`explain ${text}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Anti Join/);
});

test('a record whose time is long ago, such as an approved one, is sealed when it comes', async () => {
  await addStatusEntry(server.services, owner, { item, day: '2026-11-15' });
  await seal();
  await server.owner.query(
    `insert into status_records (workspace_id, compliance_item_id, day, id, status, created_at)
     values ($1, $2, '2026-11-15', $3, 'done', now() - interval '3 years')`,
    [owner.workspaceId, item, randomUUIDv7()],
  );
  await seal();
  expect((await sealed()).map(({ seal }) => seal)).toEqual([1, 2]);
});

test('what a transaction took back is not sealed, and nothing is sealed of it', async () => {
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query(ADD, fact());
  await client.query('rollback');
  client.release();
  await seal();
  await seal();
  expect(await sealed()).toEqual([]);
});

test('what was there before is sealed in batches, by several instances at once, each event once', async () => {
  await addOld(2 * EVENTS_AT_ONCE + 500);
  await sweepAgain();
  const others = Array.from({ length: 3 }, () => openDatabase(server.services.config.databaseUrl ?? '', () => {}));
  await Promise.all([seal(), ...others.map(({ db }) => sealRound(db))]);
  await Promise.all(others.map((other) => other.close()));
  const events = await sealed();
  expect(events).toHaveLength(2 * EVENTS_AT_ONCE + 500);
  expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length);
  const sizes = Map.groupBy(events, (event) => event.seal);
  expect([...sizes.keys()]).toEqual([1, 2, 3]);
  expect(Math.max(...[...sizes.values()].map((ofIt) => ofIt.length))).toBe(EVENTS_AT_ONCE);
});

test('a round that is cut off leaves whole seals, and the next one goes on', async () => {
  await addOld(2 * EVENTS_AT_ONCE);
  await sweepAgain();
  let batches = 0;
  await seal(() => ++batches > 2);
  const before = await sealed();
  expect(before.length % EVENTS_AT_ONCE).toBe(0);
  await seal();
  expect(await sealed()).toHaveLength(2 * EVENTS_AT_ONCE);
});

test('an instance that is killed while it seals leaves nothing half done', async () => {
  await server.owner.query(ADD, fact());
  const client = await server.owner.connect();
  await client.query('begin');
  await client.query('lock table sealed_events in share row exclusive mode');
  const round = seal().catch((error: unknown) => error);
  const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%insert into sealed_events%'`;
  await expect.poll(async () => (await server.owner.query(waiting)).rowCount).toBe(1);
  await server.owner.query(`select pg_terminate_backend(pid) from (${waiting}) victim`);
  expect(await round).toBeInstanceOf(Error);
  await client.query('rollback');
  client.release();
  const { rowCount } = await server.owner.query('select from seals where workspace_id = $1', [owner.workspaceId]);
  expect(rowCount).toBe(0);
  await seal();
  expect(await sealed()).toHaveLength(1);
});

test('after a restore into another cluster, whose transactions are numbered anew, nothing is missed or doubled', async () => {
  await server.owner.query(ADD, fact());
  await seal();
  await server.owner.query(`update sealing set cluster = 'another', horizon = 4000000000`);
  await server.owner.query(ADD, fact());
  await seal();
  await server.owner.query(ADD, fact());
  await seal();
  expect((await sealed()).map((event) => [event.seal, event.position])).toEqual([
    [1, 0],
    [2, 0],
    [3, 0],
  ]);
});

test('seals and their events are neither changed nor deleted, and go with their company', async () => {
  await server.owner.query(ADD, fact());
  await seal();
  const { pool } = server.services.database;
  await expect(pool.query('delete from sealed_events')).rejects.toThrow('permission denied');
  await expect(pool.query('update seals set count = 2')).rejects.toThrow('permission denied');
  await expect(pool.query(`update sealed_events set body = '{}'`)).rejects.toThrow('append-only');
  for (const change of ['delete from sealed_events', 'delete from seals', 'update seals set count = 2']) {
    await expect(server.owner.query(change)).rejects.toThrow('append-only');
  }
  await server.owner.query('delete from workspaces where id = $1', [owner.workspaceId]);
  expect(await sealed()).toEqual([]);
});

test('what is new is found by the numbers of transactions, and looked up among what is sealed by its key', async () => {
  const picking = pickingEvents({ which: isWrittenIn(1_000, 2_000), after: null, limit: EVENTS_AT_ONCE });
  const { sql: text, parameters } = picking.compile(server.services.database.db);
  const client = await server.owner.connect();
  try {
    // Of the few rows of a test any plan is as good as another.
    await client.query('set enable_seqscan = off; set enable_indexscan = off');
    const { rows } = await client.query(`explain ${text}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    for (const table of ['activity', 'status_records', 'event_duty_records', 'payment_dates', 'submission_dates']) {
      expect(plan).toContain(`Bitmap Index Scan on ${table}_written`);
    }
    expect(plan.split('evidence_written')).toHaveLength(3);
    expect(plan).toMatch(/Index Scan (on|using) sealed_events_once/);
    expect(plan).not.toMatch(/Seq Scan on (?!event)/);
  } finally {
    await client.query('reset enable_seqscan; reset enable_indexscan');
    client.release();
  }
});

test('a status update names nothing of it, and fires no trigger of it', async () => {
  const { rows } = await server.owner.query(
    `select tgname from pg_trigger where tgrelid = any('{status_records,status_entries}'::regclass[])
       and tgfoid = any('{mark_write,refuse_change_of_activity}'::regproc[])`,
  );
  expect(rows).toEqual([]);
});
