import pg, { type ClientBase } from 'pg';
import { isConnectionUseless } from './database-errors.ts';

/** A connection to a PostgreSQL that only reads: a standby, or a primary that has stopped being one. */
class ReadOnlyDatabase extends Error {
  /** PostgreSQL's own code of a write that it refuses for that. */
  readonly code = '25006';

  constructor() {
    super('connected to a PostgreSQL that is read-only');
  }
}

/**
 * Refuses a connection by which nothing can be written. After a failover an address may lead to the former primary for a
 * while: what it answers is old. @throws ReadOnlyDatabase
 */
export async function requireWritable(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyDatabase();
}

/**
 * Ends a connection as soon as a failure shows that the next user of it would fail as well: its server has become
 * read-only, or answers no more. The pool itself keeps a connection whose user gives it back without the failure.
 */
export function endWhenUseless(client: ClientBase): void {
  interceptQueries(client, (run, statement, rest) => {
    const result = run(statement, rest);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (client instanceof pg.Client && isConnectionUseless(error)) client.end().catch(() => {});
      });
    }
    return result;
  });
}

/** Sends each statement without its name, for sessions that change with each transaction. */
export function forgetNames(client: ClientBase): void {
  interceptQueries(client, (run, statement, rest) => run(withoutName(statement), rest));
}

function withoutName(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || 'submit' in statement || !('name' in statement)) {
    return statement;
  }
  const { name: _, ...unnamed } = statement;
  return unnamed;
}

type Run = (statement: unknown, rest: unknown[]) => unknown;

/** Puts something between a connection and everybody who sends it statements, in whatever way they do. */
function interceptQueries(client: ClientBase, send: (run: Run, statement: unknown, rest: unknown[]) => unknown): void {
  const isFirst = !Object.hasOwn(client, 'query');
  client.query = new Proxy(client.query, {
    apply(query, self, [statement, ...rest]) {
      // What all connections send with is looked up each time: whoever watches them all comes between, too.
      const ask = isFirst ? pg.Client.prototype.query : query;
      return send((sent, others) => Reflect.apply(ask, self, [sent, ...others]), statement, rest);
    },
  });
}
