import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPerson } from '../e2e/api.ts';
import { makePerson } from '../e2e/people.ts';
import { Server } from '../e2e/server.ts';

/*
 * The disk under the data is full: writes are refused with 503, the server lives on, and writes work again as soon as
 * there is room. The disk is one in memory, which only root may make, on Linux, where the system allows it.
 */

/** The disk: the cluster and some 100 MB. */
const SMALL = 'size=240m';

/** Bytes of a segment of PostgreSQL's log, and what the trial writes of it at most: no new one is made meanwhile. */
const SEGMENT = 16 * 1024 * 1024;
const ENOUGH = SEGMENT / 2;

let disk: string;
let mounted = false;
let server: Server;
let admin: { token: string; id: string };

beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'anupalan-disk-'));
  mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `${SMALL},mode=0755`, 'tmpfs', disk]).status === 0;
  if (!mounted) return;
  server = await Server.start({}, disk);
  admin = await addPerson(server, makePerson('Admin'));
  const { pool } = await server.connect();
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.id]);
}, 120_000);

afterAll(async () => {
  if (mounted) {
    await server.remove();
    spawnSync('umount', [disk]);
  }
  await rm(disk, { recursive: true });
});

test('a full disk refuses writes and nothing else, and is over when it is', { timeout: 120_000 }, async ({ skip }) => {
  skip(!mounted, 'this system lets nobody mount a disk');
  while ((await countBytesLeftOfSegment()) < ENOUGH) expect(await upload()).toBe(201);
  // What else lies on the disk takes all the room there is.
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'something-else')}`, 'bs=64k']);
  expect(await upload()).toBe(503);
  // What little room the tables themselves have left goes too.
  await vi.waitFor(async () => expect(await createAct('While full')).toBe(503), { timeout: 30_000, interval: 0 });
  const profile = await fetch(`${server.url}/api/users/profile`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(profile.status).toBe(200);
  expect(spawnSync('mount', ['-o', 'remount,size=400m', disk]).status).toBe(0);
  await vi.waitFor(async () => expect(await createAct('Afterwards')).toBe(201), { timeout: 30_000, interval: 200 });
});

/** The bytes that PostgreSQL still writes to the file of its log that is there. */
async function countBytesLeftOfSegment(): Promise<number> {
  const { pool } = await server.connect();
  const { rows } = await pool.query<{ written: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::bigint as written`,
  );
  return SEGMENT - ((rows[0]?.written ?? 0) % SEGMENT);
}

/** Uploads a document. @returns how it was answered */
async function upload(): Promise<number> {
  const form = new FormData();
  form.set('title', 'A large one');
  form.set('description', 'Numbers');
  form.set('file', new Blob([makeTable()]), 'large.csv');
  const headers = { authorization: `Bearer ${admin.token}` };
  return (await fetch(`${server.url}/api/hr-format/upload`, { method: 'POST', body: form, headers })).status;
}

/** Four megabytes of a table. */
function makeTable(): string {
  return Array.from({ length: 50 }, (_, row) => `${row},${makeNoise(60_000)}`).join('\n');
}

/** Text that can't be made smaller. */
function makeNoise(bytes: number): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64');
}

async function createAct(name: string): Promise<number> {
  const response = await fetch(`${server.url}/api/acts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ name, state: '-', description: `<p>${makeNoise(30_000)}</p>` }),
  });
  return response.status;
}
