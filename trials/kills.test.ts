import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { expectBalance } from '../apps/server/test/payments.ts';
import { Server } from '../e2e/server.ts';
import { BREACHES } from './breaches.ts';
import { type Acknowledged, FIND, IMPORT_ROWS, IMPORTED, makeWriters, type Write } from './kill-writers.ts';

/*
 * The server is killed at random moments while people write, every third time with its PostgreSQL. What was
 * acknowledged is there after the next start, and what the tables must hold holds. `KILLS` prolongs it.
 */

const KILLS = Number(process.env.KILLS ?? 3);

const WRITERS = 8;

/** Milliseconds between the first write and a kill, at most. */
const LONGEST_MS = 2_000;

let server: Server;
let writers: Write[];
const acknowledged: Acknowledged[] = [];

beforeAll(async () => {
  server = await Server.start({ AUTH_ATTEMPTS_PER_IP: '1000000', FORMS_PER_IP: '1000000', CALLS_PER_USER: '1000000' });
  writers = await makeWriters(server);
}, 120_000);

afterAll(() => server.remove());

test(
  `${KILLS} kills at random moments: every acknowledged write is there, and the tables agree`,
  async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged.length;
      const faults = await writeUntilKilled(kill % 3 === 2);
      expect(faults, `kill ${kill}`).toEqual([]);
      await server.start();
      expect(await findMissing(acknowledged.slice(before)), `kill ${kill}`).toEqual([]);
      expect(await findPartlyImported(), `kill ${kill}`).toEqual([]);
      await expectTablesToAgree();
    }
    expect(await findMissing(acknowledged)).toEqual([]);
    // The mail of a message was queued with it: it went out, or waits for a server that is given up after a minute.
    const mails = acknowledged.filter(({ find }) => find === FIND.message).map(({ key }) => ({ find: FIND.mail, key }));
    expect(await findMissing(mails)).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS);
  },
  KILLS * 240_000,
);

/** The imports of which some rows are there and others not. */
async function findPartlyImported(): Promise<unknown[]> {
  const { pool } = await server.connect();
  const { rows } = await pool.query(
    'select note, count(*) from status_records where starts_with(note, $1) group by note having count(*) <> $2',
    [IMPORTED, IMPORT_ROWS],
  );
  return rows;
}

/** Lets everybody write until the server is gone. @returns what failed before that */
async function writeUntilKilled(withPostgres: boolean): Promise<string[]> {
  let killed = false;
  const faults: string[] = [];
  const write = async () => {
    while (!killed) {
      const next = writers[Math.floor(Math.random() * writers.length)];
      try {
        await next?.((done) => acknowledged.push(done));
      } catch (error) {
        // A connection breaks by the kill alone, and then the flag is up.
        if (!killed && !isRefused(error)) faults.push(String(error));
      }
    }
  };
  const before = acknowledged.length;
  const all = Array.from({ length: WRITERS }, write);
  await vi.waitFor(() => expect(acknowledged.length + faults.length).toBeGreaterThan(before), { timeout: 30_000 });
  await pause(Math.random() * LONGEST_MS);
  killed = true;
  if (withPostgres) await killPostgres();
  await server.stop('SIGKILL');
  await Promise.all(all);
  return faults;
}

/** Whether a call was refused because the machine is slow, or because a bound was reached after hours. */
function isRefused(error: unknown): boolean {
  return error instanceof Error && / (409|503) /.test(error.message);
}

async function killPostgres(): Promise<void> {
  const [pid] = (await readFile(`${server.dataDir}/postgres/postmaster.pid`, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

async function findMissing(writes: readonly Acknowledged[]): Promise<string[]> {
  const { pool } = await server.connect();
  const missing: string[] = [];
  for (const [find, group = []] of Object.entries(Object.groupBy(writes, (write) => write.find))) {
    const keys = [...new Set(group.map(({ key }) => key))];
    const { rows } = await pool.query<{ key: string }>(find, [keys]);
    const found = new Set(rows.map(({ key }) => key));
    missing.push(...keys.filter((key) => !found.has(key)).map((key) => `${key}: ${find}`));
  }
  return missing;
}

async function expectTablesToAgree(): Promise<void> {
  const database = await server.connect();
  for (const [rule, find] of Object.entries(BREACHES)) {
    expect((await database.pool.query(find)).rows, rule).toEqual([]);
  }
  await expectBalance({ services: { database } });
}
