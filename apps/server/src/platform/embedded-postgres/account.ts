import { type SpawnOptions, spawnSync } from 'node:child_process';
import { lchown, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupError } from '../errors/startup-error.ts';

/** The account that runs PostgreSQL, which refuses to be run by root and wants to own its data. */
export interface PostgresAccount {
  /** Adds to a command what makes it run under that account. */
  prepare(command: string, args: string[]): { command: string; args: string[]; options: SpawnOptions };
  /** Makes the account the owner of a folder and all in it. */
  own(folder: string): Promise<void>;
}

interface Owner {
  uid: number;
  gid: number;
}

interface Candidate {
  /** The owner as the file system outside sees it. */
  owner: Owner;
  prepare: PostgresAccount['prepare'];
}

const ROOT: Owner = { uid: 0, gid: 0 };
const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

const ordinaryAccount: PostgresAccount = {
  prepare: (command, args) => ({ command, args, options: {} }),
  own: async () => {},
};

/**
 * Chooses the account: the user's own, except for root, where it is the first of these that works here:
 * the owner of the data if that is somebody else, root under another name, or the user nobody.
 * @param cluster the data, made or not; the folder that holds it exists.
 * @throws StartupError when there is none.
 */
export async function choosePostgresAccount(cluster: string, postgres: string): Promise<PostgresAccount> {
  const owner = await findOwner(cluster);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) throw foreignData(cluster, owner);
    return ordinaryAccount;
  }
  const chosen = listCandidates(owner).find((candidate) => works(candidate, dirname(cluster), postgres));
  if (!chosen) throw noAccount();
  return { prepare: chosen.prepare, own: (folder) => giveTo(folder, chosen.owner) };
}

/**
 * Candidates by the owner of the data, which keep their owner where possible: data of nobody may go to root, another
 * person's may not.
 */
function listCandidates(owner: Owner = ROOT): Candidate[] {
  if (owner.uid === ROOT.uid) return [renamedRoot, ...asUser(NOBODY)];
  if (owner.uid === NOBODY.uid) return [...asUser(NOBODY), renamedRoot];
  return asUser(owner);
}

/** Root in a user namespace that calls it nobody: reaches root's folders and owns root's files, without its powers. */
const renamedRoot: Candidate = {
  owner: ROOT,
  prepare: (command, args) => ({
    command: 'unshare',
    args: ['--user', `--map-user=${NOBODY.uid}`, `--map-group=${NOBODY.gid}`, command, ...args],
    options: {},
  }),
};

/** Another user's account: as it is, or, where folders on the way are closed to it, with the power to pass through. */
function asUser(owner: Owner): Candidate[] {
  return [
    { owner, prepare: (command, args) => ({ command, args, options: owner }) },
    {
      owner,
      prepare: (command, args) => ({
        command: 'setpriv',
        args: [
          `--reuid=${owner.uid}`,
          `--regid=${owner.gid}`,
          '--clear-groups',
          '--inh-caps=+dac_override',
          '--ambient-caps=+dac_override',
          '--securebits=+no_setuid_fixup',
          command,
          ...args,
        ],
        options: {},
      }),
    },
  ];
}

/** Tries an account: whether it can be had, enters the data folder and runs the program. */
function works(candidate: Candidate, folder: string, postgres: string): boolean {
  const script = 'cd "$1" && exec "$2" --version';
  const { command, args, options } = candidate.prepare('/bin/sh', ['-c', script, 'sh', folder, postgres]);
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0;
}

async function findOwner(folder: string): Promise<Owner | undefined> {
  try {
    const { uid, gid } = await stat(folder);
    return { uid, gid };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
}

/** The folder itself comes last, so that when its owner is right everything in it is right too. */
async function giveTo(folder: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(folder)).uid === uid) return;
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid);
  await lchown(folder, uid, gid);
}

function foreignData(cluster: string, owner: Owner): StartupError {
  return new StartupError(
    `DATA_DIR has the data of another user (${cluster} belongs to uid ${owner.uid}): start as that user, or choose another, for example DATA_DIR=./data-2`,
  );
}

function noAccount(): StartupError {
  return new StartupError(
    "PostgreSQL can't be run by root, and here root can become no other user (tried unshare, nobody and setpriv): start as an ordinary user, or name a PostgreSQL of yours, for example DATABASE_URL=postgres://user:password@host:5432/anupalan",
  );
}
