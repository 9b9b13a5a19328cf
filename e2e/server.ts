import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '../apps/server/src/platform/embedded-postgres.ts';

const MAIN = path.join(import.meta.dirname, '../apps/server/src/main.ts');

const READY_WITHIN_MS = 60_000;

/** The real server with its own PostgreSQL on a data folder of its own. */
export class Server {
  readonly url: string;
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #output = '';

  private constructor(dataDir: string, port: number, env: NodeJS.ProcessEnv) {
    this.#dataDir = dataDir;
    this.url = `http://localhost:${port}`;
    this.#env = { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'test' };
  }

  static async start(env: NodeJS.ProcessEnv = {}): Promise<Server> {
    const server = new Server(await mkdtemp(path.join(tmpdir(), 'anupalan-e2e-')), await findFreePort(), env);
    await server.start();
    return server;
  }

  /** Starts on the same data folder and port; waits until the server is ready. */
  async start(): Promise<void> {
    this.#output = '';
    // Its channel lets the server notice when this process is killed.
    const child = spawn(process.execPath, [MAIN], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#process = child;
    const ready = new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error(`not ready in time:\n${this.#output}`)), READY_WITHIN_MS);
      const hear = (chunk: Buffer) => {
        this.#output += chunk;
        if (!this.#output.includes('Anupalan is ready')) return;
        clearTimeout(tooLate);
        resolve();
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready:\n${this.#output}`)));
    });
    await ready;
  }

  /** Ends the server as a person (SIGTERM) or an accident (SIGKILL) would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** The code in the newest mail to an address that has one; other mail is delivered in its own time. */
  async readCode(to: string): Promise<string> {
    const answer = await fetch(`${this.url}/api/mailbox?to=${encodeURIComponent(to)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    const [code] = data.flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? []);
    if (!code) throw new Error(`no code was mailed to ${to}`);
    return code;
  }

  /** Runs a statement in its database: for what only time brings about. */
  async query(statement: string, values: unknown[]): Promise<void> {
    const url = await findRunningPostgres(this.#dataDir);
    if (!url) throw new Error('its database does not run');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement, values);
    await client.end();
  }

  /** The password that the first start printed. */
  get administratorPassword(): string {
    return this.#output.match(/Password\s+(\S+)/)?.[1] ?? '';
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
