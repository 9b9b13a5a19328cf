import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { file, MAX_STREAMED_BYTES } from '@anupalan/contract/wire/files';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { copyDatabase } from '../../../test/copy-database.ts';
import { compound, formOf, GENUINE, LOCKED_PDF, pdf } from '../../../test/forms.ts';
import { AppError } from '../errors/errors.ts';
import { handleErrors } from '../http/error-handler.ts';
import { acceptForm } from '../http/validation.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import { StoredDownload } from './downloads.ts';
import type { Scanner } from './scanner.ts';
import { readWhole } from './store/file-store.ts';
import { type OpenFileStore, openFileStore, type StoreSettings } from './store/open-file-store.ts';
import { startS3, type TestS3 } from './store/s3.fixture.ts';
import { streamedFile, withStreamedUpload } from './streamed-uploads.ts';
import { acceptUploads } from './uploads.ts';

const UPLOAD = { field: 'file', several: false, maxBytes: MAX_STREAMED_BYTES, streamed: true } as const;
const TYPES = ['pdf', 'docx', 'xlsx', 'csv', 'txt', 'jpg', 'png'] as const;
const Form = z.object({
  note: z.string().max(5).optional(),
  file: file(TYPES, 'File is required', MAX_STREAMED_BYTES),
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');

const LOCKED = 'This file has a password. Please save it without one, and upload it again.';

let copy: Awaited<ReturnType<typeof copyDatabase>>;
let database: Database;
let s3: TestS3;
/** Where files go. */
let settings: StoreSettings;
let files: OpenFileStore;
/** The same, as the calls have it, which writes as `files` does by then. */
let given: OpenFileStore;
let app: FastifyInstance;
/** What the scanner does; null finds nothing. */
let findVirus: Scanner['findVirus'] | null;
/** What is done with a form that was accepted. */
let use: (form: z.output<typeof Form>) => Promise<unknown>;
/** What the sender has room for. */
let mostBytes: number;

beforeAll(async () => {
  copy = await copyDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, () => {});
  s3 = await startS3();
});

afterAll(async () => {
  await s3.close();
  await database.close();
  await copy.drop();
});

describe.each(['postgres', 's3'])('into %s', (place) => {
  beforeEach(async () => {
    await database.pool.query('truncate files cascade');
    settings = place === 's3' ? { filesS3Url: s3.url } : {};
    files = await openFileStore(database.db, settings);
    given = { ...files, write: (...written) => files.write(...written) };
    use = async (form) => {
      const { id, name, size, type, mediaType, sha256 } = streamedFile(form.file);
      return { id, name, size, type, mediaType, sha256: sha256.toString('hex') };
    };
    findVirus = null;
    mostBytes = MAX_STREAMED_BYTES;
    app = Fastify();
    handleErrors(app);
    await acceptUploads(app, {
      scanner: { findVirus: async (bytes) => (await findVirus?.(bytes)) ?? null },
      pace: { totalMs: 1_500, windowMs: 400, leastBytes: 10 },
      streamed: { purpose: 'evidence', files: given, admit: () => ({ maxBytes: mostBytes, leave: () => {} }) },
    });
    app.post('/', (request) =>
      withStreamedUpload(
        request,
        { upload: UPLOAD, accept: (fields) => acceptForm(Form, fields), workspaceId: null },
        (form) => use(form),
      ),
    );
    app.get<{ Querystring: { id: string; size: number } }>('/', async ({ query: { id, size } }, reply) =>
      (await StoredDownload.open(files, { id, name: 'a.txt', mediaType: 'text/plain', size: Number(size) })).prepare(
        reply,
      ),
    );
  });

  afterEach(async () => {
    await app.close();
    files.close();
  });

  test.each([
    ['a.pdf', GENUINE.pdf, 'application/pdf'],
    ['a.JPEG', Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'), 'image/jpeg'],
    ['b.png', PNG, 'image/png'],
    ['b.xlsx', GENUINE.xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['लेख.csv', GENUINE.csv, 'text/csv'],
    ['note.txt', Buffer.from('Paid at the counter'), 'text/plain'],
    ['runs a script.pdf', pdf({ catalog: '/OpenAction<</S/JavaScript/JS(print\\(\\))>>' }), 'application/pdf'],
  ])('%s goes into the store with its size, hash and type', async (name, bytes, mediaType) => {
    const answer = await send(name, bytes);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      name,
      size: bytes.length,
      type: expect.any(String),
      mediaType,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(await readWhole(files.read(answer.json().id))).toEqual(bytes);
  });

  test('it goes out as an attachment with its length; one that is gone is 404', async () => {
    const bytes = Buffer.alloc(1_300_000, 'text of three parts ');
    const { id, size } = (await send('a.txt', bytes)).json();
    const answer = await app.inject({ url: '/', query: { id, size: String(size) } });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': expect.stringContaining('attachment; filename="a.txt"'),
      'content-length': '1300000',
    });
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    await files.remove(database.db, [id]);
    expect((await app.inject({ url: '/', query: { id, size: String(size) } })).statusCode).toBe(404);
  });

  test.each([
    ['an empty file', 'a.pdf', Buffer.alloc(0), 'The file is empty'],
    ['a page that says it is a PDF', 'a.pdf', Buffer.from('<html>%PDF-1.7</html>'), 'Invalid file type'],
    ['a program that says it is a picture', 'a.png', Buffer.from('MZ\x90\x00\x03'), 'Invalid file type'],
    [
      'a PDF that starts a program',
      'a.pdf',
      pdf({ catalog: '/OpenAction<</S/Launch/F(a.exe)>>' }),
      'This PDF starts a program. Please print it to a new PDF, and choose that',
    ],
    ['text with control characters', 'a.csv', Buffer.from('a,b\n\x00'), 'Invalid file type'],
    ['a PDF with a password', 'a.pdf', LOCKED_PDF, LOCKED],
    ['a workbook with a password', 'a.xlsx', compound({ EncryptionInfo: '00', EncryptedPackage: '00' }), LOCKED],
    ['a type that nobody takes', 'a.exe', GENUINE.pdf, 'Invalid file type'],
    ['26 MB', 'a.pdf', pdf({ size: 26 * 1024 ** 2 }), 'File size must be less than 25MB'],
  ])('%s is refused, and nothing of it stays', async (_, name, bytes, message) => {
    const answer = await send(name, bytes);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await countFiles()).toBe(0);
  });

  test('one with a virus is refused; while the scanner is away it is taken, and waits', async () => {
    files.close();
    files = await openFileStore(database.db, { ...settings, clamdUrl: 'tcp://127.0.0.1:1' });
    Object.assign(given, { ...files, write: files.write });
    findVirus = async (bytes) =>
      Buffer.isBuffer(bytes) || (await readWhole(bytes)).includes('sick') ? 'Test.Sick' : null;
    const sick = await send('a.txt', Buffer.from('a sick text'));
    expect(sick.json()).toMatchObject({ errors: { file: 'A virus was found in this file' } });
    expect(await countFiles()).toBe(0);
    const { id } = (await send('a.txt', Buffer.from('a text'))).json();
    expect(String(await readWhole(files.read(id)))).toBe('a text');
    findVirus = () => Promise.reject(new Error('The scanner is away'));
    const waiting = (await send('a.txt', Buffer.from('another text'))).json();
    await expect(readWhole(files.read(waiting.id))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a field that is wrong, before the file or after it, takes the file away again', async () => {
    const before = await app.inject({ ...formOf({ note: 'too long' }, [chosen('a.pdf', GENUINE.pdf)]), url: '/' });
    expect([before.statusCode, await countFiles()]).toEqual([400, 0]);
    use = async () => {
      throw new AppError('conflict', 'Ten are enough');
    };
    expect([(await send('a.pdf', GENUINE.pdf)).statusCode, await countFiles()]).toEqual([409, 0]);
  });

  test('without a file, or with a second one, the form says what is missing and keeps the first', async () => {
    const none = await app.inject({ ...formOf({ note: 'x' }), url: '/' });
    expect(none.json()).toMatchObject({ message: 'File is required', errors: { file: 'File is required' } });
    const two = formOf({}, [chosen('a.txt', Buffer.from('one')), chosen('b.txt', Buffer.from('two'))]);
    expect((await app.inject({ ...two, url: '/' })).json()).toMatchObject({ name: 'a.txt', size: 3 });
    expect(await countFiles()).toBe(1);
  });

  test('a store that fails in the middle answers 503, and the sender may go on with the connection', async () => {
    const write = files.write;
    let empty: (() => Promise<void>) | undefined;
    files.write = (source, about) =>
      write(
        (async function* () {
          for await (const chunk of source) yield chunk;
          empty = await fillUp();
          yield Buffer.alloc(6 * 1024 ** 2);
        })(),
        about,
      );
    const answer = await send('a.txt', Buffer.from('some text'));
    await empty?.();
    expect(answer.statusCode).toBe(503);
    expect(answer.json().message).toBe('Files cannot be stored right now. Please try again shortly.');
    expect(await countFiles()).toBe(0);
    files.write = write;
    expect((await send('a.txt', Buffer.from('some text'))).statusCode).toBe(200);
  });

  test('what its sender has no room for is refused, with how much they have', async () => {
    mostBytes = 1024 ** 2;
    const answer = await send('a.txt', Buffer.alloc(mostBytes + 1, 'text'));
    expect([answer.statusCode, answer.json().errors]).toEqual([400, { file: 'The file may have at most 1 MB' }]);
    expect(await countFiles()).toBe(0);
  });

  test('a sender who is slow is cut; a store that is slow is waited for', async () => {
    const write = files.write;
    files.write = (source, about) =>
      write(
        (async function* () {
          await new Promise((wake) => setTimeout(wake, 700));
          yield* source;
        })(),
        about,
      );
    expect((await send('a.txt', Buffer.from('some text'))).statusCode).toBe(200);
    files.write = write;
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    expect(await readToEnd(await begin(port, FORM.subarray(0, 300)))).toMatch(/^HTTP\/1\.1 408 /);
    await vi.waitFor(async () => expect(await countFiles()).toBe(1));
  });

  test('an upload that is cut at any byte leaves nothing that can be seen', async () => {
    const used = vi.fn(use);
    use = used;
    const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
    for (let at = 0; at < FORM.length; at += 10) {
      const socket = await begin(port, FORM.subarray(0, at));
      socket.end();
      socket.destroy();
    }
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query('select from files where whole_at is null and removed_at is null');
      expect(rows).toEqual([]);
    });
    expect([used.mock.calls.length, await countFiles()]).toEqual([0, 0]);
    expect(await readToEnd(await begin(port, FORM))).toMatch(/^HTTP\/1\.1 200 /);
  }, 60_000);
});

