import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartupError } from '../../apps/server/src/platform/errors/startup-error.ts';

/** The programs of the machine that the rehearsal is about. */
export interface Programs {
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly pgbouncer: string;
  readonly haproxy: string;
}

/** Finds the programs, as Debian's packages put them. @throws StartupError that says in one line how to get them. */
export function findPrograms(root = '/'): Programs {
  const [postgres] = globSync(`${root}usr/lib/postgresql/*/bin`).filter((folder) =>
    existsSync(`${folder}/pg_basebackup`),
  );
  const [pgbouncer, haproxy] = ['pgbouncer', 'haproxy'].map((name) =>
    ['usr/sbin', 'usr/bin'].map((folder) => `${root}${folder}/${name}`).find(existsSync),
  );
  if (postgres && pgbouncer && haproxy) return { postgres, pgbouncer, haproxy };
  const missing = Object.entries({ postgresql: postgres, pgbouncer, haproxy }).flatMap(([name, found]) =>
    found ? [] : [name],
  );
  throw new StartupError(`npm run rehearse needs ${missing.join(', ')}: apt-get install postgresql pgbouncer haproxy`);
}

/** The version that a program tells. */
export function readVersion(program: string, argument = '--version'): string {
  return (
    execFileSync(program, [argument])
      .toString()
      .match(/\d+\.\d+[.\d]*/)?.[0] ?? 'unknown'
  );
}

/** The folder of a rehearsal and the account of its programs: PostgreSQL and PgBouncer refuse to be run by root. */
export class Stage implements AsyncDisposable {
  readonly folder: string;
  readonly #account: Pick<SpawnOptions, 'uid' | 'gid'>;
  readonly #running = new Set<ChildProcess>();
  #isOver = false;

  private constructor(folder: string, account: Pick<SpawnOptions, 'uid' | 'gid'>) {
    this.folder = folder;
    this.#account = account;
  }

  static async set(): Promise<Stage> {
    const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-rehearsal-'));
    if (process.getuid?.() !== 0) return new Stage(folder, {});
    const [uid = 0, gid = 0] = ['-u', '-g'].map((what) => Number(execFileSync('id', [what, 'postgres']).toString()));
    await chown(folder, uid, gid);
    return new Stage(folder, { uid, gid });
  }

  /** Runs a program to its end. @throws Error with what it said, when it fails. */
  run(program: string, args: readonly string[], env: Record<string, string> = {}): void {
    const options = { cwd: this.folder, env: { PATH: process.env.PATH, ...env } };
    execFileSync(program, args, { ...options, ...this.#account, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Starts a program that goes on; what it says is in `<name>.log` of the folder. */
  async start(name: string, program: string, args: readonly string[]): Promise<ChildProcess> {
    return this.#keep(name, program, args, { env: { PATH: process.env.PATH }, ...this.#account });
  }

  /** Starts the server, again when it gives up by itself, as systemd does. @returns how to kill it */
  async startServer(name: string, env: Record<string, string>): Promise<{ kill(): Promise<void> }> {
    const main = path.join(import.meta.dirname, '../../apps/server/src/main.ts');
    const options = { env: { PATH: process.env.PATH, ...env } };
    let child = await this.#keep(name, process.execPath, [main], options);
    const watch = () =>
      child.once('exit', async (_code, signal) => {
        if (signal !== null || this.#isOver) return;
        child = await this.#keep(name, process.execPath, [main], options);
        watch();
      });
    watch();
    return { kill: () => endFamily(child) };
  }

  /** The last lines that each program said. */
  async readLogs(): Promise<string> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.log'));
    const texts = names.map(async (name) => {
      const lines = (await readFile(path.join(this.folder, name), 'utf8')).trimEnd().split('\n');
      return `${name}:\n${lines.slice(-10).join('\n')}`;
    });
    return (await Promise.all(texts)).join('\n\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#running].map((child) => endFamily(child)));
    await rm(this.folder, { recursive: true, force: true });
  }

  async #keep(name: string, program: string, args: readonly string[], options: SpawnOptions): Promise<ChildProcess> {
    const log = await open(path.join(this.folder, `${name}.log`), 'a');
    const child = spawn(program, args, { cwd: this.folder, ...options, stdio: ['ignore', log.fd, log.fd] });
    const spawned = once(child, 'spawn');
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    child.once('error', () => this.#running.delete(child));
    await log.close();
    await spawned;
    return child;
  }
}

/** Kills a program with all that it started, as the power does: nobody tidies up. */
export async function endFamily(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  const family = [child.pid, ...listChildren(child.pid)];
  for (const pid of family) kill(pid);
  await ended;
}

function listChildren(parent: number): number[] {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)])
      .toString()
      .split('\n')
      .filter(Boolean)
      .map(Number);
  } catch {
    return []; // `ps` fails when it finds none.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
