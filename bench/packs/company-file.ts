import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { addViewer, signIn } from '../viewers.ts';
import { seed } from './packs.ts';

const MB = 1024 * 1024;

/** Obligations of the company, each with 120 occurrences: room for 6 GB of evidence. */
const ITEMS = 10;

const BOUNDARY = 'anupalan-bench';

const Asked = z.object({ data: z.object({ _id: z.string(), state: z.string(), fault: z.string().nullable() }) });
const Address = z.object({ data: z.object({ address: z.string() }) });

/**
 * Measures a company with so many GB of evidence that goes out as a file, over the wire, and comes in for somebody else: the
 * most memory that the server takes for each, against 300 MB.
 */
export async function measureCompanyFile(postgres: BenchPostgres, gigabytes: number): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const archive = path.join(folder, 'company.zip');
  const { database, databaseUrl } = postgres;
  const owner = { authorization: `Bearer ${await signIn(database, await seed(postgres, ITEMS, gigabytes))}` };
  const other = { authorization: `Bearer ${await signIn(database, await addViewer(database))}` };
  const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', FILES_QUOTA_GB: '100' };
  const measured = async (what: string, work: (port: number) => Promise<void>): Promise<Figure> => {
    await using server = await startServer('../apps/server/src/main.ts', settings);
    const idle = await server.readPeak();
    const began = performance.now();
    await work(server.port);
    const seconds = (performance.now() - began) / 1_000;
    const more = ((await server.readPeak()) - idle) / MB;
    const size = (await stat(archive)).size / MB;
    console.error(`${what}: ${Math.round(size)} MB, ${Math.round(seconds)} s, ${Math.round(more)} MB`);
    return {
      target: `a company of ${gigabytes} GB that ${what}`,
      floor: '300 MB',
      measures: [
        { name: 'MB a second', target: size / seconds, floor: Number.NaN, ratio: Number.NaN },
        { name: 'MB more than idle', target: more, floor: 300, ratio: 300 / more },
      ],
    };
  };
  return [
    await measured('goes out', (port) => takeOut(port, owner, archive)),
    await measured('comes in', (port) => takeIn(port, other, archive)),
  ];
}

async function takeOut(port: number, headers: Record<string, string>, archive: string): Promise<void> {
  const call = async (method: string, rest: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/exports/company${rest}`, { method, headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { _id: id } = Asked.parse(await call('POST', '')).data;
  for (let state = ''; state !== 'ready'; ) {
    await pause(500);
    const { data } = Asked.parse(await call('GET', `/${id}`));
    if (data.state === 'failed') throw new Error(data.fault ?? 'It failed');
    state = data.state;
  }
  const { address } = Address.parse(await call('POST', `/${id}/address`)).data;
  const answer = await fetch(`http://127.0.0.1:${port}${new URL(address).pathname}`);
  if (!answer.ok || !answer.body) throw new Error(`${answer.status}`);
  const file = await open(archive, 'w');
  await pipeline(Readable.fromWeb(answer.body), file.createWriteStream());
}

async function takeIn(port: number, headers: Record<string, string>, archive: string): Promise<void> {
  const before = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="company.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const after = `\r\n--${BOUNDARY}--\r\n`;
  const length = before.length + (await stat(archive)).size + after.length;
  const sent = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/imports/company' },
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': length },
  });
  const answered = once(sent, 'response');
  const body = async function* () {
    yield before;
    yield* createReadStream(archive);
    yield after;
  };
  await pipeline(Readable.from(body()), sent);
  const [answer] = await answered;
  if (!(answer instanceof IncomingMessage)) throw new TypeError('No answer');
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${said}`);
}
