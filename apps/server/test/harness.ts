import type { FastifyBaseLogger, FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { openDatabase } from '../src/platform/database.ts';
import { DatabaseListener } from '../src/platform/database-listener.ts';
import { createMailboxMailer, type Mailer } from '../src/platform/mailer.ts';
import { openPaymentGateway } from '../src/platform/payment-gateways.ts';
import { createAuthLimits, createPaymentLimit } from '../src/platform/rate-limits.ts';
import type { Services } from '../src/services.ts';
import { copyDatabase } from './copy-database.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  /** Work that was enqueued, newest last; nothing runs it but the test. */
  readonly enqueued: { queue: string; data: object }[];
  /** Calls the API; a 5xx that `expect5xx` doesn't announce fails the test. */
  call(options: InjectOptions & { token?: string; expect5xx?: boolean }): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

interface TestOptions {
  env?: Record<string, string>;
  mailer?: Mailer;
  now?: () => Temporal.Instant;
  log?: FastifyBaseLogger;
  /** Puts something between the server and its database. */
  reroute?: (databaseUrl: string) => Promise<string>;
}

/** The real server on its own copy of the migrated database. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const copy = await copyDatabase(inject('postgresUrl'));
  const ignore = () => {};
  const url = options.reroute ? await options.reroute(copy.url) : copy.url;
  const database = openDatabase(url, ignore);
  const listener = new DatabaseListener(url, ignore);
  await listener.open();
  const enqueued: TestApp['enqueued'] = [];
  const config = readConfig({ DATABASE_URL: url, ...options.env });
  const now = options.now ?? Temporal.Now.instant;
  const services: Services = {
    config,
    database,
    listener,
    mailer: options.mailer ?? createMailboxMailer(database.db),
    jobs: {
      enqueue: async (_trx, queue, data) => void enqueued.push({ queue, data }),
      stop: async () => {},
    },
    gateway: await openPaymentGateway(config, database.db, now),
    limits: createAuthLimits(database.pool, config.attemptsPerIp),
    paymentLimit: createPaymentLimit(database.pool),
    log: options.log ?? pino({ level: 'silent' }),
    now,
  };
  const app = await buildApp(services);
  return {
    app,
    services,
    enqueued,
    call: (request) => callApp(app, request),
    close: async () => {
      await app.close();
      await listener.close();
      await database.close();
      await copy.drop();
    },
  };
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
