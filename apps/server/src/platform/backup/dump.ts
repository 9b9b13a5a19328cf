import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { z } from 'zod';
import { copyOut, listMigrations, listSequences, listTables, readQueueVersion } from './tables.ts';

/*
 * A backup's content is text as PostgreSQL's own tools write it: a COPY with its rows for each table. Lines of JSON
 * behind `-- ` say what it is of, and what each table must come to.
 */

export const Header = z.object({
  format: z.literal('anupalan-backup-1'),
  madeAt: z.iso.datetime(),
  /** The migrations that made the tables, oldest first. */
  migrations: z.array(z.string()),
  /** The version of the job queue's tables; null when there are none. */
  queueVersion: z.number().nullable(),
});
export type Header = z.infer<typeof Header>;

/** What a table's rows come to. */
export const TableSum = z.object({ table: z.string(), bytes: z.number(), sha256: z.string() });
export type TableSum = z.infer<typeof TableSum>;

export const Footer = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  tables: z.number(),
});
export type Footer = z.infer<typeof Footer>;

/** The line that ends a table's rows; a row never is this, because COPY doubles backslashes. */
export const END_OF_ROWS = '\\.\n';

/**
 * Dumps all tables as they are at one moment, while others write.
 * @param onTable is told each table's sum
 */
export async function* dump(
  client: ClientBase,
  madeAt: Temporal.Instant,
  onTable: (sum: TableSum) => void,
): AsyncGenerator<Buffer> {
  await beginReading(client);
  const tables = await listTables(client);
  yield comment({
    format: 'anupalan-backup-1',
    madeAt: madeAt.toString(),
    migrations: await listMigrations(client),
    queueVersion: await readQueueVersion(client),
  } satisfies Header);
  for (const table of tables) {
    yield Buffer.from(`${table.copy} FROM stdin;\n`);
    const sum = new Sum(table.name);
    for await (const chunk of client.query(to(copyOut(table)))) {
      sum.add(chunk);
      yield chunk;
    }
    yield Buffer.from(END_OF_ROWS);
    yield comment(sum.total());
    onTable(sum.total());
  }
  yield comment({ sequences: await listSequences(client), tables: tables.length } satisfies Footer);
  await client.query('commit');
}

/** What a backup holds, in words. */
export function describeSums(sums: readonly TableSum[]): string {
  const bytes = sums.reduce((total, sum) => total + sum.bytes, 0);
  return `${sums.length} tables of ${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Begins a transaction that sees one moment and may last; tables are read from their beginning, in their own order. */
async function beginReading(client: ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(`
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local synchronize_seqscans = off; set local timezone = 'UTC'; set local datestyle = 'ISO';
    set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'`);
}

/** Adds up the rows of a table. */
export class Sum {
  readonly #table: string;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(table: string) {
    this.#table = table;
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  total(): TableSum {
    return { table: this.#table, bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }
}

function comment(value: object): Buffer {
  return Buffer.from(`-- ${JSON.stringify(value)}\n`);
}
