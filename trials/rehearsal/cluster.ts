import type { ChildProcess } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { endFamily, type Stage } from './programs.ts';

/** One PostgreSQL of the two. */
export interface Node {
  readonly name: string;
  readonly port: number;
  /** The port where `GET /primary` is answered as Patroni does: 200 while this is the primary, else 503. */
  readonly healthPort: number;
}

const SUPERUSER = 'postgres';

/** The zone of the clusters, which no role keeps: what is right only by chance in UTC shows. */
const SETTINGS = `
listen_addresses = '127.0.0.1'
timezone = 'Asia/Kolkata'
wal_level = replica
max_connections = 200
wal_log_hints = on
wal_keep_size = 512MB
log_min_messages = warning
`;

/** A primary and its synchronous standby; who is what, the nodes say themselves. */
export class Cluster implements AsyncDisposable {
  readonly #stage: Stage;
  readonly #bin: string;
  readonly #password: string;
  readonly #processes = new Map<Node, ChildProcess>();
  readonly #keepers: Server[] = [];
  readonly #looks = new Map<Node, Promise<pg.Client>>();

  constructor(stage: Stage, bin: string, password: string) {
    this.#stage = stage;
    this.#bin = bin;
    this.#password = password;
  }

  /** Makes the primary with the database and its two roles, as docs/operations.md says. */
  async makePrimary(node: Node): Promise<void> {
    const data = this.#folderOf(node);
    const secret = path.join(this.#stage.folder, 'superuser');
    await writeFile(secret, this.#password, { mode: 0o644 });
    const how = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', `--username=${SUPERUSER}`];
    this.#stage.run(`${this.#bin}/initdb`, ['-D', data, `--pwfile=${secret}`, ...how]);
    await appendFile(`${data}/postgresql.conf`, `${SETTINGS}unix_socket_directories = '${this.#stage.folder}'\n`);
    await this.start(node);
    for (const statement of [
      `create role anupalan_owner login password '${this.#password}'`,
      `create role anupalan_app login password '${this.#password}'`,
      `alter role anupalan_app set timezone = 'UTC'`,
      `alter role anupalan_app set datestyle = 'ISO'`,
      `alter role anupalan_app set statement_timeout = '10s'`,
      `alter role anupalan_app set idle_in_transaction_session_timeout = '30s'`,
      'create database anupalan owner anupalan_owner',
      'revoke all on database anupalan from public',
      'grant connect on database anupalan to anupalan_app',
    ]) {
      await this.query(node, statement);
    }
  }

  /** Makes a standby of the primary, for which every commit waits from then on. */
  async makeStandby(node: Node, primary: Node): Promise<void> {
    const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', SUPERUSER];
    const args = ['-D', this.#folderOf(node), '-R', '-X', 'stream', '--checkpoint=fast', ...from];
    this.#stage.run(`${this.#bin}/pg_basebackup`, args, { PGPASSWORD: this.#password });
    await this.start(node);
    await this.#waitForStandby(node, primary);
  }

  /** Makes the former primary, which was killed, the standby of the present one. */
  async rejoin(node: Node, primary: Node): Promise<void> {
    // Before its first checkpoint a new primary is taken for one of the old timeline, and nothing would be rewound.
    await this.query(primary, 'checkpoint');
    const source = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} dbname=postgres`;
    const args = ['-D', this.#folderOf(node), `--source-server=${source}`, '-R', '--no-sync'];
    this.#stage.run(`${this.#bin}/pg_rewind`, args, { PGPASSWORD: this.#password });
    // What it copied of the primary's settings names no password, which `pg_rewind -R` takes from its caller.
    const conninfo = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${this.#password}'\n`;
    await appendFile(`${this.#folderOf(node)}/postgresql.auto.conf`, `${conninfo}synchronous_standby_names = ''\n`);
    await this.start(node);
    await this.#waitForStandby(node, primary);
  }

  async start(node: Node): Promise<void> {
    const settings = [`port=${node.port}`, `cluster_name=${node.name}`].flatMap((setting) => ['-c', setting]);
    const args = ['-D', this.#folderOf(node), ...settings];
    this.#processes.set(node, await this.#stage.start(node.name, `${this.#bin}/postgres`, args));
    await until(() => this.query(node, 'select 1').then(() => true), `${node.name} answers`);
  }

  /** Kills a node as a loss of power does. */
  async kill(node: Node): Promise<void> {
    const child = this.#processes.get(node);
    if (child) await endFamily(child);
  }

  async promote(node: Node): Promise<void> {
    await this.query(node, 'select pg_promote()');
  }

  /** Answers for a node as its Patroni does. */
  keep(node: Node): void {
    const server = createServer((_request, response) => {
      this.isPrimary(node).then((is) => response.writeHead(is ? 200 : 503).end());
    });
    server.listen(node.healthPort, '127.0.0.1');
    this.#keepers.push(server);
  }

  /** Whether a node says that it is the primary, over a connection that is kept: looking costs nothing. */
  async isPrimary(node: Node): Promise<boolean> {
    const kept = this.#looks.get(node) ?? this.#connect(node);
    this.#looks.set(node, kept);
    try {
      const client = await kept;
      const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is');
      return rows[0]?.is === true;
    } catch {
      if (this.#looks.get(node) === kept) this.#looks.delete(node);
      kept.then((client) => client.end()).catch(() => {});
      return false;
    }
  }

  /** Asks a node as its superuser, over a connection of its own. */
  async query(node: Node, text: string, values: unknown[] = [], database = 'postgres') {
    const client = await this.#connect(node, database);
    try {
      return (await client.query<Record<string, unknown>>(text, values)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #connect({ port }: Pick<Node, 'port'>, database = 'postgres'): Promise<pg.Client> {
    const login = { host: '127.0.0.1', port, user: SUPERUSER, password: this.#password, database };
    const client = new pg.Client({ ...login, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const look of this.#looks.values()) look.then((client) => client.end()).catch(() => {});
    for (const keeper of this.#keepers) keeper.closeAllConnections();
    await Promise.all(this.#keepers.map((keeper) => new Promise((resolve) => keeper.close(resolve))));
  }

  async #waitForStandby(node: Node, primary: Node): Promise<void> {
    const follows = (what: string) => async () =>
      (await this.query(primary, `select from pg_stat_replication where state = 'streaming' and ${what}`)).length === 1;
    // A commit that waits for a standby which isn't there yet would wait for all of what it lacks.
    await until(follows('true'), `${node.name} follows`);
    await this.query(primary, `alter system set synchronous_standby_names = '${node.name}'`);
    await this.query(primary, 'select pg_reload_conf()');
    await until(follows(`sync_state = 'sync'`), `${node.name} is waited for`);
  }

  #folderOf(node: Node): string {
    return path.join(this.#stage.folder, node.name);
  }
}

/** Waits until something is so. @throws Error when it isn't within two minutes. */
export async function until(so: () => Promise<boolean>, what: string, patienceMs = 120_000): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await so().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${what}`);
    await pause(100);
  }
}
