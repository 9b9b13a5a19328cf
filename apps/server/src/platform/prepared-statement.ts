import type { Pool } from 'pg';

/** What PostgreSQL's text of a value is read as here: nothing more than text. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * Runs a statement of a hot path: each connection parses and plans it once, by its name, and its values stay the text
 * that PostgreSQL sends (reading a moment as a `Date` only to write it down again is most of the work of a large answer).
 */
export async function runPrepared<Row extends Record<keyof Row, string | null>>(
  pool: Pool,
  statement: { name: string; text: string },
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
