import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../postgres/database.ts';
import { checkFiles } from './check-files.ts';
import { readWhole } from './file-store.ts';
import { createFileJobs } from './jobs.ts';
import { moveBytes } from './move-bytes.ts';
import { type OpenFileStore, openFileStore } from './open-file-store.ts';
import type { Places } from './place.ts';
import { listFaults } from './queries.ts';
import { startS3, type TestS3 } from './s3.fixture.ts';

const ABOUT = { workspaceId: null, purpose: 'pack', mediaType: 'application/zip', maxBytes: 10_000_000 } as const;
const BYTES = randomBytes(6_000_000);
const SIZES = [0, 10, 600_000, 6_000_000];

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let s3: TestS3;
/** New files go to PostgreSQL, and what lies in S3 is read. */
let files: OpenFileStore;
let ids: string[];

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  s3 = await startS3();
  files = await openFileStore(database.db, { filesS3Url: `${s3.url}?readOnly=yes` });
});

beforeEach(async () => {
  ids = [];
  for (const size of SIZES) ids.push((await files.write(Readable.from([BYTES.subarray(0, size)]), ABOUT)).id);
});

afterEach(async () => {
  s3.intercept = null;
  await database.pool.query('truncate files, file_faults cascade');
  for (const id of await s3.list()) await files.places.s3?.remove(id);
});

afterAll(async () => {
  files.close();
  await s3.close();
  await database.close();
  await copy.drop();
});

test('all files are moved there and back, and nothing stays where they were', async () => {
  expect(await move('s3')).toEqual({ files: 4, bytes: 6_600_010, failed: [] });
  await expectAll();
  expect(await s3.list()).toEqual(ids);
  expect(await countParts()).toBe(0);
  expect(await move('s3')).toEqual({ files: 0, bytes: 0, failed: [] });

  expect(await move('postgres')).toEqual({ files: 4, bytes: 6_600_010, failed: [] });
  await expectAll();
  expect(await s3.list()).toEqual([]);
  expect(await faults()).toEqual([]);
}, 60_000);

/** Moving is a dozen requests a file, which a busy machine takes its time for. */
const UNHURRIED = 60_000;

test(
  'a file is read on while it is moved away under the reader',
  async () => {
    const [, , , id = ''] = ids;
    const reading = files.read(id)[Symbol.asyncIterator]();
    const pieces = [(await reading.next()).value];
    await move('s3');
    for (let n = 0; n < 3; n++) pieces.push((await reading.next()).value);
    await move('postgres');
    for (let next = await reading.next(); !next.done; next = await reading.next()) pieces.push(next.value);
    expect(Buffer.concat(pieces).equals(BYTES)).toBe(true);
  },
  UNHURRIED,
);

test('bytes that don’t arrive as they were stay where they are, and the others are moved', async () => {
  await database.pool.query(`update file_parts set bytes = 'x' where file_id = $1`, [ids[1]]);
  expect(await move('s3')).toMatchObject({ files: 3, failed: [{ id: ids[1] }] });
  expect(await s3.list()).toEqual(ids.filter((id) => id !== ids[1]));
  expect((await database.pool.query(`select id from files where place = 'postgres'`)).rows).toEqual([{ id: ids[1] }]);
});

test(
  'a store that is away in the middle loses nothing, and the next move goes on',
  async () => {
    let requests = 0;
    s3.intercept = (request, response) => {
      requests += 1;
      if (requests > 12) request.socket.destroy();
      else s3.passOn(request, response);
    };
    const { failed } = await move('s3');
    expect(failed.length).toBeGreaterThan(0);
    s3.intercept = null;
    await expectAll();
    await move('s3');
    await expectAll();
    expect([await s3.list(), await countParts(), await faults()]).toEqual([ids, 0, []]);
  },
  UNHURRIED,
);

test('a file that is removed while it is moved is gone from both places', async () => {
  const [, , , id = ''] = ids;
  s3.intercept = (request, response) => {
    s3.intercept = null;
    void files.remove(database.db, [id]).then(() => s3.passOn(request, response));
  };
  await move('s3');
  await runJob('remove-files');
  expect(await s3.list()).toEqual(ids.filter((one) => one !== id));
  expect(await countParts()).toBe(0);
  const { rows } = await database.pool.query('select from files where id = $1', [id]);
  expect(rows).toEqual([]);
});

test('the check names what is missing, altered or unknown, in both places', async () => {
  await move('s3');
  const stored = await files.write(Readable.from([BYTES.subarray(0, 10)]), ABOUT);
  expect(await faults()).toEqual([]);
  await files.places.s3?.remove(ids[3] ?? '');
  await files.places.s3?.write(ids[1] ?? '', Readable.from([Buffer.alloc(10)]));
  await database.pool.query('delete from file_parts where file_id = $1', [stored.id]);
  await files.places.s3?.write('another-object', Readable.from([Buffer.alloc(10)]));
  const wrong = [
    { file: ids[1], fault: 'altered' },
    { file: ids[3], fault: 'missing' },
    { file: stored.id, fault: 'missing' },
  ];
  expect(await faults()).toEqual(wrong);
  // What is young may be on its way.
  expect(await faults(aYearLater(files.places))).toEqual([...wrong, { file: 'another-object', fault: 'unknown' }]);
  await runJob('check-files');
  // Every night only sizes are compared.
  expect(await listFaults(database.db, 10)).toMatchObject([
    { file: ids[3], fault: 'missing' },
    { file: stored.id, fault: 'missing' },
  ]);
});

test('what nothing refers to for a day goes, and nothing younger', async () => {
  const evidence = await files.write(Readable.from([BYTES]), { ...ABOUT, purpose: 'evidence' });
  const young = await files.write(Readable.from([BYTES]), { ...ABOUT, purpose: 'evidence' });
  await database.pool.query(`update files set whole_at = whole_at - interval '25 hours' where id <> $1`, [young.id]);
  await runJob('check-files');
  const { rows } = await database.pool.query('select id from files where removed_at is not null order by id');
  expect(rows.map(({ id }) => id)).toEqual([...ids, evidence.id]);
});

function move(target: 'postgres' | 's3') {
  return moveBytes(database.db, files.places, { target, signal: new AbortController().signal });
}

async function runJob(name: string): Promise<void> {
  const jobs = createFileJobs({ database, files, scanner: null, log: pino({ level: 'silent' }) });
  await jobs.find(({ queue }) => queue === name)?.run(undefined);
}

async function expectAll(): Promise<void> {
  for (const [at, id] of ids.entries()) {
    expect((await readWhole(files.read(id))).equals(BYTES.subarray(0, SIZES[at]))).toBe(true);
  }
}

async function faults(places = files.places) {
  const found = await Array.fromAsync(checkFiles(database.db, places, { readsAll: true }));
  return found.sort((one, other) => one.file.localeCompare(other.file));
}

/** The same places, with everything in S3 a year old. */
function aYearLater({ s3: place, ...others }: Places): Places {
  if (!place) throw new Error('There is no S3');
  const list = async function* () {
    for await (const page of place.list()) yield page.map((one) => ({ ...one, madeAt: new Date(0) }));
  };
  return { ...others, s3: { ...place, list } };
}

async function countParts(): Promise<number> {
  return (await database.pool.query('select from file_parts')).rows.length;
}
