import type { Database } from '../apps/server/src/platform/database.ts';

/** What a measurement is given: a migrated, empty database on a PostgreSQL with its normal durability. */
export interface Ground {
  readonly database: Database;
  readonly databaseUrl: string;
  /** CPU time of all of PostgreSQL's processes so far; NaN where the system does not tell. */
  readPostgresCpuMs(): number;
}

/** A server under load; times are of a request, on average. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly serverCpuMs: number;
  readonly postgresCpuMs: number;
}

/** A target against one floor: medians of the turns; of the ratios too, where more is better and 1 is the floor. */
export interface Figure {
  readonly target: string;
  readonly floor: string;
  readonly targetLoad: Load;
  readonly floorLoad: Load;
  readonly requestsRatio: number;
  readonly cpuRatio: number;
}
