import type { Pool } from 'pg';

/** What PostgreSQL's text of a value is read as here: nothing more than text. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * A statement of a hot path. Each connection parses and plans one with a name only once, for whatever values come.
 * Where the best plan depends on them it has none: for unknown values PostgreSQL expects a window of days to hold next to
 * nothing, and takes twice as long.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/**
 * Runs a statement and leaves its values the text that PostgreSQL sends: reading a moment as a `Date` only to write it
 * down again is most of the work of a large answer.
 */
export async function readAsText<Row extends Record<keyof Row, string | null>>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ ...statement, values: [...values], types: AS_TEXT });
  return rows;
}

/** A moment as PostgreSQL writes it, as the contract's `Instant`. The connections are in UTC. */
export function readInstant(timestamp: string): string {
  return `${timestamp.slice(0, 10)}T${timestamp.slice(11, -3)}Z`;
}

/** A calendar day as PostgreSQL writes it, as the contract's `IsoDay`. */
export function readDay(date: string): string {
  return `${date}T00:00:00.000Z`;
}
