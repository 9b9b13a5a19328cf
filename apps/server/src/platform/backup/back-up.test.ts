import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../../test/harness.ts';
import { startTrackedWorld, type TrackedWorld } from '../../../test/tracked.ts';
import { fileOf } from '../files/store/file-store.ts';
import { openJobs } from '../jobs/jobs.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { backUp } from './back-up.ts';
import { readDump } from './read-dump.ts';
import { readBackup, restore } from './restore.ts';

const PASSPHRASE = 'four random words together';
const LOCK = { passphrase: PASSPHRASE, workFactor: 10 };

let world: TrackedWorld;
let folder: string;
let url: string;
let file: string;
const made: string[] = [];

beforeAll(async () => {
  world = await startTrackedWorld();
  folder = await mkdtemp(join(tmpdir(), 'anupalan-backup-'));
  url = world.server.ownerUrl;
  await recordSomething();
  file = join(folder, 'whole.age');
  await backUp(url, { file, now: Temporal.Now.instant(), ...LOCK });
});

afterAll(async () => {
  for (const name of made) await run(url, `drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
  await world.server.close();
});

async function readAndRestore(target: string, from: string, passphrase = PASSPHRASE): Promise<void> {
  const header = await readBackup({ file: from, passphrase });
  await restore(target, { file: from, passphrase }, header);
}

/** Rows of many tables, and bytes that look like the end of a table's rows. */
async function recordSomething(): Promise<void> {
  const { services, call } = world.server;
  const { premium, admin } = world.people;
  const path = `/api/compliance/data/${world.items.one}`;
  const send = async (method: 'PATCH' | 'POST', what: string, payload: object) => {
    const { statusCode, body } = await call({ method, url: `${path}/${what}`, token: premium.token, payload });
    expect(statusCode, body).toBeLessThan(300);
  };
  const { userId } = premium;
  await send('PATCH', 'status', { userId, forDate: '2026-11-15', status: 'done', note: 'a\\.\nb\t"ä"\\N' });
  await send('POST', 'payment-dates', { userId, date: '2026-11-15', amount: 12.5 });
  const about = { workspaceId: null, purpose: 'hr-document', mediaType: 'application/pdf', maxBytes: 1e6 } as const;
  const stored = await services.files.write(Readable.from([randomBytes(300_000)]), about);
  await services.database.db
    .insertInto('hr_documents')
    .values({
      id: randomUUIDv7(),
      title: '\\.',
      description: 'line\n\\.\nline',
      file_name: 'x.pdf',
      file_type: 'pdf',
      ...fileOf(stored),
      created_by: admin.userId,
    })
    .execute();
  const jobs = await openJobs(url, pino({ level: 'silent' }));
  await jobs.start([{ queue: 'deliver-mail', run: () => Promise.reject(new Error('not yet')) }]);
  const mail = { to: 'meera@example.in', subject: 'Waiting', text: 'x', html: '<p>x</p>' };
  await services.database.db.transaction().execute((trx) => enqueueMail(trx, jobs, mail));
  await jobs.stop();
}

async function run(database: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function makeEmptyDatabase(): Promise<string> {
  const name = `restored_${made.length}_${process.pid}`;
  await run(url, `create database ${name} template template0`);
  made.push(name);
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

test('what was backed up while the server runs is restored to the last byte, and answers the same', async () => {
  const target = await makeEmptyDatabase();
  await readAndRestore(target, file);
  const again = join(folder, 'again.age');
  const now = Temporal.Now.instant();
  const sums = await backUp(target, { file: again, now, ...LOCK });
  expect(sums).toEqual(await backUp(url, { file: join(folder, 'first.age'), now, ...LOCK }));
  expect(sums.filter(({ bytes }) => bytes > 0).map(({ table }) => table)).toEqual(
    expect.arrayContaining([
      'pgboss.job',
      'public.file_parts',
      'public.hr_documents',
      'public.payment_dates',
      'public.status_records',
    ]),
  );
  const restored = await startTestApp({ reroute: async () => target });
  try {
    const request = { url: '/api/compliance/data', token: world.people.premium.token };
    const [before, after] = [await world.server.call(request), await restored.call(request)];
    expect(before.statusCode).toBe(200);
    expect(after.body).toBe(before.body);
    const triggers = `select count(*)::int as n from pg_trigger where not tgisinternal and tgenabled = 'D'`;
    expect((await run(target, triggers)).rows).toEqual([{ n: 0 }]);
  } finally {
    await restored.close();
  }
});

test('a backup is restored into an empty database only, and never overwrites a file', async () => {
  await expect(readAndRestore(url, file)).rejects.toThrow('a backup is restored into an empty database');
  await expect(backUp(url, { file, now: Temporal.Now.instant(), ...LOCK })).rejects.toThrow('never overwrites one');
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('the file is encrypted, for its owner alone, and opens with its passphrase only', async () => {
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const target = await makeEmptyDatabase();
  await expect(readAndRestore(target, file, 'another passphrase')).rejects.toThrow('its passphrase is another one');
});

test.each([
  ['cut off', (copy: string, size: number) => truncate(copy, size - 1_000)],
  ['cut off between two chunks', (copy: string) => truncate(copy, 65_536)],
  ['empty', (copy: string) => truncate(copy, 0)],
  [
    'changed in one byte',
    async (copy: string, size: number) => {
      const bytes = await readFile(copy);
      bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 1;
      await writeFile(copy, bytes);
    },
  ],
])('a file that was %s changes nothing', async (_how, damage) => {
  const copy = join(folder, `${randomUUIDv7()}.age`);
  const bytes = await readFile(file);
  await writeFile(copy, bytes);
  await damage(copy, bytes.length);
  const target = await makeEmptyDatabase();
  await expect(readAndRestore(target, copy)).rejects.toThrow("can't be read");
  const tables = `select count(*)::int as n from pg_tables where schemaname in ('public', 'pgboss')`;
  expect((await run(target, tables)).rows).toEqual([{ n: 0 }]);
});

test('a line of a backup is no statement of its writer', async () => {
  async function* hostile() {
    yield Buffer.from(
      '-- {"format":"anupalan-backup-1","madeAt":"2026-11-22T00:00:00Z","migrations":[],"queueVersion":null}\n',
    );
    yield Buffer.from('COPY "public"."acts" (id) FROM PROGRAM \'id\' --() FROM stdin;\n\\.\n');
  }
  const begun: string[] = [];
  const reading = readDump(hostile(), { table: async (copy) => void begun.push(copy) });
  await expect(reading).rejects.toThrow('This is no backup of Anupalan, or it is damaged');
  expect(begun).toEqual([]);
});
