import type { Kysely } from 'kysely';
import type { Job } from '../../jobs/jobs.ts';
import type { DB } from '../../postgres/database-schema.ts';
import { deleteFile, removeUnfinishedFiles } from './commands.ts';
import { createPostgresPlace } from './postgres-place.ts';
import { listRemoved } from './queries.ts';

/** The jobs of the store: every five minutes the bytes of what was removed are taken away. */
export function createFileJobs({ database: { db } }: { database: { db: Kysely<DB> } }): Job[] {
  return [{ queue: 'remove-files', cron: '*/5 * * * *', run: (_, isStopping) => removeBytes(db, isStopping) }];
}

/** Takes away the bytes of removed files, and of uploads that broke off a day ago, and then their rows. */
async function removeBytes(db: Kysely<DB>, isStopping = () => false): Promise<void> {
  const place = createPostgresPlace(db);
  await removeUnfinishedFiles(db);
  for (let last = ''; !isStopping(); ) {
    const ids = await listRemoved(db, last);
    for (const id of ids) {
      await place.remove(id);
      await deleteFile(db, id);
      last = id;
    }
    if (ids.length === 0) return;
  }
}
