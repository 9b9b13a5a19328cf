import { setTimeout as after } from 'node:timers/promises';
import { checkCompanies, cleanCompany, listDisplaced } from './brought-companies.ts';
import { complain, findDatabase, openMigrated, runCommand } from './command.ts';
import { readConfig } from './config.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { checkFiles } from './platform/files/store/check-files.ts';
import { giveOutWaiting } from './platform/files/store/commands.ts';
import type { PlaceName } from './platform/files/store/file-kinds.ts';
import { type Moved, moveBytes } from './platform/files/store/move-bytes.ts';
import { type OpenFileStore, openFileStore } from './platform/files/store/open-file-store.ts';
import type { Database } from './platform/postgres/database.ts';

const USAGE = 'Say what to do: move postgres, move s3, check, clean WORKSPACE or give-out, after npm run files --';

const WORDS = {
  unattached: 'belongs to nothing',
  missing: 'its bytes are not there, or not all',
  altered: 'its bytes are others than were stored',
  unknown: 'lies in S3, and nothing knows of it',
};

/**
 * `npm run files -- move postgres|s3` moves the bytes of all files, `npm run files -- check` reads and compares them all
 * and judges what came as a company's file, `npm run files -- clean WORKSPACE` cleans such a company,
 * `npm run files -- give-out` gives out what waits for a scanner that is there no more; all also while instances run.
 */
await runCommand(async (running) => {
  const [what, to] = process.argv.slice(2);
  const target = to === 'postgres' || to === 's3' ? to : null;
  const isComplete = what === 'check' || what === 'give-out' || (what === 'move' && target) || (what === 'clean' && to);
  if (!isComplete) throw new StartupError(USAGE);
  const config = readConfig(process.env);
  if (what === 'give-out' && config.clamdUrl) throw new StartupError('CLAMD_URL is set: what waits is scanned by it');
  if (target === 's3' && !config.filesS3Url)
    throw new StartupError('FILES_S3_URL is not set: it says where to move them');
  const database = await openMigrated(running, await findDatabase(running));
  if (what === 'give-out') {
    process.stdout.write(`${await giveOutWaiting(database.db)} files are given out that waited for a scanner\n`);
    return;
  }
  if (what === 'clean') {
    process.stdout.write(await cleanCompany(database, to ?? ''));
    return;
  }
  const files = await openFileStore(database.db, config);
  running.defer(async () => files.close());
  if (target) await move(database, files, target);
  else await check(database, files);
});

async function move(database: Database, { places }: OpenFileStore, target: PlaceName): Promise<void> {
  // The lock ends with its connection, and the move with the lock.
  const over = new AbortController();
  const client = await database.pool.connect();
  client.on('error', () => over.abort());
  const { rows } = await client.query<{ held: boolean }>(`select pg_try_advisory_lock(hashtext('move-files')) as held`);
  if (!rows[0]?.held) throw new StartupError('Files are being moved already');
  const telling = new AbortController();
  let latest: Moved = { files: 0, bytes: 0, failed: [] };
  void tell(() => latest, telling.signal);
  try {
    latest = await moveBytes(database.db, places, {
      target,
      signal: over.signal,
      onMoved: (moved) => (latest = moved),
    });
  } finally {
    telling.abort();
    client.release(true);
  }
  for (const { id, why } of latest.failed)
    complain(`${id} stays where it is: ${why instanceof Error ? why.message : why}`);
  process.stdout.write(`${describeMoved(latest)} to ${target}\n`);
  if (target === 'postgres' && places.newIn === 's3') {
    process.stdout.write(
      'New files still go to S3: take FILES_S3_URL away, or add readOnly=yes to it, and start again.\n',
    );
  }
  if (over.signal.aborted) throw new StartupError('The connection to the database was lost: run it again to go on');
  if (latest.failed.length > 0) process.exitCode = 1;
}

/** Says every few seconds how far the move is. */
async function tell(read: () => Moved, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await after(5_000, null, { signal, ref: false }).catch(() => {});
    if (!signal.aborted) process.stdout.write(`${describeMoved(read())}\n`);
  }
}

function describeMoved({ files, bytes }: Moved): string {
  return `${files} files of ${(bytes / 1_000_000).toFixed(1)} MB moved`;
}

async function check({ db }: Database, { places }: OpenFileStore): Promise<void> {
  let faults = 0;
  for await (const { file, fault } of checkFiles(db, places, { readsAll: true })) {
    faults += 1;
    process.stdout.write(`${file}: ${WORDS[fault]}\n`);
  }
  process.stdout.write(faults === 0 ? 'All files are there, as they were stored\n' : `${faults} faults\n`);
  // What was taken out is over.
  for await (const line of listDisplaced(db)) process.stdout.write(`${line}\n`);
  let found = 0;
  for await (const line of checkCompanies(db)) {
    found += 1;
    process.stdout.write(`${line}\n`);
  }
  if (found > 0) process.stdout.write(`${found} faults of what came as a company's file\n`);
  if (faults + found > 0) process.exitCode = 1;
}
