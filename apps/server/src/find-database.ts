import type { Logger } from 'pino';
import { type Config, findOwnerUrl } from './config.ts';
import { StartupError } from './platform/errors/startup-error.ts';
import { CALLS, type Kind } from './platform/postgres/database.ts';
import { explainUnreachable } from './platform/postgres/database-errors.ts';
import { checkPooler, findBetween } from './platform/postgres/poolers.ts';

/** The addresses of a database. */
export interface DatabaseUrls {
  /** For the server's own work, perhaps by a pooler that gives each transaction another session. */
  url: string;
  /** For what of that needs a session of its own, such as LISTEN; as `url` where nothing is in between. */
  directUrl: string;
  /** For the owner of the tables; as `directUrl` where the server works as that. */
  ownerUrl: string;
  /** How to connect to `url`. */
  kind: Kind;
}

/**
 * The addresses of a database of one's own, each fit for its work; null for the embedded one.
 * @throws StartupError when the database can't be reached, or an address shares sessions that mustn't.
 */
export async function findDatabaseUrls(config: Config, log: Pick<Logger, 'warn'>): Promise<DatabaseUrls | null> {
  const { databaseUrl: url, databaseDirectUrl, databaseOwnerUrl } = config;
  const ownerUrl = findOwnerUrl(config);
  if (!url || !ownerUrl) return null;
  if (!databaseOwnerUrl) log.warn('DATABASE_OWNER_URL is missing: the server works as the owner of its tables');
  const needSessions = {
    DATABASE_URL: databaseDirectUrl ? undefined : url,
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_OWNER_URL: databaseOwnerUrl,
  };
  for (const [name, address] of Object.entries(needSessions)) {
    if (address) await requireSessions(name, address, log);
  }
  if (!databaseDirectUrl) return { url, directUrl: url, ownerUrl, kind: CALLS };
  const kind = await checkPooler(url, databaseDirectUrl).catch(explainUnreachable);
  return { url, directUrl: databaseDirectUrl, ownerUrl, kind };
}

/** Refuses an address by which announcements would be lost and a lock held by whoever comes next. */
async function requireSessions(name: string, address: string, log: Pick<Logger, 'warn'>): Promise<void> {
  const between = await findBetween(address).catch(explainUnreachable);
  if (between === 'pooler') log.warn(`${name} leads to a pooler, which must give each connection a session of its own`);
  if (between !== 'shared') return;
  const example = name === 'DATABASE_OWNER_URL' ? name : 'DATABASE_DIRECT_URL';
  throw new StartupError(
    `${name} leads to a pooler in transaction mode, by which announcements and locks are lost: name PostgreSQL itself, for example ${example}=postgres://user:password@host:5432/anupalan`,
  );
}
