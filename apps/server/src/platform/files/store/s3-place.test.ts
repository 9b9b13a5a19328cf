import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { copyDatabase } from '../../../../test/copy-database.ts';
import { type Database, openDatabase } from '../../postgres/database.ts';
import { type NewFile, readWhole } from './file-store.ts';
import { type OpenFileStore, openFileStore } from './open-file-store.ts';
import { startS3, type TestS3 } from './s3.fixture.ts';
import { parseS3Address } from './s3-address.ts';

const ABOUT: NewFile = { workspaceId: null, purpose: 'pack', mediaType: 'application/zip', maxBytes: 20_000_000 };
const LARGE = randomBytes(6_000_000);
const FULL = { code: 'unavailable', message: 'Files cannot be stored right now. Please try again shortly.' };
const UNREADABLE = { code: 'unavailable', message: 'This file cannot be read right now. Please try again shortly.' };

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let s3: TestS3;
let files: OpenFileStore;
/** The same, which doesn't wait for long. */
let hasty: OpenFileStore;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  s3 = await startS3();
  files = await openFileStore(database.db, { filesS3Url: s3.url });
  hasty = await openFileStore(database.db, { filesS3Url: s3.url, s3Patience: { request: 600, connect: 600 } });
});

afterEach(() => {
  s3.intercept = null;
});

afterAll(async () => {
  files.close();
  hasty.close();
  await s3.close();
  await database.close();
  await copy.drop();
});

type Wrong = (request: IncomingMessage, response: ServerResponse) => void;

const answer =
  (status: number, body: string): Wrong =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  };

const WRONG: Record<string, Wrong> = {
  'is away': (request) => void request.socket.destroy(),
  'is full': answer(507, '<Error><Code>InsufficientStorage</Code><Message>Full</Message></Error>'),
  'lets nobody in': answer(403, '<Error><Code>AccessDenied</Code><Message>No</Message></Error>'),
  'never answers': (request) => void request.resume(),
  'answers a page': answer(200, '<html>Sign in to the guest network</html>'),
};

test.each(Object.entries(WRONG))(
  'a store that %s takes nothing, and gives nothing',
  async (_, wrong) => {
    const small = await files.write(Readable.from([LARGE.subarray(0, 1_000)]), ABOUT);
    s3.intercept = wrong;
    await expect(hasty.write(Readable.from([LARGE.subarray(0, 1_000)]), ABOUT)).rejects.toMatchObject(FULL);
    await expect(hasty.write(Readable.from([LARGE]), ABOUT)).rejects.toMatchObject(FULL);
    await expect(readWhole(hasty.read(small.id))).rejects.toMatchObject(UNREADABLE);
    expect(await countUnfinished()).toBe(0);
    s3.intercept = null;
    expect((await readWhole(files.read(small.id))).equals(LARGE.subarray(0, 1_000))).toBe(true);
  },
  30_000,
);

test.each(Object.entries(WRONG))(
  'a store that %s from the second piece on leaves nothing visible',
  async (_, wrong) => {
    let sent = 0;
    const before = await s3.list();
    await expect(
      hasty.write(
        (async function* () {
          for (let at = 0; at < LARGE.length; at += 100_000) {
            sent += 1;
            if (sent === 55) s3.intercept = wrong;
            yield LARGE.subarray(at, at + 100_000);
          }
        })(),
        ABOUT,
      ),
    ).rejects.toMatchObject(FULL);
    expect(await countUnfinished()).toBe(0);
    s3.intercept = null;
    expect(await s3.list()).toEqual(before);
  },
  30_000,
);

test('bytes that are others than were stored end the reading before their end', async () => {
  const { id, size } = await files.write(Readable.from([LARGE]), ABOUT);
  s3.intercept = ({ headers }, response) => {
    const [start = 0, end = 0] =
      /(\d+)-(\d+)/
        .exec(headers.range ?? '')
        ?.slice(1)
        .map(Number) ?? [];
    const body = Buffer.from(LARGE.subarray(start, end + 1));
    body[0] = 0;
    response.writeHead(206, { 'content-length': body.length }).end(body);
  };
  let read = 0;
  await expect(
    (async () => {
      for await (const piece of files.read(id)) read += piece.length;
    })(),
  ).rejects.toMatchObject(UNREADABLE);
  expect(read).toBeLessThan(size);
});

test('an object that somebody took away is said to be unreadable', async () => {
  const { id } = await files.write(Readable.from(['text'].map(Buffer.from)), ABOUT);
  await files.places.s3?.remove(id);
  await expect(readWhole(files.read(id))).rejects.toMatchObject(UNREADABLE);
});

test.each([
  ['https://K:s%2Fe%2Bc@s3.ap-south-1.amazonaws.com/bucket', 'ap-south-1', ''],
  ['https://K:s%2Fe%2Bc@minio.example.in:9000/bucket/some/folder?region=in-1', 'in-1', 'some/folder/'],
  ['https://K:s%2Fe%2Bc@minio.example.in/bucket/', 'us-east-1', ''],
])('%s says where the bucket is', (url, region, prefix) => {
  const wanted = { bucket: 'bucket', region, prefix, accessKeyId: 'K', secretAccessKey: 's/e+c', pathStyle: true };
  expect(parseS3Address(url)).toMatchObject(wanted);
  expect(parseS3Address('https://minio.example.in/bucket')).toBeNull();
});

async function countUnfinished(): Promise<number> {
  const { rows } = await database.pool.query('select from files where removed_at is null and whole_at is null');
  return rows.length;
}
