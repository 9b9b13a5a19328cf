import { boundedDay } from '@anupalan/domain/calendar-day';
import type { Pool } from 'pg';

/** The parsers that leave PostgreSQL's text of a value as it is. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/**
 * A statement of a hot path. With a `name` each connection parses and plans it only once, for all values. Statements
 * whose best plan depends on their values have no name: for unknown values PostgreSQL expects a window of days to hold
 * next to nothing, and takes twice as long.
 */
export interface Statement {
  readonly name?: string;
  readonly text: string;
}

/**
 * Runs a statement and returns its values as the text that PostgreSQL sends: reading a moment as a `Date` only to write
 * it down again is most of the work of a large answer.
 */
export async function readAsText<Row extends Record<keyof Row, string | null>>(
  pool: Pool,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ ...statement, values: [...values], types: AS_TEXT });
  return rows;
}

/** The contract's `Instant` of a moment as PostgreSQL writes it; the connections are in UTC. */
export function readInstant(timestamp: string): string {
  const day = boundedDay(timestamp);
  return timestamp.startsWith(day) ? `${day}T${timestamp.slice(11, -3)}Z` : `${day}T23:59:59.999Z`;
}

/** The contract's `IsoDay` of a day as PostgreSQL writes it. */
export function readDay(date: string): string {
  return `${boundedDay(date)}T00:00:00.000Z`;
}
