import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { parseS3Address } from './s3-address.ts';
import { createS3Place } from './s3-place.ts';

/** An S3-compatible store on this machine, with something in between that a test can make go wrong. */
export interface TestS3 {
  /** The address for `FILES_S3_URL`. */
  readonly url: string;
  /** What becomes of a request; null lets it through to the store. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** Lets a request through to the store. */
  passOn(request: IncomingMessage, response: ServerResponse): void;
  /** The ids of what lies there. */
  list(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(path.join(tmpdir(), 'anupalan-s3-'));
  const configureBuckets = [{ name: 'files' }];
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await store.run();
  const between = createServer((incoming, response) => {
    if (started.intercept) started.intercept(incoming, response);
    else passOn(incoming, response, port);
  });
  between.listen(0, '127.0.0.1');
  await once(between, 'listening');
  const address: AddressInfo | string | null = between.address();
  if (typeof address !== 'object' || !address) throw new Error('The store has no port');
  const url = `http://S3RVER:S3RVER@127.0.0.1:${address.port}/files/anupalan`;
  const place = createS3Place(parseS3Address(url) ?? failed());
  const started: TestS3 = {
    url,
    intercept: null,
    passOn: (request, response) => passOn(request, response, port),
    list: async () => {
      const ids: string[] = [];
      for await (const page of place.list()) ids.push(...page.map(({ id }) => id));
      return ids;
    },
    close: async () => {
      place.close();
      between.closeAllConnections();
      between.close();
      store.httpServer.closeAllConnections();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return started;
}

/** Hands a request to the store as it came: its signature is over the host that was asked. */
function passOn(incoming: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  incoming.on('close', () => incoming.complete || onward.destroy());
  incoming.pipe(onward);
}

function failed(): never {
  throw new Error('The address of the store is wrong');
}
