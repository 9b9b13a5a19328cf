import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { makeCertificate } from './certificate.fixture.ts';
import { createOutbound, type Outbound } from './outbound.ts';
import type { ResolveName } from './resolve-name.ts';

/** A call as the server of a test got it. */
export interface GotCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A public address, under which the internet of tests has its server. */
export const PUBLIC = '93.184.215.14';

/** The host of the server, which its certificate is for. */
export const HOST = 'hooks.example.com';

/** An internet of one https server on this machine, which names and addresses lead to as a test says. */
export interface TestInternet {
  readonly outbound: Outbound;
  /** What the server got, in order. */
  readonly got: GotCall[];
  /** The addresses of names; a name that is not here has none. Each answer is given once, the last for ever. */
  readonly names: Map<string, string[][]>;
  /** The names that were asked for, and the addresses that sockets went to. */
  readonly asked: string[];
  readonly reached: string[][];
  readonly port: number;
  /** The same client with another resolver. */
  withResolver(resolve: ResolveName): Outbound;
  /** What the server does with a call from now on; it answers 204 until told otherwise. */
  answer(answer: Answer): void;
  close(): Promise<void>;
}

export async function openInternet({ host = HOST, patience }: { host?: string; patience?: number } = {}) {
  const { cert, key } = makeCertificate(host);
  const got: GotCall[] = [];
  const asked: string[] = [];
  const reached: string[][] = [];
  const names = new Map([[HOST, [[PUBLIC]]]]);
  let answer: Answer = (_request, response) => void response.writeHead(204).end();
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    got.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks) });
    answer(request, response);
  });
  server.on('tlsClientError', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const withResolver = (resolve: ResolveName) =>
    createOutbound({
      ca: cert,
      resolve,
      route: (addresses) => {
        reached.push([...addresses]);
        return { addresses: ['127.0.0.1'], port };
      },
      ...(patience !== undefined && { patience }),
    });
  const internet: TestInternet = {
    outbound: withResolver(async (name) => {
      asked.push(name);
      const answers = names.get(name) ?? [[]];
      return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    }),
    withResolver,
    port,
    got,
    names,
    asked,
    reached,
    answer: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return internet;
}
