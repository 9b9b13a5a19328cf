import type { Database } from '../apps/server/src/platform/postgres/database.ts';

/** The surroundings of a measurement: a migrated, empty database on a PostgreSQL with its normal durability. */
export interface BenchPostgres {
  readonly database: Database;
  readonly databaseUrl: string;
  /** CPU time of all of PostgreSQL's processes so far; NaN where the system does not tell. */
  readPostgresCpuMs(): number;
}

/** The measures of a target against one floor. */
export interface Figure {
  readonly target: string;
  readonly floor: string;
  readonly measures: readonly Measure[];
}

/**
 * One measure of a target and its floor: medians of the turns, also of their ratio, in which more is better and 1 is
 * the floor.
 */
export interface Measure {
  readonly name: string;
  readonly target: number;
  readonly floor: number;
  readonly ratio: number;
}

/** The values of a target and its floor in one turn, one right after the other. */
export interface Turn<T> {
  readonly target: T;
  readonly floor: T;
}

/** Sums up turns; `more` says whether a larger value is better. */
export function measure<T>(
  name: string,
  turns: readonly Turn<T>[],
  read: (value: T) => number,
  { more }: { more: boolean },
): Measure {
  const values = turns.map(({ target, floor }) => ({ target: read(target), floor: read(floor) }));
  return {
    name,
    target: median(values.map(({ target }) => target)),
    floor: median(values.map(({ floor }) => floor)),
    ratio: median(values.map(({ target, floor }) => (more ? target / floor : floor / target))),
  };
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
