import type { Kysely } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { StartupError } from '../errors/startup-error.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openDatabase, UNLIMITED } from '../postgres/database.ts';
import { explainUnreachable } from '../postgres/database-errors.ts';
import type { DB } from '../postgres/database-schema.ts';
import { createMigrator } from '../postgres/migrate.ts';
import type { Header, TableSum } from './dump.ts';
import { readEncrypted } from './encrypted-file.ts';
import { load } from './load.ts';
import { readDump } from './read-dump.ts';
import { listTables } from './tables.ts';

interface BackupFile {
  readonly file: string;
  readonly passphrase: string;
}

/**
 * Reads a whole backup, so that a damaged one changes nothing.
 * @throws StartupError when the passphrase is another one, or the file is damaged.
 */
export async function readBackup({ file, passphrase }: BackupFile): Promise<Header> {
  const found: Header[] = [];
  await readDump(readEncrypted(file, passphrase), { header: async (header) => void found.push(header) });
  const [header] = found;
  if (!header) throw new StartupError(`${file} is empty`);
  return header;
}

/**
 * Loads a backup that was read into an empty database; the next start migrates what an older version wrote
 * (R-backups-3).
 * @throws StartupError when the database has tables, or the backup is of a newer version.
 */
export async function restore(
  databaseUrl: string,
  { file, passphrase }: BackupFile,
  header: Header,
): Promise<TableSum[]> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'anupalan-restore' });
  await client.connect().catch(explainUnreachable);
  try {
    await refuseTables(client);
    await makeTables(databaseUrl, header);
    return await load(client, readEncrypted(file, passphrase));
  } finally {
    await client.end();
  }
}

async function refuseTables(client: pg.Client): Promise<void> {
  const [table] = await listTables(client);
  if (!table) return;
  throw new StartupError(
    `There are tables already (${table.name}): a backup is restored into an empty database, for example DATA_DIR=./restored`,
  );
}

async function makeTables(databaseUrl: string, { migrations, queueVersion }: Header): Promise<void> {
  const database = openDatabase(databaseUrl, () => {}, UNLIMITED);
  try {
    await migrateTo(database.db, migrations);
  } finally {
    await database.close();
  }
  if (queueVersion === null) return;
  const jobs = await openJobs(databaseUrl, pino({ level: 'silent' }));
  await jobs.stop();
}

async function migrateTo(db: Kysely<DB>, migrations: readonly string[]): Promise<void> {
  const migrator = createMigrator(db);
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
  const unknown = migrations.find((name) => !known.has(name));
  if (unknown) {
    throw new StartupError(
      `The backup is of a newer version of Anupalan (it knows "${unknown}"): restore it with that`,
    );
  }
  const { error } = await migrator.migrateTo(migrations.at(-1) ?? '');
  if (error) throw error;
}
