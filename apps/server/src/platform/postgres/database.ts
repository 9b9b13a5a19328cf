import { boundedDay, boundedMoment } from '@anupalan/domain/calendar-day';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { endWhenUseless, forgetNames, requireWritable } from './connections.ts';
import type { DB } from './database-schema.ts';

/** A handle that queries take as their first parameter: the pool, or the transaction they must not escape. */
export type Db = Kysely<DB> | Transaction<DB>;

export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const { builtins } = pg.types;

const parseMoment: (text: string) => Date | number = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

/**
 * Calendar days stay text; a day is not a moment. Neither leaves the calendar, whatever is stored. Whole numbers come as
 * numbers (money is far below 2^53).
 */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.DATE, boundedDay],
  [builtins.TIMESTAMPTZ, (text) => boundedMoment(parseMoment(text))],
  [builtins.INT8, Number],
]);

const SETTINGS = ['timezone=UTC', 'datestyle=ISO', 'idle_in_transaction_session_timeout=30000'];

const SESSION = { options: SETTINGS.map((setting) => `-c ${setting}`).join(' ') };

/** Milliseconds after which connecting, and a call's statement, count as failed. */
const PATIENCE = { connectionTimeoutMillis: 5_000, query_timeout: 12_000 };

/** A kind of connections, by who uses them and what is in between. */
export interface Kind
  extends Pick<pg.PoolConfig, 'options' | 'connectionTimeoutMillis' | 'query_timeout' | 'statement_timeout'> {
  /** Whether a session knows a statement by the name that it was sent with before. */
  readonly named: boolean;
}

/** The connections of calls; the server gives up a statement before the client does. */
export const CALLS: Kind = { ...SESSION, ...PATIENCE, statement_timeout: 10_000, named: true };

/** The connections of migrations and other work that may take long: only connecting has a limit. */
export const UNLIMITED: Kind = {
  // The role may have a limit of its own, which is that of calls.
  options: `${SESSION.options} -c statement_timeout=0`,
  connectionTimeoutMillis: PATIENCE.connectionTimeoutMillis,
  named: true,
};

/**
 * The connections of calls by a pooler that gives each transaction another session: it takes no settings, which its own
 * connections have instead (`checkPooler`), and this one doesn't know a statement by the name that another session heard.
 */
export const POOLED: Kind = { ...PATIENCE, named: false };

/** The same by a pooler that has each session hear the statements that are meant for it. */
export const POOLED_WITH_NAMES: Kind = { ...PATIENCE, named: true };

/** Connects at the first query; `onError` hears of idle connections that broke, which must not end the process. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  { named, ...settings }: Kind = CALLS,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...settings,
    application_name: 'anupalan',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
    },
    onConnect: requireWritable,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    // The error event is ignored: a connection that breaks while in use rejects its query as well, and that is handled.
    client.on('error', () => {});
    endWhenUseless(client);
    if (!named) forgetNames(client);
  });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => closeAll(db, pool) };
}

/** The pool may be left: Kysely ends it only when it was used. */
async function closeAll(db: Kysely<DB>, pool: pg.Pool): Promise<void> {
  await db.destroy();
  if (!pool.ending) await pool.end();
}
