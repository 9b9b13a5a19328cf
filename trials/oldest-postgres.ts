import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** PostgreSQL never runs as root: as root it runs as nobody. */
const NOBODY = 65_534;

/** A throw-away PostgreSQL with the two roles of docs/operations.md. */
export interface OldPostgres {
  readonly ownerUrl: string;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of a folder of programs, on a port of its own. @throws where there is none */
export async function startOldPostgres(folder: string): Promise<OldPostgres> {
  const data = await mkdtemp(join(tmpdir(), 'oldest-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const asWhom = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(data, NOBODY, NOBODY);
  await promisify(execFile)(
    join(folder, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    asWhom,
  );
  const port = await findPort();
  const flags = ['-D', data, '-p', String(port), '-k', '', '-h', '127.0.0.1', '-F', '-c', 'max_connections=60'];
  const running = spawn(join(folder, 'postgres'), flags, { ...asWhom, stdio: 'ignore' });
  const urlOf = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}?sslmode=disable`;
  await makeRoles(urlOf('postgres', 'postgres'), urlOf('postgres', 'anupalan'), running);
  return {
    ownerUrl: urlOf('anupalan_owner', 'anupalan'),
    url: urlOf('anupalan_app', 'anupalan'),
    stop: async () => {
      const ended = once(running, 'exit');
      running.kill('SIGINT');
      await ended;
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function makeRoles(url: string, databaseUrl: string, running: ChildProcess): Promise<void> {
  const superuser = await connect(url, running);
  await superuser.query('create role anupalan_owner login');
  await superuser.query('create role anupalan_app login');
  await superuser.query('create database anupalan owner anupalan_owner');
  await superuser.end();
  const inside = await connect(databaseUrl, running);
  await inside.query('alter schema public owner to anupalan_owner');
  await inside.end();
}

async function connect(url: string, running: ChildProcess): Promise<pg.Client> {
  while (running.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    const isConnected = await client.connect().then(
      () => true,
      () => false,
    );
    if (isConnected) return client;
    await after(100);
  }
  throw new Error(`PostgreSQL ended with ${running.exitCode}`);
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('A listening server has a port');
  return address.port;
}