const FORM = Buffer.from(formOf({ note: 'paid' }, [chosen('a.txt', Buffer.alloc(600, 'a'))]).payload as Buffer);

/** Lets both places take no more than a first piece. @returns what ends that */
async function fillUp(): Promise<() => Promise<void>> {
  const table = 'alter table file_parts';
  await database.pool.query(`${table} add constraint full_up check (part < 2) not valid`);
  s3.intercept = (request, response) => {
    request.resume();
    response.writeHead(507).end('<Error><Code>InsufficientStorage</Code></Error>');
  };
  return async () => {
    s3.intercept = null;
    await database.pool.query(`${table} drop constraint full_up`);
  };
}

function chosen(name: string, bytes: Buffer) {
  return { field: 'file', name, bytes };
}

function send(name: string, bytes: Buffer) {
  return app.inject({ ...formOf({}, [chosen(name, bytes)]), url: '/' });
}

/** The files that somebody could read. */
async function countFiles(): Promise<number> {
  const { rows } = await database.pool.query('select from files where whole_at is not null and removed_at is null');
  return rows.length;
}

/** Sends these bytes of the form. */
async function begin(port: number, bytes: Buffer): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const type = formOf({}).headers?.['content-type'];
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${FORM.length}\r\n\r\n`,
  );
  await new Promise((sent) => socket.write(bytes, sent));
  return socket;
}

/** What a connection brings until it is cut. */
async function readToEnd(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('data', (part: Buffer) => parts.push(part));
  await once(socket, 'close');
  return Buffer.concat(parts).toString();
}
