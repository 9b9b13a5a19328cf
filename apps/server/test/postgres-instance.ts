import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';

/** A process that holds an embedded PostgreSQL, as the server does. */
export interface InstanceRun {
  process: ChildProcess;
  /** The database's address, or the error. */
  outcome: Promise<string>;
  output(): string;
  ended: Promise<unknown>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Instance extends InstanceRun {
  url: string;
  /** Stops all of it, as SIGTERM stops a server. */
  stop(): Promise<void>;
}

interface InstanceOptions {
  throwaway?: boolean;
  /** The PATH in which it looks for `unshare` and `setpriv`. */
  path?: string;
}

const running = new Set<ChildProcess>();

/** For after each test: one that failed leaves its instances. */
export function endInstances(): void {
  for (const child of running) child.kill('SIGTERM');
}

export function runInstance(
  dataDir: string,
  { throwaway, path = process.env.PATH }: InstanceOptions = {},
): InstanceRun {
  const main = join(import.meta.dirname, 'postgres-instance-main.ts');
  const child = spawn(process.execPath, [main, dataDir, ...(throwaway ? ['throwaway'] : [])], {
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = once(child, 'close').finally(() => running.delete(child));
  let output = '';
  const outcome = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const address = /^postgres:.*$/m.exec(output)?.[0];
      if (address) resolve(address);
    });
    ended.then(() => resolve(output.trim()));
  });
  return {
    process: child,
    outcome,
    output: () => output,
    ended,
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

/** Starts an instance; the test fails when it does not start. */
export async function startInstance(dataDir: string, options?: InstanceOptions): Promise<Instance> {
  const run = runInstance(dataDir, options);
  const url = await run.outcome;
  expect(url).toMatch(/^postgres:/);
  return {
    ...run,
    url,
    async stop() {
      await run.end('SIGTERM');
      expect(run.process.exitCode).toBe(0);
    },
  };
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {
    // The connection's error is ignored: the statement under way fails with it too.
  });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
