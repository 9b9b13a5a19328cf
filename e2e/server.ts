import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findRunningPostgres } from '../apps/server/src/platform/embedded-postgres/start.ts';
import { type Database, openDatabase } from '../apps/server/src/platform/postgres/database.ts';
import { findFreePort } from '../apps/server/src/platform/process/free-port.ts';

const MAIN = path.join(import.meta.dirname, '../apps/server/src/main.ts');

/** Against hanging alone: a busy machine may take a minute. */
const READY_WITHIN_MS = 180_000;

/** Data folder of a server that was started once and stopped, where there is one: a first start takes seconds. */
const BEGUN = process.env.BEGUN_DATA_DIR;

/** Real server with a data folder and PostgreSQL of its own. */
export class Server {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #database: Promise<Database> | null = null;
  #output = '';

  private constructor(dataDir: string, port: number, env: NodeJS.ProcessEnv) {
    this.dataDir = dataDir;
    this.url = `http://localhost:${port}`;
    // A line for each request is work that nobody reads.
    const quiet = { LOG_LEVEL: 'warn', NODE_ENV: 'test' };
    this.#env = { ...process.env, ...quiet, ...env, PORT: String(port), DATA_DIR: dataDir };
  }

  /** @param where the folder for its data folder */
  static async start(env: NodeJS.ProcessEnv = {}, where = tmpdir()): Promise<Server> {
    const dataDir = await mkdtemp(path.join(where, 'anupalan-e2e-'));
    if (BEGUN) cpSync(BEGUN, dataDir, { recursive: true });
    return Server.#startOn(dataDir, env);
  }

  /** Starts on an empty data folder. */
  static async startFirst(env: NodeJS.ProcessEnv = {}): Promise<Server> {
    return Server.#startOn(await mkdtemp(path.join(tmpdir(), 'anupalan-e2e-')), env);
  }

  static async #startOn(dataDir: string, env: NodeJS.ProcessEnv): Promise<Server> {
    const server = new Server(dataDir, await findFreePort(), env);
    await server.start();
    return server;
  }

  /** Starts on the same data folder and port, and waits until the server is ready. */
  async start(): Promise<void> {
    this.#output = '';
    // IPC channel, by which the server notices when this process is killed.
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
    await (await this.#database)?.close();
    this.#database = null;
    child.kill(signal);
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Code in the newest mail to an address that has one; other mail is delivered in its own time. */
  async readCode(to: string): Promise<string> {
    const answer = await fetch(`${this.url}/api/mailbox?to=${encodeURIComponent(to)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    const [code] = data.flatMap(({ text }) => text.match(/\b\d{6}\b/) ?? []);
    if (!code) throw new Error(`no code was mailed to ${to}`);
    return code;
  }

  /** Database of the running server, for what only time brings about and for people who were there before. */
  connect(): Promise<Database> {
    this.#database ??= this.#openDatabase();
    return this.#database;
  }

  async #openDatabase(): Promise<Database> {
    const url = await findRunningPostgres(this.dataDir);
    if (!url) throw new Error('its database does not run');
    return openDatabase(url, () => {});
  }

  /** Password printed by the first start. */
  get administratorPassword(): string {
    return this.#output.match(/Password\s+(\S+)/)?.[1] ?? '';
  }

  /** Link printed by each start until the administrator has chosen a password. */
  get setUpLink(): string {
    return this.#output.match(/Set-up link\s+(\S+)/)?.[1] ?? '';
  }
}
