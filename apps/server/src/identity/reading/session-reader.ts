import type { Pool, QueryResultRow } from 'pg';
import type { Statements } from './session-statements.ts';

/** What one call asks for: its token's digest in hexadecimal, and the id of the workspace or company that it asks by. */
interface Asked {
  readonly digest: string;
  readonly id: string | null;
}

/** Most sessions that are read by one statement. */
const MOST_TOGETHER = 100;

/**
 * Reads the sessions of all calls that came in one round of the event loop by one statement, each session once however
 * many calls bring its token, and keeps none of them: no call is answered by what was read before it came.
 */
export class SessionReader<Row extends QueryResultRow> {
  readonly #pool: Pool;
  readonly #statements: Statements;
  #round: Round<Row> | null = null;

  constructor(pool: Pool, statements: Statements) {
    this.#pool = pool;
    this.#statements = statements;
  }

  /** The session's row, which the calls of the round with the same token share; undefined where there is none. */
  async read({ digest, id }: Asked): Promise<Row | undefined> {
    const round = this.#round?.takes(digest, id) ? this.#round : this.#beginRound();
    round.ids.set(digest, id);
    return (await round.rows).get(digest);
  }

  #beginRound(): Round<Row> {
    const round = new Round<Row>((ids) => {
      if (this.#round === round) this.#round = null;
      return this.#ask([...ids.keys()], [...ids.values()]);
    });
    this.#round = round;
    return round;
  }

  /** Asks by a prepared statement, which Kysely can't, because it is the first of every call. */
  async #ask(digests: readonly string[], ids: readonly (string | null)[]): Promise<ReadonlyMap<string, Row>> {
    const { alone, together } = this.#statements;
    const tokens = digests.map((digest) => `\\x${digest}`);
    const asked =
      tokens.length === 1 ? { ...alone, values: [tokens[0], ids[0]] } : { ...together, values: [tokens, ids] };
    const { rows } = await this.#pool.query<Row & { n: number }>(asked);
    return new Map(rows.map((row) => [digests[row.n - 1] ?? '', row]));
  }
}

/** A round that calls can still join, which lasts until all sockets that had something were read. */
class Round<Row> {
  /** The ids that sessions are asked for by, by the digests of their tokens. */
  readonly ids = new Map<string, string | null>();
  readonly rows: Promise<ReadonlyMap<string, Row>>;

  constructor(read: (ids: ReadonlyMap<string, string | null>) => Promise<ReadonlyMap<string, Row>>) {
    this.rows = new Promise<void>((end) => setImmediate(end)).then(() => read(this.ids));
  }

  /** Whether a session has its place here: two tabs of one person may ask for two companies at once. */
  takes(digest: string, id: string | null): boolean {
    const known = this.ids.get(digest);
    return known === undefined ? this.ids.size < MOST_TOGETHER : known === id;
  }
}
