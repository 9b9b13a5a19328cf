import { link, rm } from 'node:fs/promises';
import pg from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { explainUnreachable } from '../postgres/database-errors.ts';
import { dump, type TableSum } from './dump.ts';
import { type Lock, readEncrypted, writeEncrypted } from './encrypted-file.ts';
import { readDump } from './read-dump.ts';

/**
 * Writes all data of a database to one encrypted file and reads it again; the file appears when it is whole
 * (R-backups-1, R-backups-2).
 * @returns what each table comes to.
 * @throws StartupError when there is a file of this name, or it can't be written.
 */
export async function backUp(
  databaseUrl: string,
  { file, now, ...lock }: Lock & { file: string; now: Temporal.Instant },
): Promise<TableSum[]> {
  const part = `${file}.${process.pid}.part`;
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'anupalan-backup' });
  await client.connect().catch(explainUnreachable);
  const written: TableSum[] = [];
  try {
    await writeEncrypted(
      part,
      lock,
      dump(client, now, (sum) => written.push(sum)),
    );
    const read = await readDump(readEncrypted(part, lock.passphrase), {});
    if (JSON.stringify(read) !== JSON.stringify(written)) throw new Error('The backup reads otherwise than written');
    await link(part, file);
    return read;
  } catch (error) {
    throw explainFile(file, error);
  } finally {
    await client.end();
    await rm(part, { force: true });
  }
}

/** The name of a backup that was given none. */
export function nameBackup(now: Temporal.Instant): string {
  return `anupalan-${now.toString({ smallestUnit: 'second' }).replaceAll(':', '')}.backup.age`;
}

function explainFile(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EEXIST') return new StartupError(`${file} is there already: a backup never overwrites one`);
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') {
    return new StartupError(`${file} can't be written: ${error instanceof Error ? error.message : ''}`);
  }
  return error;
}
