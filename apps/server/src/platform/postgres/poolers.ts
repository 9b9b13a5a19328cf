import pg from 'pg';
import { StartupError } from '../errors/startup-error.ts';
import { type Database, type Kind, openDatabase, POOLED, POOLED_WITH_NAMES } from './database.ts';

/**
 * What is between an address and PostgreSQL. `shared`: a pooler that gives each transaction another session (PgBouncer's
 * transaction mode), so that nothing which a session keeps works by it. `pooler`: one that wasn't seen to do so.
 */
export type Between = 'nothing' | 'pooler' | 'shared';

/** Looks by which two connections, neither of them in a transaction, are seen in one session. */
const LOOKS = 3;

/**
 * Finds out what is between an address and PostgreSQL. A pooler makes up the process that it names to who connects; that
 * sessions are shared is sure when two connections are in one, and missed when others keep the pooler busy.
 */
export async function findBetween(url: string): Promise<Between> {
  await using one = await connect(url);
  if (one.told === (await one.readProcess())) return 'nothing';
  await using other = await connect(url);
  for (let look = 0; look < LOOKS; look++) {
    if ((await one.readProcess()) === (await other.readProcess())) return 'shared';
  }
  return 'pooler';
}

async function connect(url: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'anupalan-start',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  return {
    client,
    told: 'processID' in client ? client.processID : undefined,
    readProcess: async () => (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid,
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** What each session of a pooler must be, as a direct one is made; the statement of one says what is missing. */
const NEEDED = {
  timezone: 'UTC',
  datestyle: 'ISO',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
} as const;

interface Found {
  role: string;
  database: string;
  summer: string;
  winter: string;
  statement_timeout: number;
  idle_in_transaction_session_timeout: number;
}

/**
 * Refuses a pooler whose sessions aren't as the server counts on: moments come in UTC as ISO has them, and a statement
 * or a transaction that nobody waits for any more ends. A pooler takes no settings from who connects.
 * @param directUrl the address of the same role and database past the pooler
 * @returns the kind of connections for it
 * @throws StartupError with the statements that put it right.
 */
export async function checkPooler(url: string, directUrl: string): Promise<Kind> {
  const database = openDatabase(url, () => {}, POOLED);
  const direct = openDatabase(directUrl, () => {});
  try {
    const [found, beside] = await Promise.all([readSettings(database), readSettings(direct)]);
    if (found.role !== beside.role || found.database !== beside.database) {
      throw new StartupError(
        `DATABASE_DIRECT_URL connects as ${beside.role} to ${beside.database}, and DATABASE_URL as ${found.role} to ${found.database}: name the same role and database in both`,
      );
    }
    const inUtc = /^2026-01-01 00:00:00\+00$/.test(found.winter) && /^2026-07-01 00:00:00\+00$/.test(found.summer);
    const wrong = [
      ...(inUtc ? [] : (['timezone', 'datestyle'] as const)),
      ...(['statement_timeout', 'idle_in_transaction_session_timeout'] as const).filter((name) => found[name] === 0),
    ];
    if (wrong.length === 0) return (await knowsNames(url)) ? POOLED_WITH_NAMES : POOLED;
    const role = pg.escapeIdentifier(found.role);
    const statements = wrong.map((name) => `alter role ${role} set ${name} = '${NEEDED[name]}'`);
    throw new StartupError(
      `DATABASE_URL leads to a pooler whose sessions have other settings than the server needs (${wrong.join(', ')}): set them for its role and have the pooler reconnect, for example ${statements.join('; ')}`,
    );
  } finally {
    await Promise.all([database.close(), direct.close()]);
  }
}

/** A statement that nobody else sends, and its name. */
const PROBE = { name: 'anupalan-probe', text: 'select 1 as anupalan_probe' };

/**
 * Whether a pooler takes care of statements with names: then the session, which is the same throughout a transaction, has
 * the statement by another name, which the pooler made up (PgBouncer from 1.21 with `max_prepared_statements`).
 */
async function knowsNames(url: string): Promise<boolean> {
  await using one = await connect(url);
  const { client } = one;
  try {
    await client.query('begin');
    await client.query(PROBE);
    const text = 'select name from pg_prepared_statements where statement = $1';
    const { rows } = await client.query<{ name: string }>(text, [PROBE.text]);
    const passed = rows.some(({ name }) => name === PROBE.name);
    if (passed) await client.query(`deallocate ${pg.escapeIdentifier(PROBE.name)}`);
    await client.query('rollback');
    return rows.length > 0 && !passed;
  } catch {
    // A probe that failed is no proof; without names all poolers work.
    return false;
  }
}

async function readSettings({ pool }: Database): Promise<Found> {
  const { rows } = await pool.query<Found>(`
    select current_user::text as role, current_database()::text as database, '2026-01-01T00:00:00Z'::timestamptz::text as winter,
           '2026-07-01T00:00:00Z'::timestamptz::text as summer,
           (select setting::int from pg_settings where name = 'statement_timeout') as statement_timeout,
           (select setting::int from pg_settings where name = 'idle_in_transaction_session_timeout')
             as idle_in_transaction_session_timeout`);
  const [found] = rows;
  if (!found) throw new Error('The database does not know its own settings');
  return found;
}
