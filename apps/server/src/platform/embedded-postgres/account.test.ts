import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { endInstances, query, runInstance, startInstance } from '../../../test/postgres-instance.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Whether root may do it here: a container often denies the first, and some the second. */
const canRename = isRoot && works('unshare', '--user', '--map-user=65534', '--map-group=65534', 'true');
const canPass =
  isRoot && works('setpriv', '--reuid=65534', '--inh-caps=+dac_override', '--ambient-caps=+dac_override', 'true');

/** Whether another user reaches this folder: in root's home folder, say, it doesn't. */
const canReach = isRoot && spawnSync('ls', [import.meta.dirname], { uid: NOBODY, gid: NOBODY }).status === 0;

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

/** A folder that only root can enter, as root's home is, and one that everybody can. */
let closed: string;
let open: string;
/** A folder of data that the first test makes. */
let renamed: string;
/** Search paths without `unshare`: with `setpriv`, and with nothing. */
let setprivOnly: string;
let nothing: string;

beforeAll(async () => {
  closed = await mkdtemp(join(tmpdir(), 'anupalan-closed-'));
  open = await mkdtemp(join(tmpdir(), 'anupalan-open-'));
  await chmod(open, 0o755);
  renamed = join(closed, 'renamed');
  setprivOnly = join(closed, 'setpriv-only');
  nothing = join(closed, 'nothing');
  await mkdir(setprivOnly);
  await mkdir(nothing);
  const { stdout } = spawnSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' });
  await symlink(stdout.trim(), join(setprivOnly, 'setpriv'));
});

afterEach(endInstances);

afterAll(async () => {
  await rm(closed, { recursive: true });
  await rm(open, { recursive: true });
});

describe.runIf(isRoot)('root, as whom PostgreSQL does not run', () => {
  test.runIf(canRename)('runs it under another name, in a folder that is closed to others', async () => {
    expect(await runOnce(renamed)).toBe(0);
  });

  test.runIf(canPass)(
    'becomes nobody with the power to pass closed folders, where renaming is not permitted',
    async () => {
      expect(await runOnce(join(closed, 'passing'), setprivOnly)).toBe(NOBODY);
    },
  );

  test.runIf(canReach)('becomes nobody where folders are open', async () => {
    expect(await runOnce(join(open, 'nobody'), nothing)).toBe(NOBODY);
  });

  test.runIf(canRename && canPass)('keeps data that was made the other way', async () => {
    expect(existsSync(renamed)).toBe(true);
    expect(await runOnce(renamed, setprivOnly)).toBe(NOBODY);
    expect(await runOnce(renamed)).toBe(NOBODY);
  });

  test('says what to do where nothing of that works', async () => {
    const refused = runInstance(join(closed, 'refused'), { path: nothing });
    expect(await refused.outcome).toMatch(/^StartupError: PostgreSQL can't be run by root.*start as an ordinary user/);
    expect(refused.output().trim().split('\n')).toHaveLength(1);
  });
});

/** Starts PostgreSQL, writes and stops it; answers the owner of the data. */
async function runOnce(dataDir: string, path?: string): Promise<number> {
  const instance = await startInstance(dataDir, path ? { path } : {});
  await query(instance.url, 'CREATE TABLE IF NOT EXISTS runs (at timestamptz); INSERT INTO runs VALUES (now())');
  await instance.stop();
  return (await stat(join(dataDir, 'postgres'))).uid;
}
