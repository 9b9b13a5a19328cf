import type { Logger } from 'pino';
import { StartupError } from './platform/errors/startup-error.ts';
import { makeQueue } from './platform/jobs/jobs.ts';
import { type Database, openDatabase, UNLIMITED } from './platform/postgres/database.ts';
import { explainUnreachable } from './platform/postgres/database-errors.ts';
import { grantPrivileges, readRole } from './platform/postgres/grant-privileges.ts';
import { migrate } from './platform/postgres/migrate.ts';
import { TABLE_PRIVILEGES } from './table-privileges.ts';

/** The addresses of a database: one for the server's own work, one for the owner of its tables; by no pooler. */
interface DatabaseUrls {
  url: string;
  /** As `url` where the server works as the owner of its tables. */
  ownerUrl: string;
}

/**
 * Brings the schema up to this version, as the owner of the tables, and gives the server's role what it needs.
 * @throws StartupError when the database can't be reached or used, or the server's role isn't the lesser one.
 */
export async function prepareDatabase(
  { url, ownerUrl }: DatabaseUrls,
  log: Pick<Logger, 'error' | 'warn'>,
): Promise<void> {
  const onError = (error: Error) => log.error({ err: error }, 'database connection lost');
  // Migrations of much data take long, so they run on connections without the time limits of calls.
  const owner = openDatabase(ownerUrl, onError, UNLIMITED);
  const server = openDatabase(url, onError);
  // What a migration has to say to the operator, it raises as a warning.
  owner.pool.on('connect', (client) => {
    client.on('notice', ({ severity, message }) => {
      if (severity === 'WARNING') log.warn(message);
    });
  });
  try {
    await migrate(owner.db).catch(explainUnreachable);
    await tellDisplaced(owner, log);
    await makeQueue(ownerUrl, log);
    if (url === ownerUrl) return;
    const role = await readRole(server).catch(explainUnreachable);
    if (role.ownsTables) throw ownsTables(role.name);
    await grantPrivileges(owner, role.name, TABLE_PRIVILEGES);
  } finally {
    await Promise.all([owner.close(), server.close()]);
  }
}

function ownsTables(name: string): StartupError {
  return new StartupError(
    `DATABASE_URL connects as ${name}, a superuser or an owner of the tables, which DATABASE_OWNER_URL is for: name a role of its own, for example DATABASE_URL=postgres://anupalan_app:password@host:5432/anupalan`,
  );
}

/** Says that rows were taken out because they led to another company (decision 92); nothing where none were. */
async function tellDisplaced({ pool }: Database, log: Pick<Logger, 'warn'>): Promise<void> {
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from displaced_rows');
  const count = rows[0]?.count ?? 0;
  if (count > 0) log.warn({ rows: count }, 'rows were taken out of companies: npm run files -- check names them');
}
