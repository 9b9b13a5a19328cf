import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { endInstances, query, runInstance, startInstance } from '../../../test/postgres-instance.ts';
import { nameCluster } from './cluster.ts';
import { findClusterProcesses } from './processes.ts';
import { findRunningPostgres } from './start.ts';

let home: string;
/** A data folder that exists and that no instance runs on, between tests. */
let dataDir: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'anupalan-postgres-'));
  dataDir = join(home, 'data');
  const first = await startInstance(dataDir);
  await query(first.url, 'CREATE TABLE kept (word text)');
  await first.stop();
});

afterEach(endInstances);

afterAll(() => rm(home, { recursive: true }));

test('a folder that was made gets a durable database on a private port, closed by a password', async () => {
  const instance = await startInstance(dataDir);
  const { rows } = await query(
    (await findRunningPostgres(dataDir, 'superuser')) ?? '',
    `SELECT current_setting('fsync') fsync, current_setting('synchronous_commit') commit, current_setting('full_page_writes') pages,
            current_setting('listen_addresses') addresses, current_setting('unix_socket_directories') sockets,
            current_database() AS name, getdatabaseencoding() encoding, 'a' < 'B' AS by_dictionary, lower('ÀÉ') lower`,
  );
  expect(rows).toEqual([
    {
      fsync: 'on',
      commit: 'on',
      pages: 'on',
      addresses: '127.0.0.1',
      sockets: '',
      name: 'anupalan',
      encoding: 'UTF8',
      by_dictionary: false,
      lower: 'àé',
    },
  ]);
  expect(new URL(instance.url).port).not.toBe('5432');
  expect((await stat(join(dataDir, 'postgres/anupalan.password'))).mode & 0o777).toBe(0o600);
  const guessed = new URL(instance.url);
  guessed.password = 'guessed';
  await expect(query(guessed.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  await instance.stop();
});

test('what was written is there after a stop, which leaves no process', async () => {
  const first = await startInstance(dataDir);
  await query(first.url, "INSERT INTO kept VALUES ('stopped')");
  await first.stop();
  expect(await listProcesses()).toEqual([]);
  const second = await startInstance(dataDir);
  expect(await readKept(second)).toContain('stopped');
  await second.stop();
});

test('a process that just exits takes PostgreSQL with it', async () => {
  const instance = await startInstance(dataDir);
  await instance.end('SIGUSR2');
  await expect.poll(listProcesses, { timeout: 5_000 }).toEqual([]);
});

test('a killed PostgreSQL comes back at the same address', async () => {
  const instance = await startInstance(dataDir);
  await query(instance.url, "INSERT INTO kept VALUES ('postmaster killed')");
  await killPostmaster();
  await expect.poll(() => readKept(instance).catch(String), { timeout: 10_000 }).toContain('postmaster killed');
  await instance.stop();
});

test('an instance whose PostgreSQL is killed again and again gives up', async () => {
  const instance = await startInstance(dataDir);
  for (let kill = 1; kill <= 4; kill++) {
    await expect.poll(() => query(instance.url, 'SELECT').then(() => 'up', String), { timeout: 10_000 }).toBe('up');
    await killPostmaster();
  }
  await instance.ended;
  expect(instance.output()).toContain('PostgreSQL ends again and again');
  expect(instance.process.exitCode).toBe(2);
});

test('the orphan of a killed instance is replaced, with what it had committed', async () => {
  const killed = await startInstance(dataDir);
  await query(killed.url, "INSERT INTO kept VALUES ('owner killed')");
  await killed.end('SIGKILL');
  const orphans = await listProcesses();
  expect(orphans.filter(({ main }) => main)).toHaveLength(1);
  const next = await startInstance(dataDir);
  expect(next.output()).toContain('left behind');
  expect(await readKept(next)).toContain('owner killed');
  const running = (await listProcesses()).map(({ pid }) => pid);
  expect(orphans.filter(({ pid }) => running.includes(pid))).toEqual([]);
  await next.stop();
});

test('a backend that is still busy after everything else was killed is no obstacle', async () => {
  const killed = await startInstance(dataDir);
  const busy = query(killed.url, 'SELECT count(*) FROM generate_series(1, 1e12)').catch(String);
  const isBusy =
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%1e12%' AND pid <> pg_backend_pid()";
  await expect.poll(async () => (await query(killed.url, isBusy)).rowCount).toBe(1);
  await killed.end('SIGKILL');
  await killPostmaster();
  const next = await startInstance(dataDir);
  expect(next.output()).toContain('left behind');
  expect((await query(next.url, 'SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await busy;
  await next.stop();
});

test('a process id that belongs to another program by now is not believed', async () => {
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n`);
  const instance = await startInstance(dataDir);
  await instance.stop();
});

test('of two instances that start at once one runs, and the other says which', async () => {
  const folder = join(home, 'contended');
  const pair = [runInstance(folder), runInstance(folder)];
  const outcomes = await Promise.all(pair.map(({ outcome }) => outcome));
  const winner = pair[outcomes.findIndex((outcome) => outcome.startsWith('postgres:'))];
  expect(outcomes.filter((outcome) => outcome.startsWith('postgres:'))).toHaveLength(1);
  const refusal = `StartupError: Another Anupalan (process ${winner?.process.pid}) runs on the data folder ${folder}`;
  expect(outcomes.filter((outcome) => outcome.startsWith(refusal))).toHaveLength(1);
  await winner?.end('SIGTERM');
});

test('an instance waits for one that is about to end', async () => {
  const stopping = await startInstance(dataDir);
  const next = runInstance(dataDir);
  await stopping.stop();
  expect(await next.outcome).toMatch(/^postgres:/);
  await next.end('SIGTERM');
});

test('what an interrupted first start left is thrown away, and a folder can hold throwaway data', async () => {
  const folder = join(home, 'interrupted');
  await mkdir(join(folder, 'postgres-new-x/cluster/base'), { recursive: true });
  const instance = await startInstance(folder, { throwaway: true });
  expect((await query(instance.url, 'SHOW fsync')).rows).toEqual([{ fsync: 'off' }]);
  await instance.stop();
  expect(await readdir(folder)).toEqual(['instance.lock', 'postgres', 'postgres.log']);
});

test('permissions that a copy made too wide are put right', async () => {
  await chmod(join(dataDir, 'postgres'), 0o755);
  const instance = await startInstance(dataDir);
  await instance.stop();
});

test('PostgreSQL says why it does not start', async () => {
  const settings = join(dataDir, 'postgres/postgresql.auto.conf');
  await writeFile(settings, "shared_buffers = 'plenty'\n");
  onTestFinished(() => writeFile(settings, ''));
  expect(await runInstance(dataDir).outcome).toMatch(
    /^StartupError: PostgreSQL ended while it started .*postgres\.log/,
  );
});

describe('a folder that can not be used is refused in one line', () => {
  test.each([
    ['19', 'DATA_DIR was made by a newer version'],
    ['17', 'DATA_DIR was made by an older version'],
  ])('data of PostgreSQL %s', async (version, message) => {
    const folder = join(home, `version-${version}`);
    await mkdir(join(folder, 'postgres'), { recursive: true });
    await writeFile(join(folder, 'postgres/PG_VERSION'), `${version}\n`);
    await expectRefusal(folder, message);
  });

  test('something else in the place of the data', async () => {
    await mkdir(join(home, 'else/postgres'), { recursive: true });
    await expectRefusal(join(home, 'else'), 'DATA_DIR has something else');
  });

  test('a file in the place of the folder', async () => {
    await writeFile(join(home, 'file'), '');
    await expectRefusal(join(home, 'file'), "DATA_DIR can't be written to");
    await expectRefusal(join(home, 'file/data'), "DATA_DIR can't be written to");
  });

  test('a folder that is closed', async () => {
    // The closed folder: for root, only the system itself closes one.
    const folder = process.getuid?.() === 0 ? '/proc/self/task' : await makeClosedFolder();
    await expectRefusal(folder, "DATA_DIR can't be written to");
    if (process.platform === 'linux') await expectRefusal('/proc/none/data', "DATA_DIR can't be written to");
  });

  async function makeClosedFolder(): Promise<string> {
    const folder = join(home, 'closed');
    await mkdir(folder, { mode: 0o500 });
    return folder;
  }

  async function expectRefusal(folder: string, message: string): Promise<void> {
    const refused = runInstance(folder);
    expect(await refused.outcome).toContain(message);
    expect(refused.output().trim().split('\n')).toHaveLength(1);
    expect(refused.process.exitCode).toBe(1);
  }
});

async function readKept(instance: { url: string }): Promise<string[]> {
  const { rows } = await query(instance.url, 'SELECT word FROM kept');
  return rows.map(({ word }) => word);
}

async function listProcesses() {
  return findClusterProcesses(await nameCluster(join(dataDir, 'postgres')));
}

async function killPostmaster(): Promise<void> {
  const postmaster = (await listProcesses()).find(({ main }) => main);
  if (!postmaster) throw new Error('PostgreSQL does not run');
  process.kill(postmaster.pid, 'SIGKILL');
  await expect.poll(async () => (await listProcesses()).filter(({ pid }) => pid === postmaster.pid)).toEqual([]);
}
