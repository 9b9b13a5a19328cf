import type { Kysely } from 'kysely';
import type { Job } from '../../jobs/jobs.ts';
import type { DB } from '../../postgres/database-schema.ts';
import type { Scanner } from '../scanner.ts';
import { deleteFile, removeUnfinishedFiles } from './commands.ts';
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
}

/** The jobs of the store: bytes of what was removed are taken away, and what waits for the scanner is scanned. */
export function createFileJobs({ database: { db }, files, scanner }: FileServices): Job[] {
  return [
    {
      queue: 'remove-files',
      cron: '*/5 * * * *',
      run: (_, isStopping) => removeBytes(db, files.places, isStopping),
    },
    {
      queue: 'scan-files',
      cron: '* * * * *',
      run: async (_, isStopping) => {
        if (scanner) await scanWaiting(db, { files, scanner, isStopping });
      },
    },
  ];
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
