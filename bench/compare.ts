import { Agent, get } from 'node:http';
import type { BenchServer } from './bench-server.ts';
import type { Figure, Ground, Load } from './figure.ts';

const CONNECTIONS = 8;
const TURNS = 6;
const TURN_MS = 2_000;

/** What a server is asked for, again and again. */
export interface Target {
  readonly name: string;
  readonly server: BenchServer;
  readonly path: string;
  readonly headers: Record<string, string>;
}

/**
 * Loads a target and a floor in turns, so that what else the machine does hits both alike, and compares within each
 * turn. The first turn only warms up.
 */
export async function compare(ground: Ground, target: Target, floor: Target): Promise<Figure> {
  const turns: { target: Load; floor: Load }[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const loads = { target: await applyLoad(ground, target), floor: await applyLoad(ground, floor) };
    if (turn > 0) turns.push(loads);
  }
  return {
    target: target.name,
    floor: floor.name,
    targetLoad: summarize(turns.map((loads) => loads.target)),
    floorLoad: summarize(turns.map((loads) => loads.floor)),
    requestsRatio: median(turns.map((loads) => loads.target.requestsPerSecond / loads.floor.requestsPerSecond)),
    cpuRatio: median(turns.map((loads) => loads.floor.serverCpuMs / loads.target.serverCpuMs)),
  };
}

/** From this process, over connections that are kept, each with one request at a time. */
async function applyLoad(ground: Ground, { server, path, headers }: Target): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const before = { server: await server.readCpuMs(), postgres: ground.readPostgresCpuMs() };
  const began = performance.now();
  let requests = 0;
  const keepAsking = async () => {
    while (performance.now() - began < TURN_MS) {
      await ask({ agent, port: server.port, path, headers });
      requests++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return {
    requestsPerSecond: requests / seconds,
    serverCpuMs: ((await server.readCpuMs()) - before.server) / requests,
    postgresCpuMs: (ground.readPostgresCpuMs() - before.postgres) / requests,
  };
}

function ask(options: { agent: Agent; port: number; path: string; headers: Record<string, string> }): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', ...options }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${options.path} answered ${response.statusCode}`));
      response.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}

function summarize(loads: readonly Load[]): Load {
  return {
    requestsPerSecond: median(loads.map((load) => load.requestsPerSecond)),
    serverCpuMs: median(loads.map((load) => load.serverCpuMs)),
    postgresCpuMs: median(loads.map((load) => load.postgresCpuMs)),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
