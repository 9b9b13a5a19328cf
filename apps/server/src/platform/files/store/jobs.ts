import type { Kysely } from 'kysely';
import type { Job } from '../../jobs/jobs.ts';
import type { DB } from '../../postgres/database-schema.ts';
import { deleteFile, removeUnfinishedFiles } from './commands.ts';
import type { OpenFileStore } from './open-file-store.ts';
import { type Places, placeOf } from './place.ts';
import { listRemoved, type RemovedFile } from './queries.ts';

/** The services that the jobs of the store need. */
interface FileServices {
  readonly database: { readonly db: Kysely<DB> };
  readonly files: Pick<OpenFileStore, 'places'>;
}

/** The jobs of the store: every five minutes the bytes of what was removed are taken away. */
export function createFileJobs({ database: { db }, files: { places } }: FileServices): Job[] {
  return [{ queue: 'remove-files', cron: '*/5 * * * *', run: (_, isStopping) => removeBytes(db, places, isStopping) }];
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
