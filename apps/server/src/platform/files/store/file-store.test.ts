import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../postgres/database.ts';
import type { WorkspaceId } from '../../postgres/workspace-id.ts';
import { giveOutWaiting } from './commands.ts';
import type { NewFile } from './file-store.ts';
import { createFileJobs } from './jobs.ts';
import { type OpenFileStore, openFileStore } from './open-file-store.ts';
import { cutInto } from './place.ts';
import { startS3, type TestS3 } from './s3.fixture.ts';

const ABOUT: NewFile = { workspaceId: null, purpose: 'pack', mediaType: 'application/zip', maxBytes: 10_000_000 };
const log = pino({ level: 'silent' });

/** More than one piece of each place. */
const BYTES = randomBytes(6_000_000);

const PLACES = ['postgres', 's3'] as const;

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let s3: TestS3;
let stores: Record<(typeof PLACES)[number], OpenFileStore>;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  s3 = await startS3();
  stores = {
    postgres: await openFileStore(database.db, {}),
    s3: await openFileStore(database.db, { filesS3Url: s3.url }),
  };
});

afterEach(() => {
  s3.intercept = null;
});

afterAll(async () => {
  stores.s3.close();
  await s3.close();
  await database.close();
  await copy.drop();
});

test.each(PLACES)('%s: a file is read as it was written, and any range of it', async (place) => {
  const files = stores[place];
  const { id, size, sha256, firstBytes } = await files.write(inChunks(BYTES), ABOUT);
  expect([size, sha256, firstBytes]).toEqual([
    BYTES.length,
    createHash('sha256').update(BYTES).digest(),
    BYTES.subarray(0, 4_100),
  ]);
  expect((await readWhole(files.read(id))).equals(BYTES)).toBe(true);
  for (const [start, end] of [
    [0, 9],
    [524_287, 524_288],
    [600_000, 5_999_999],
    [5_999_999, 9_999_999],
  ] as const) {
    expect((await readWhole(files.read(id, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
  }
});

test('the range that is all of a file is no whole file when its bytes are others', async () => {
  const { id, size } = await stores.postgres.write(inChunks(BYTES), ABOUT);
  await database.pool.query(
    'update file_parts set bytes = set_byte(bytes, 0, 255 - get_byte(bytes, 0)) where file_id = $1 and part = 0',
    [id],
  );
  const read: Buffer[] = [];
  await expect(collect()).rejects.toMatchObject({ code: 'unavailable' });
  expect(Buffer.concat(read).length).toBeLessThan(size);

  async function collect() {
    for await (const piece of stores.postgres.read(id, { start: 0, end: size - 1 })) read.push(piece);
  }
});

test('whatever the chunks are, the pieces have one size, save the last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 30 })),
      fc.integer({ min: 1, max: 20 }),
      async (chunks, most) => {
        const pieces: Buffer[] = [];
        for await (const piece of cutInto(most, stream(chunks))) pieces.push(piece);
        expect(Buffer.concat(pieces)).toEqual(Buffer.concat(chunks));
        expect(pieces.slice(0, -1).every(({ length }) => length === most)).toBe(true);
        expect(pieces.every(({ length }) => length > 0 && length <= most)).toBe(true);
      },
    ),
  );
});

test.each(PLACES)('%s: a file can not be read before it is whole, nor once it was removed', async (place) => {
  const files = stores[place];
  const { promise: pause, resolve } = Promise.withResolvers<void>();
  const writing = files.write(
    (async function* () {
      yield BYTES;
      await pause;
    })(),
    ABOUT,
  );
  await expect(readWhole(files.read(await findUnfinished()))).rejects.toMatchObject({ code: 'not-found' });
  resolve();
  const { id } = await writing;
  await files.remove(database.db, [id]);
  await expect(readWhole(files.read(id))).rejects.toMatchObject({ code: 'not-found' });
});

test.each(PLACES)(
  '%s: a file that is too large, and one whose source breaks off, is nowhere to be seen',
  async (place) => {
    const files = stores[place];
    await expect(files.write(inChunks(BYTES), { ...ABOUT, maxBytes: 5_999_999 })).rejects.toMatchObject({
      code: 'too-large',
    });
    const broken = new Error('The line is dead');
    const source = async function* () {
      yield BYTES;
      throw broken;
    };
    await expect(files.write(source(), ABOUT)).rejects.toBe(broken);
    const { rows } = await database.pool.query('select from files where removed_at is null and whole_at is null');
    expect(rows).toEqual([]);
  },
);

test.each(PLACES)(
  '%s: a workspace that goes takes its files along, those that are being written, too',
  async (place) => {
    const files = stores[place];
    const workspaceId = await makeWorkspace();
    const { id } = await files.write(inChunks(BYTES), { ...ABOUT, workspaceId });
    const { promise: pause, resolve } = Promise.withResolvers<void>();
    const writing = files.write(
      (async function* () {
        yield BYTES;
        await pause;
      })(),
      { ...ABOUT, workspaceId },
    );
    await findUnfinished();
    await database.pool.query('delete from workspaces where id = $1', [workspaceId]);
    resolve();
    await expect(writing).rejects.toMatchObject({ code: 'not-found' });
    await expect(readWhole(files.read(id))).rejects.toMatchObject({ code: 'not-found' });

    const job = createFileJobs({ database, files: stores.s3, scanner: null, log }).find(
      ({ queue }) => queue === 'remove-files',
    );
    await job?.run(undefined);
    const { rows } = await database.pool.query(
      'select id from files where removed_at is not null union all select file_id from file_parts where file_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
    expect(await s3.list()).not.toContain(id);
  },
);

test('where there is a scanner, evidence is given to nobody before it was found clean', async () => {
  const scanned = await openFileStore(database.db, { clamdUrl: 'tcp://127.0.0.1:1' });
  const { id } = await scanned.write(inChunks(BYTES), { ...ABOUT, purpose: 'evidence' });
  await expect(readWhole(scanned.read(id))).rejects.toMatchObject({
    code: 'conflict',
    message: 'This file is still being checked for viruses. Please try again shortly.',
  });
  expect((await readWhole(scanned.readUnscanned(id))).equals(BYTES)).toBe(true);

  const said: (string | null)[] = [];
  const scanner = {
    findVirus: async () => {
      const answer = said.shift();
      if (answer === undefined) throw new Error('The scanner is away');
      return answer;
    },
  };
  const job = createFileJobs({ database, files: scanned, scanner, log }).find(({ queue }) => queue === 'scan-files');
  await job?.run(undefined);
  await expect(readWhole(scanned.read(id))).rejects.toMatchObject({ code: 'conflict' });
  said.push(null);
  await job?.run(undefined);
  expect((await readWhole(scanned.read(id))).equals(BYTES)).toBe(true);

  const sick = await scanned.write(inChunks(BYTES), { ...ABOUT, purpose: 'evidence' });
  said.push('Test.Sick', null);
  await job?.run(undefined);
  await expect(readWhole(scanned.read(sick.id))).rejects.toMatchObject({
    code: 'conflict',
    message: 'A virus was found in this file, so it is not given out.',
  });
  // Nor is it once there is no scanner any more.
  await expect(readWhole(stores.postgres.read(sick.id))).rejects.toMatchObject({ code: 'conflict' });
  // What was judged is not asked about again.
  await job?.run(undefined);
  expect(said).toEqual([null]);
});

test('what came while there was no scanner is scanned once there is one, and until then given to nobody', async () => {
  const unscanned = stores.postgres;
  const about = { ...ABOUT, purpose: 'evidence' } as const;
  const [one, two] = [await unscanned.write(inChunks(BYTES), about), await unscanned.write(inChunks(BYTES), about)];
  const pack = await unscanned.write(inChunks(BYTES), ABOUT);
  expect((await readWhole(unscanned.read(one.id))).equals(BYTES)).toBe(true);

  const scanned = await openFileStore(database.db, { clamdUrl: 'tcp://127.0.0.1:1' });
  await expect(readWhole(scanned.read(one.id))).rejects.toMatchObject({ code: 'conflict', retryAfter: 60 });
  // What is made here is not waited for.
  expect((await readWhole(scanned.read(pack.id))).equals(BYTES)).toBe(true);
  let finds: (() => Promise<string | null>) | null = null;
  const findVirus = async () => (finds ? finds() : Promise.reject(new Error('The scanner is away')));
  const scan = (scanner: { findVirus: typeof findVirus } | null) =>
    createFileJobs({ database, files: scanned, scanner, log })
      .find(({ queue }) => queue === 'scan-files')
      ?.run(undefined);
  const verdicts = async () => {
    const { rows } = await database.pool.query('select id, verdict from files where id = any($1)', [[one.id, two.id]]);
    return [one, two].map(({ id }) => rows.find((row) => row.id === id)?.verdict);
  };
  await scan({ findVirus });
  expect(await verdicts()).toEqual(['waiting', 'waiting']);
  // An instance that has none yet, or none any more, takes nothing back and gives nothing out.
  await scan(null);
  expect(await verdicts()).toEqual(['waiting', 'waiting']);
  await expect(readWhole(unscanned.read(one.id))).rejects.toMatchObject({ code: 'conflict', retryAfter: 60 });
  // Somebody has to say that there is none any more.
  expect(await giveOutWaiting(database.db)).toBe(2);
  expect((await readWhole(unscanned.read(one.id))).equals(BYTES)).toBe(true);
  const said = [null, 'Test.Sick'];
  finds = async () => said.shift() ?? null;
  await scan({ findVirus });
  expect(await verdicts()).toEqual(['scanned', 'infected']);
  expect((await readWhole(scanned.read(one.id))).equals(BYTES)).toBe(true);
  // What was judged waits no more, whatever is set.
  await scan({ findVirus });
  await giveOutWaiting(database.db);
  expect(await verdicts()).toEqual(['scanned', 'infected']);
});

/** The file that is being written, once it is. */
function findUnfinished(): Promise<string> {
  return vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from files where whole_at is null and removed_at is null',
    );
    if (!rows[0]) throw new Error('Nothing is being written yet');
    return rows[0].id;
  });
}

async function makeWorkspace(): Promise<WorkspaceId> {
  const { rows } = await database.pool.query<{ id: WorkspaceId }>(
    'insert into workspaces (id, frozen_from) values ($1, now()) returning id',
    [randomUUIDv7()],
  );
  if (!rows[0]) throw new Error('No workspace');
  return rows[0].id;
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

async function* stream<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function readWhole(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  return Buffer.concat(pieces);
}
