import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Streams rows as CSV for spreadsheets: with a byte order mark, and with an apostrophe before whatever they would take
 * for a formula (R-audit-log-7). A failure breaks the answer off.
 */
export function streamCsv<T, C extends string>(
  rows: AsyncIterable<T>,
  columns: readonly C[],
  present: (row: T) => Record<C, string | null | undefined>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Readable {
  const csv = stringify({
    columns: [...columns],
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
  return pipeline(Readable.from(rows).map(present), csv, (error) => {
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') log.error({ err: error }, 'an export broke off');
  });
}
