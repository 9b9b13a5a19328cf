import { parseMoment } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import { Moment } from './columns.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, companyTables } from './company-tables.ts';
import { SameIds } from './ids.ts';

type Row = Readonly<Record<string, unknown>>;

/** The columns of each table that say when something was, unlike those of what is planned. */
const PAST: ReadonlyMap<CompanyTable, readonly string[]> = listPastColumns();

function listPastColumns(): Map<CompanyTable, string[]> {
  const tables = companyTables(new SameIds());
  return new Map(
    COMPANY_TABLE_NAMES.map((table) => {
      const columns = Object.entries<z.ZodType>(tables[table].shape).filter(
        ([, schema]) => (schema instanceof z.ZodNullable ? schema.unwrap() : schema) === Moment,
      );
      return [table, columns.map(([name]) => name)];
    }),
  );
}

const Said = z.object({ createdAt: z.string(), returnedAt: z.string().optional() });
const Lines = z.record(z.string(), z.object({ at: z.string(), checking: Said.optional() }));
const WithFiling = z.object({ filing: z.object({ filedOn: z.string().optional() }).nullish() });
const WithSaid = z.object({ checking: Said.nullish(), lines: Lines.nullish() });

/** The columns of a row, which fits its schema, in which something was after a moment: nothing was recorded in the future. */
export function findLateColumns(table: CompanyTable, row: Row, latest: Temporal.Instant): string[] {
  const columns = (PAST.get(table) ?? []).filter((name) => isLate(row[name], latest));
  const { checking, lines } = WithSaid.safeParse(row).data ?? {};
  const momentsOf = (said: z.infer<typeof Said> | null | undefined) => [said?.createdAt, said?.returnedAt];
  if (momentsOf(checking).some((moment) => isLate(moment, latest))) columns.push('checking');
  const ofLines = Object.values(lines ?? {}).flatMap((line) => [line.at, ...momentsOf(line.checking)]);
  if (ofLines.some((moment) => isLate(moment, latest))) columns.push('lines');
  const { filedOn } = WithFiling.safeParse(row).data?.filing ?? {};
  // The day has begun in India.
  if (isLate(filedOn, latest.add({ hours: 6 }))) columns.push('filing');
  // An event may be five years ahead, as by its call; the latest of such days are counted as leap years.
  if (table === 'events' && isLate(row.happened_at, latest.add({ hours: 24 * 366 * 5 }))) columns.push('happened_at');
  return columns;
}

function isLate(value: unknown, latest: Temporal.Instant): boolean {
  if (typeof value !== 'string') return false;
  // As PostgreSQL writes it into text.
  const moment = parseMoment(value.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return moment !== null && Temporal.Instant.compare(moment, latest) > 0;
}
