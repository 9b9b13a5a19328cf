import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { MAX_STREAMED_BYTES } from '@anupalan/contract/wire/files';
import { z } from 'zod';
import { startS3 } from '../../apps/server/src/platform/files/store/s3.fixture.ts';
import { formOf, pdf } from '../../apps/server/test/forms.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { type SignedIn, seedViewers } from './everyday.ts';

const UPLOADS = 50;

/** Megabytes that the server may take more than when it is idle. */
const ALLOWED = 300;

const MEGABYTE = 1_048_576;

/** Bytes that are sent at once. */
const CHUNK = 65_536;

/** What people send at the largest: a scanned document, which is opened, and a photograph, which isn't. */
const FILES = [
  { name: 'challan.pdf', bytes: pdf({ size: MAX_STREAMED_BYTES }) },
  {
    name: 'challan.jpg',
    bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(MAX_STREAMED_BYTES - 4, 7)]),
  },
];

const FORMS = FILES.map((file) => formOf({}, [{ field: 'file', ...file }]));

/**
 * Measures what memory a server takes while fifty people send it evidence of 25 MB at once, with the bytes in PostgreSQL
 * and in S3.
 */
export async function measureUploads(postgres: BenchPostgres): Promise<Figure[]> {
  const viewers = await seedViewers(postgres.database);
  const inPostgres = await measureIn(postgres, viewers, {});
  const s3 = await startS3();
  const inS3 = await measureIn(postgres, viewers, { FILES_S3_URL: s3.url });
  await s3.close();
  return [
    {
      target: `${UPLOADS} uploads of 25 MB at once`,
      floor: `idle, and ${ALLOWED} MB`,
      measures: [
        { name: 'MB more than idle, bytes in PostgreSQL', ...inPostgres.memory },
        { name: 'seconds, bytes in PostgreSQL', target: inPostgres.seconds, floor: Number.NaN, ratio: Number.NaN },
        { name: 'MB more than idle, bytes in S3', ...inS3.memory },
        { name: 'seconds, bytes in S3', target: inS3.seconds, floor: Number.NaN, ratio: Number.NaN },
      ],
    },
  ];
}

async function measureIn(postgres: BenchPostgres, viewers: readonly SignedIn[], env: Record<string, string>) {
  const settings = { DATABASE_URL: postgres.databaseUrl, LOG_LEVEL: 'error', FILES_QUOTA_GB: '100', ...env };
  await using server = await startServer('../apps/server/src/main.ts', settings, ['--expose-gc']);
  const idle = z.object({ rss: z.number() }).parse(await server.readMemory()).rss;
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: UPLOADS }, (_, n) => send(server, viewers[n % viewers.length], FORMS[n % FORMS.length])),
  );
  const seconds = (performance.now() - began) / 1_000;
  if (statuses.some((status) => status !== 201)) console.error('not all were taken:', statuses.join(' '));
  const most = await server.readPeak();
  const more = (most - idle) / MEGABYTE;
  console.error(`idle ${(idle / MEGABYTE).toFixed(0)} MB, at most ${(most / MEGABYTE).toFixed(0)} MB`);
  return { memory: { target: more, floor: ALLOWED, ratio: ALLOWED / more }, seconds };
}

/** Sends a form over a connection of its own. @returns the status of the answer */
async function send({ port }: BenchServer, viewer: SignedIn | undefined, form = FORMS[0]): Promise<number> {
  const headers = { ...viewer?.headers, 'content-type': String(form?.headers?.['content-type']) };
  const body = form?.payload;
  if (!Buffer.isBuffer(body)) throw new TypeError('The form is no bytes');
  const where = { port, host: '127.0.0.1', method: 'POST', path: '/api/evidence', agent: false };
  const asking = request({ ...where, headers: { ...headers, 'content-length': body.length } });
  // In chunks, each once the one before is taken: what waits to be sent would only be copied.
  void pipeline(Readable.from(chunksOf(body)), asking).catch(() => {});
  const [answer] = await once(asking, 'response');
  if (!(answer instanceof IncomingMessage)) throw new TypeError('There is no answer');
  await text(answer);
  return answer.statusCode ?? 0;
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}
