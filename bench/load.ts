import { Agent, request } from 'node:http';
import type { BenchServer } from './bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from './figure.ts';

const CONNECTIONS = 8;
const TURNS = 6;
const TURN_MS = 2_000;

/** A server with the requests that it is asked again and again. */
export interface Target {
  readonly name: string;
  readonly server: BenchServer;
  readonly headers: Record<string, string>;
  /** The status of its answers; 200 unless said otherwise. */
  readonly status?: number;
  /** The next request; `body` is sent as JSON. */
  readonly next: () => { method: string; path: string; body?: unknown };
}

/** The results of a server under load; times are of a request, on average. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly serverCpuMs: number;
  readonly postgresCpuMs: number;
}

/**
 * Loads a target and a floor in turns, so that other work on the machine hits both alike, and compares within each
 * turn. The first turn only warms up.
 */
export async function compareUnderLoad(postgres: BenchPostgres, target: Target, floor: Target): Promise<Figure> {
  const turns: Turn<Load>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const loads = { target: await applyLoad(postgres, target), floor: await applyLoad(postgres, floor) };
    if (turn > 0) turns.push(loads);
  }
  return {
    target: target.name,
    floor: floor.name,
    measures: [
      measure('requests a second', turns, (load) => load.requestsPerSecond, { more: true }),
      measure('CPU ms a request', turns, (load) => load.serverCpuMs, { more: false }),
      measure("PostgreSQL's CPU ms a request", turns, (load) => load.postgresCpuMs, { more: false }),
    ],
  };
}

/** Loads a server from this process, over connections that are kept, each with one request at a time. */
export async function applyLoad(
  postgres: Pick<BenchPostgres, 'readPostgresCpuMs'>,
  { server, headers, next, status = 200 }: Target,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = { server: await server.readCpuMs(), postgres: postgres.readPostgresCpuMs() };
  const began = performance.now();
  let requests = 0;
  const keepAsking = async () => {
    while (performance.now() - began < TURN_MS) {
      const { body, ...where } = next();
      const options = { agent, port: server.port, headers, status, ...where };
      await ask(options, body === undefined ? undefined : JSON.stringify(body));
      requests++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return {
    requestsPerSecond: requests / seconds,
    serverCpuMs: ((await server.readCpuMs()) - before.server) / requests,
    postgresCpuMs: (postgres.readPostgresCpuMs() - before.postgres) / requests,
  };
}

type Options = {
  agent: Agent;
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  status: number;
};

function ask({ headers, status, ...options }: Options, body: string | undefined): Promise<void> {
  const length =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', ...options, headers: { ...headers, ...length } }, (response) => {
      if (response.statusCode !== status) reject(new Error(`${options.path} answered ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    })
      .on('error', reject)
      .end(body);
  });
}
