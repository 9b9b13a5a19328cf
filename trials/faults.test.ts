import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { nameCluster } from '../apps/server/src/platform/embedded-postgres/cluster.ts';
import { findClusterProcesses } from '../apps/server/src/platform/embedded-postgres/processes.ts';
import { addPerson } from '../e2e/api.ts';
import { makePerson } from '../e2e/people.ts';
import { Server } from '../e2e/server.ts';

/*
 * The database under a running server is stopped, frozen, without connections and without room. Calls are answered 503
 * meanwhile, readiness turns red and green by itself, and nothing that was acknowledged is gone.
 */

let server: Server;
let writer: { token: string; id: string };
let item: string;
const acknowledged: string[] = [];

beforeAll(async () => {
  server = await Server.start();
  writer = await addPerson(server, makePerson());
  const { pool } = await server.connect();
  const { rows } = await pool.query<{ id: string }>(`select id from compliance_items where state = '-' limit 1`);
  item = rows[0]?.id ?? '';
}, 120_000);

afterEach(async () => {
  const { pool } = await server.connect();
  const { rows } = await pool.query('select note from status_records where note = any($1)', [acknowledged]);
  expect(rows).toHaveLength(acknowledged.length);
});

afterAll(() => server.remove());

let days = 0;

function nextDay(): string {
  days += 1;
  return Temporal.PlainDate.from('2026-11-15').subtract({ days }).toString();
}

/** Records a status. @returns the answer's code */
async function write(): Promise<number> {
  const note = `note ${randomUUID()}`;
  const response = await fetch(`${server.url}/api/compliance/data/${item}/status`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${writer.token}` },
    body: JSON.stringify({ userId: writer.id, forDate: nextDay(), status: 'done', note }),
  });
  if (response.ok) acknowledged.push(note);
  return response.status;
}

async function readiness(): Promise<number> {
  return (await fetch(`${server.url}/api/health/ready`)).status;
}

async function expectToComeBack(): Promise<void> {
  await vi.waitFor(async () => expect([await readiness(), await write()]).toEqual([200, 200]), {
    timeout: 30_000,
    interval: 200,
  });
}

async function postmaster(): Promise<number> {
  const [pid] = (await readFile(join(server.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}

test('PostgreSQL is killed: it is started again, and calls come back', async () => {
  expect(await write()).toBe(200);
  process.kill(await postmaster(), 'SIGKILL');
  await vi.waitFor(async () => expect(await write()).toBe(503), { timeout: 10_000, interval: 20 });
  await expectToComeBack();
});

/** Ends the connections of the server, which opens new ones while there are any. */
async function endConnections(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>(`
    select pid from pg_stat_activity where application_name like 'anupalan%' and pid <> pg_backend_pid()`);
  for (const { pid } of rows) process.kill(pid, 'SIGTERM');
}

/** Takes every connection that is left. */
async function takeAll(connectionString: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString, application_name: 'trial' });
    client.on('error', () => {
      // The connection's end is the test's.
    });
    const refused = await client.connect().then(
      () => null,
      (error: unknown) => String(error),
    );
    if (refused) {
      expect(refused).toMatch(/too many clients|remaining connection slots/);
      return taken;
    }
    taken.push(client);
  }
}

test('PostgreSQL takes no more connections: calls are refused, not left waiting', async () => {
  const { pool } = await server.connect();
  const connectionString = String(pool.options.connectionString);
  const taken: pg.Client[] = [];
  await vi.waitFor(
    async () => {
      await endConnections(pool).catch(() => {});
      taken.push(...(await takeAll(connectionString)));
      expect(await write()).toBe(503);
    },
    { timeout: 30_000, interval: 10 },
  );
  expect(await readiness()).toBe(503);
  await Promise.all(taken.map((client) => client.end()));
  await expectToComeBack();
});

test('PostgreSQL is restarted in order: calls come back', async () => {
  expect(await write()).toBe(200);
  // SIGINT is PostgreSQL's fast shutdown.
  process.kill(await postmaster(), 'SIGINT');
  await vi.waitFor(async () => expect(await write()).toBe(503), { timeout: 10_000, interval: 20 });
  await expectToComeBack();
});

test('PostgreSQL is slow: who writes waits, and has written', async () => {
  const { pool } = await server.connect();
  const slow = await pool.connect();
  await slow.query('begin; lock table status_entries in access exclusive mode');
  const waiting = [write(), write(), write()];
  expect(await readiness()).toBe(200);
  await slow.query('select pg_sleep(1); rollback');
  slow.release();
  expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
});

test('PostgreSQL hangs: readiness is red while it does', { timeout: 90_000 }, async () => {
  const family = await findClusterProcesses(await nameCluster(join(server.dataDir, 'postgres')));
  for (const { pid } of family) process.kill(pid, 'SIGSTOP');
  try {
    const [ready, written] = await Promise.all([readiness(), write()]);
    expect([ready, written]).toEqual([503, 503]);
  } finally {
    for (const { pid } of family) process.kill(pid, 'SIGCONT');
  }
  await expectToComeBack();
});
