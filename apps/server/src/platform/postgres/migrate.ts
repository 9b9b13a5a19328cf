import { promises as fs } from 'node:fs';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { StartupError } from '../errors/startup-error.ts';
import type { DB } from './database-schema.ts';

const FOLDER = path.join(import.meta.dirname, '../../migrations');

const OLDEST_POSTGRES = 15;

/**
 * Brings the schema up to this version; instances that start at once wait for each other (the migrator's lock).
 * @throws StartupError when the database is newer than this program, or PostgreSQL is too old.
 */
export async function migrate(db: Kysely<DB>): Promise<void> {
  await refuseOldPostgres(db);
  const migrator = createMigrator(db);
  await refuseNewerDatabase(db, migrator);
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

export function createMigrator(db: Kysely<DB>): Migrator {
  return new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: FOLDER }) });
}

async function refuseOldPostgres(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`.execute(
    db,
  );
  const major = Math.floor((rows[0]?.version ?? 0) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new StartupError(`DATABASE_URL points to PostgreSQL ${major}; version ${OLDEST_POSTGRES} or newer is needed`);
  }
}

async function refuseNewerDatabase(db: Kysely<DB>, migrator: Migrator): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  );
  if (!rows[0]?.there) return;
  const known = new Set((await migrator.getMigrations()).map(({ name }) => name));
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = applied.rows.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new StartupError(
      `The data is of a newer version of Anupalan (it knows "${unknown.name}"): start that version, or another DATA_DIR`,
    );
  }
}
