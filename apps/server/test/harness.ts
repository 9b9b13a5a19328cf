import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Rooms } from '../src/platform/admission/admit-calls.ts';
import { openFileStore } from '../src/platform/files/store/open-file-store.ts';
import { createMailboxMailer, type Mailer } from '../src/platform/mail/mailer.ts';
import { createOutbound, type Outbound } from '../src/platform/outbound/outbound.ts';
import { openDatabase, POOLED } from '../src/platform/postgres/database.ts';
import { DatabaseListener } from '../src/platform/postgres/database-listener.ts';
import type { Services } from '../src/services.ts';
import { copyDatabase } from './copy-database.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The owner of the tables, who may do what the server may not, such as altering or emptying one. */
  readonly owner: pg.Pool;
  readonly ownerUrl: string;
  /** Work that was enqueued, newest last; only the test runs it. */
  readonly enqueued: { queue: string; data: object }[];
  /** Calls the API; a 5xx fails the test unless `expect5xx` announces it. */
  call(options: InjectOptions & { token?: string; expect5xx?: boolean }): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

interface TestOptions {
  env?: Record<string, string>;
  mailer?: Mailer;
  /** The way out; without one no name leads anywhere. */
  outbound?: Outbound;
  now?: () => Temporal.Instant;
  log?: FastifyBaseLogger;
  rooms?: Rooms;
  /** Serves the web app too; reading its pages takes half of a start, and few tests ask for one. */
  pages?: boolean;
  /** Replaces the address of the database, to put something between it and the server. */
  reroute?: (databaseUrl: string) => Promise<string>;
  /** Puts a pooler between the database and what needs no session of its own. */
  pooler?: (databaseUrl: string) => Promise<string>;
}

/** The real server on its own copy of the migrated database, in which it may do no more than a server may. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const copy = await copyDatabase(inject('postgresUrl'));
  const ignore = () => {};
  const owner = new pg.Pool({ connectionString: copy.url });
  // Connections that wait are ended with the copy.
  owner.on('error', ignore);
  const serverUrl = new URL(inject('serverUrl'));
  serverUrl.pathname = new URL(copy.url).pathname;
  const url = options.reroute ? await options.reroute(serverUrl.href) : serverUrl.href;
  const database = options.pooler ? openDatabase(await options.pooler(url), ignore, POOLED) : openDatabase(url, ignore);
  const listener = new DatabaseListener(url, ignore);
  await connectPatiently(() => listener.open());
  await connectPatiently(() => database.pool.query('select'));
  const enqueued: TestApp['enqueued'] = [];
  const config = readConfig({ DATABASE_URL: url, ...options.env });
  const files = await openFileStore(database.db, config);
  const services = compose({
    config,
    database,
    files,
    listener,
    mailer: options.mailer ?? createMailboxMailer(database.db),
    jobs: {
      enqueue: async (_trx, queue, data) => void enqueued.push({ queue, data }),
      forget: async () => {},
    },
    outbound: options.outbound ?? createOutbound({ resolve: async () => [] }),
    log: options.log ?? pino({ level: 'silent' }),
    now: options.now ?? Temporal.Now.instant,
  });
  const { rooms, pages = false } = options;
  const app = await buildApp(services, { ...(rooms && { rooms }), pages });
  return {
    app,
    services,
    owner,
    ownerUrl: copy.url,
    enqueued,
    call: (request) => callApp(app, request),
    close: async () => {
      await app.close();
      files.close();
      await listener.close();
      await database.close();
      await owner.end();
      await copy.drop();
    },
  };
}

/** Connects again where a busy machine took longer than a server waits. */
async function connectPatiently(connect: () => Promise<unknown>): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await connect();
      return;
    } catch (error) {
      const isLate = error instanceof Error && error.message.includes('timeout');
      if (!isLate || attempts === 10) throw error;
    }
  }
}

async function callApp(
  app: FastifyInstance,
  { token, expect5xx = false, ...request }: Parameters<TestApp['call']>[0],
): Promise<LightMyRequestResponse> {
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await app.inject({ ...request, headers });
  if (response.statusCode >= 500 && !expect5xx) {
    throw new Error(
      `${request.method ?? 'GET'} ${String(request.url)} answered ${response.statusCode}: ${response.body}`,
    );
  }
  return response;
}

/** Sends a GET and reads nothing of its answer but the first bytes, by which it is known to be on its way. */
export async function readSlowly(port: number, path: string, token = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const authorization = token && `Authorization: Bearer ${token}\r\n`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}Accept-Encoding: identity\r\n\r\n`);
  socket.on('error', () => {});
  await once(socket, 'readable');
  return socket;
}

/** Whether the answer began with this status; needs what {@link readSlowly} has left unread. */
export function statusOf(socket: Socket): number {
  return Number(String(socket.read(12) ?? '').slice(9));
}
