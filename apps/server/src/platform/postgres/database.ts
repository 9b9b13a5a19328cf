import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './database-schema.ts';

/** A handle that queries take as their first parameter: the pool, or the transaction they must not escape. */
export type Db = Kysely<DB> | Transaction<DB>;

export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const { builtins } = pg.types;

/** Calendar days stay text; a day is not a moment. Whole numbers come as numbers (money is far below 2^53). */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.DATE, (text) => text],
  [builtins.INT8, Number],
]);

const SETTINGS = ['timezone=UTC', 'datestyle=ISO', 'idle_in_transaction_session_timeout=30000'];

/** The limits of a call's connection and statements, in ms; the server gives up before the client does. */
const LIMITS = { connectionTimeoutMillis: 5_000, statement_timeout: 10_000, query_timeout: 12_000 };

/** The limits of migrations and other work that may take long: only connecting has one. */
export const UNLIMITED = { connectionTimeoutMillis: 5_000 };

/** Connects at the first query; `onError` hears of idle connections that broke, which must not end the process. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<typeof LIMITS> = LIMITS,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    ...limits,
    options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'anupalan',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format),
    },
  });
  pool.on('error', onError);
  // The error event is ignored: a connection that breaks while in use rejects its query as well, and that is handled.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => closeAll(db, pool) };
}

/** The pool may be left: Kysely ends it only when it was used. */
async function closeAll(db: Kysely<DB>, pool: pg.Pool): Promise<void> {
  await db.destroy();
  if (!pool.ending) await pool.end();
}
