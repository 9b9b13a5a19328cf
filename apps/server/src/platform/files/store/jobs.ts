import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Job } from '../../jobs/jobs.ts';
import { fileFaults } from '../../metrics/registry.ts';
import type { DB } from '../../postgres/database-schema.ts';
import type { Scanner } from '../scanner.ts';
import { checkFiles, type Fault } from './check-files.ts';
import { deleteFile, keepFaults, letWait, removeForgottenFiles, removeUnfinishedFiles } from './commands.ts';
import type { FileStore } from './file-store.ts';
import type { OpenFileStore } from './open-file-store.ts';
import { type Places, placeOf } from './place.ts';
import { listRemoved, listWaiting, type RemovedFile } from './queries.ts';
import { scanFile } from './scan-file.ts';

/** The services that the jobs of the store need. */
interface FileServices {
  readonly database: { readonly db: Kysely<DB> };
  readonly files: OpenFileStore;
  readonly scanner: Scanner | null;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * The jobs of the store: bytes of what was removed are taken away, what waits for the scanner is scanned, and every night
 * at 03:40 in India all that is there is compared with what should be (R-api-52).
 */
export function createFileJobs({ database: { db }, files, scanner, log }: FileServices): Job[] {
  return [
    { queue: 'check-files', cron: '10 22 * * *', run: () => checkNightly({ db, places: files.places, scanner, log }) },
    {
      queue: 'remove-files',
      cron: '*/5 * * * *',
      run: (_, isStopping) => removeBytes(db, files.places, isStopping),
    },
    {
      queue: 'scan-files',
      cron: '* * * * *',
      run: async (_, isStopping) => {
        // An instance without one leaves alone what waits: others may have one.
        if (!scanner) return;
        await letWait(db, isStopping);
        await scanWaiting(db, { files, scanner, isStopping });
      },
    },
  ];
}

/** Faults that are kept of one check; more are only counted. */
const MOST_FAULTS = 10_000;

/** Takes away what was forgotten, and keeps what is wrong, for administrators to see. */
async function checkNightly({
  db,
  places,
  scanner,
  log,
}: Pick<FileServices, 'scanner' | 'log'> & { db: Kysely<DB>; places: Places }): Promise<void> {
  if (!scanner && (await listWaiting(db)).length > 0) {
    log.warn('files wait for a virus scanner, and there is none here: npm run files -- give-out');
  }
  const forgotten = await removeForgottenFiles(db);
  if (forgotten > 0) log.warn({ forgotten }, 'files that belonged to nothing are taken away');
  const found: Fault[] = [];
  const counts = { unattached: 0, missing: 0, altered: 0, unknown: 0 };
  for await (const fault of checkFiles(db, places)) {
    counts[fault.fault] += 1;
    if (found.length < MOST_FAULTS) found.push(fault);
  }
  for (const [fault, count] of Object.entries(counts)) fileFaults.set({ fault }, count);
  await keepFaults(db, found);
  if (found.length > 0) log.warn(counts, 'files are missing, or nothing knows of them: npm run files -- check');
}

/** Failures in a row after which the scanner counts as away; a file it can't judge holds up no other. */
const MOST_FAILURES = 3;

/** Scans what waits, until the scanner is away or nothing waits any more. */
async function scanWaiting(
  db: Kysely<DB>,
  {
    files,
    scanner,
    isStopping = () => false,
  }: { files: FileStore; scanner: Scanner; isStopping: (() => boolean) | undefined },
): Promise<void> {
  let failures = 0;
  for (let last: string | undefined; !isStopping() && failures < MOST_FAILURES; ) {
    const waiting = await listWaiting(db, last);
    for (const id of waiting) {
      if (isStopping() || failures === MOST_FAILURES) return;
      failures = (await scanFile(files, scanner, id)) === 'waiting' ? failures + 1 : 0;
      last = id;
    }
    if (waiting.length === 0) return;
  }
}

/**
 * Takes away the bytes of removed files, and of uploads that broke off a day ago, and then their rows.
 * @throws Error when a place can't be asked; what is left is tried again
 */
async function removeBytes(db: Kysely<DB>, places: Places, isStopping = () => false): Promise<void> {
  await removeUnfinishedFiles(db);
  const failures: unknown[] = [];
  for (let last: string | undefined; !isStopping(); ) {
    const removed = await listRemoved(db, last);
    for (const file of removed) {
      // One that can't be taken away holds up no other.
      await removeFile(db, places, file).catch((error: unknown) => failures.push(error));
      last = file.id;
    }
    if (removed.length === 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures.slice(0, 10), `${failures.length} files are still there`);
}

async function removeFile(db: Kysely<DB>, places: Places, { id, place, also_in }: RemovedFile): Promise<void> {
  await placeOf(places, place).remove(id);
  if (also_in) await placeOf(places, also_in).remove(id);
  await deleteFile(db, id);
}
