import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from './cluster.ts';
import type { Programs, Stage } from './programs.ts';

const DOCUMENTED = path.join(import.meta.dirname, '../../docs/deploy');

/** Where everybody listens, on this machine. */
export interface Places {
  readonly web: number;
  readonly primary: number;
  readonly instances: readonly [number, number];
  readonly poolers: readonly [number, number];
  readonly nodes: readonly [Node, Node];
}

/** Starts HAProxy, and a PgBouncer beside each instance, with the configurations of the documentation. */
export async function startProxies(stage: Stage, programs: Programs, places: Places, password: string): Promise<void> {
  await stage.start('haproxy', programs.haproxy, ['-db', '-f', await configureHaproxy(stage.folder, places)]);
  for (const file of await configurePoolers(stage.folder, places, password)) {
    await stage.start(path.basename(file, '.ini'), programs.pgbouncer, [file]);
  }
}

/** @returns the file that was written */
export function configureHaproxy(folder: string, places: Places): Promise<string> {
  const [one, two] = places.instances;
  const [pg1, pg2] = places.nodes;
  return configure(folder, 'haproxy.cfg', [
    ['10.0.0.2:443 ssl crt /etc/haproxy/anupalan.pem alpn h2,http/1.1', `127.0.0.1:${places.web}`],
    ['10.0.0.2:5000', `127.0.0.1:${places.primary}`],
    ['10.0.0.11:3000', `127.0.0.1:${one}`],
    ['10.0.0.12:3000', `127.0.0.1:${two}`],
    ['10.0.0.21:5432 check port 8008', `127.0.0.1:${pg1.port} check port ${pg1.healthPort}`],
    ['10.0.0.22:5432 check port 8008', `127.0.0.1:${pg2.port} check port ${pg2.healthPort}`],
  ]);
}

/** @returns the files that were written, one for each pooler */
export async function configurePoolers(folder: string, places: Places, password: string): Promise<string[]> {
  const users = path.join(folder, 'userlist.txt');
  await writeFile(users, `"anupalan_app" "${password}"\n`);
  return Promise.all(
    places.poolers.map((port, index) =>
      configure(
        folder,
        'pgbouncer.ini',
        [
          ['host=10.0.0.2 port=5000', `host=127.0.0.1 port=${places.primary}`],
          ['listen_port = 6432', `listen_port = ${port}`],
          ['/etc/pgbouncer/userlist.txt', users],
          ['server_tls_sslmode = verify-full\nserver_tls_ca_file = /etc/pgbouncer/ca.pem\n', ''],
        ],
        `pgbouncer-${index + 1}.ini`,
      ),
    ),
  );
}

/** Writes a configuration of the documentation with other addresses, each of which must be in it. */
async function configure(
  folder: string,
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
  as = name,
): Promise<string> {
  let text = await readFile(path.join(DOCUMENTED, name), 'utf8');
  for (const [from, to] of changes) {
    const settings = text.replace(/^[#;].*$/gm, '');
    if (!settings.includes(from)) throw new Error(`docs/deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  const file = path.join(folder, as);
  await writeFile(file, text);
  return file;
}
