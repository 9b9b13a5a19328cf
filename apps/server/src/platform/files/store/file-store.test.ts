import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../postgres/database.ts';
import type { WorkspaceId } from '../../postgres/workspace-id.ts';
import { createFileStore } from './create-file-store.ts';
import type { FileStore, NewFile } from './file-store.ts';
import { createFileJobs } from './jobs.ts';
import { cutInto } from './place.ts';

const ABOUT: NewFile = { workspaceId: null, purpose: 'pack', mediaType: 'application/zip', maxBytes: 3_000_000 };
const BYTES = randomBytes(1_500_000);

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let files: FileStore;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  files = createFileStore(database.db, { isScanned: false });
});

afterAll(async () => {
  await database.close();
  await copy.drop();
});

test('a file is read as it was written, and any range of it', async () => {
  const { id, size, sha256, firstBytes } = await files.write(inChunks(BYTES), ABOUT);
  expect([size, sha256, firstBytes]).toEqual([
    BYTES.length,
    createHash('sha256').update(BYTES).digest(),
    BYTES.subarray(0, 4_100),
  ]);
  expect((await readWhole(files.read(id))).equals(BYTES)).toBe(true);
  for (const [start, end] of [
    [0, 0],
    [524_287, 524_288],
    [600_000, 1_499_999],
    [1_499_999, 9_999_999],
  ] as const) {
    expect((await readWhole(files.read(id, { start, end }))).equals(BYTES.subarray(start, end + 1))).toBe(true);
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

test('a file can not be read before it is whole, nor once it was removed', async () => {
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

test('a file that is too large, and one whose source breaks off, is nowhere to be seen', async () => {
  await expect(files.write(inChunks(BYTES), { ...ABOUT, maxBytes: 1_499_999 })).rejects.toMatchObject({
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
});

test('a workspace that goes takes its files along, those that are being written, too', async () => {
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

  const [job] = createFileJobs({ database });
  await job?.run(undefined);
  const { rows } = await database.pool.query(
    'select (select count(*) from files where removed_at is not null) + (select count(*) from file_parts where file_id = $1) as count',
    [id],
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('where there is a scanner, evidence is given to nobody before it was found clean', async () => {
  const scanned = createFileStore(database.db, { isScanned: true });
  const { id } = await scanned.write(inChunks(BYTES), { ...ABOUT, purpose: 'evidence' });
  await expect(readWhole(scanned.read(id))).rejects.toMatchObject({
    code: 'conflict',
    message: 'This file is still being checked for viruses. Please try again shortly.',
  });
  expect((await readWhole(scanned.readUnscanned(id))).equals(BYTES)).toBe(true);
  await database.pool.query(`update files set verdict = 'infected' where id = $1`, [id]);
  await expect(readWhole(scanned.read(id))).rejects.toMatchObject({ code: 'conflict' });
  await database.pool.query(`update files set verdict = 'clean' where id = $1`, [id]);
  expect((await readWhole(scanned.read(id))).equals(BYTES)).toBe(true);
});

/** The file that is being written, once it is. */
function findUnfinished(): Promise<string> {
  return vi.waitFor(async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      'select file_id as id from file_parts join files on id = file_id where whole_at is null and removed_at is null',
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
