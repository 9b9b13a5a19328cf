import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';

/** Makes an empty, migrated database for the caller alone, who works on it as the owner of its tables. */
export async function copyDatabase(templateUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUIDv7().replaceAll('-', '')}`;
  const template = new URL(templateUrl).pathname.slice(1);
  await administer(templateUrl, `create database ${name} template ${pg.escapeIdentifier(template)} strategy file_copy`);
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => drop(templateUrl, name) };
}

/** Drops a database with its connections; one that PostgreSQL is just vacuuming can't be forced, and waits for that. */
async function drop(templateUrl: string, name: string): Promise<void> {
  await administer(templateUrl, `drop database ${name} with (force)`).catch((error: unknown) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
    return administer(templateUrl, `drop database ${name}`);
  });
}

async function administer(templateUrl: string, statement: string): Promise<void> {
  // The statement runs in another database, since a template must have no connections.
  const url = new URL(templateUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
