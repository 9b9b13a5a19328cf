import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from './cluster.ts';
import type { Programs, Stage } from './programs.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/deploy');

/** Where everybody listens, on this machine. */
export interface Places {
  readonly web: number;
  readonly primary: number;
  readonly instances: readonly [number, number];
  readonly poolers: readonly [number, number];
  readonly nodes: readonly [Node, Node];
}

/** Starts HAProxy with the configuration of the documentation. */
export async function startHaproxy(stage: Stage, { haproxy }: Programs, places: Places): Promise<void> {
  const [one, two] = places.instances;
  const [pg1, pg2] = places.nodes;
  const file = await configure(stage, 'haproxy.cfg', [
    ['10.0.0.2:443 ssl crt /etc/haproxy/anupalan.pem alpn h2,http/1.1', `127.0.0.1:${places.web}`],
    ['10.0.0.2:5000', `127.0.0.1:${places.primary}`],
    ['10.0.0.11:3000', `127.0.0.1:${one}`],
    ['10.0.0.12:3000', `127.0.0.1:${two}`],
    ['10.0.0.21:5432 check port 8008', `127.0.0.1:${pg1.port} check port ${pg1.healthPort}`],
    ['10.0.0.22:5432 check port 8008', `127.0.0.1:${pg2.port} check port ${pg2.healthPort}`],
  ]);
  await stage.start('haproxy', haproxy, ['-db', '-f', file]);
}

/** Starts the PgBouncers, one beside each instance, with the configuration of the documentation. */
export async function startPoolers(stage: Stage, programs: Programs, places: Places, password: string): Promise<void> {
  const users = path.join(stage.folder, 'userlist.txt');
  await writeFile(users, `"anupalan_app" "${password}"\n`);
  for (const [index, port] of places.poolers.entries()) {
    const file = await configure(
      stage,
      'pgbouncer.ini',
      [
        ['host=10.0.0.2 port=5000', `host=127.0.0.1 port=${places.primary}`],
        ['listen_port = 6432', `listen_port = ${port}`],
        ['/etc/pgbouncer/userlist.txt', users],
        ['server_tls_sslmode = verify-full\nserver_tls_ca_file = /etc/pgbouncer/ca.pem\n', ''],
      ],
      `pgbouncer-${index + 1}.ini`,
    );
    await stage.start(`pgbouncer-${index + 1}`, programs.pgbouncer, [file]);
  }
}

/** Writes a configuration of the documentation with other addresses, each of which must be in it. */
async function configure(
  stage: Stage,
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
  as = name,
): Promise<string> {
  let text = await readFile(path.join(FOLDER, name), 'utf8');
  for (const [from, to] of changes) {
    const settings = text.replace(/^[#;].*$/gm, '');
    if (!settings.includes(from)) throw new Error(`docs/deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = path.join(stage.folder, as);
  await writeFile(file, text);
  return file;
}
