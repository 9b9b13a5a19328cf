import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, companyTables, leavingRow } from './company-tables.ts';
import { SameIds } from './ids.ts';

/** A column of a company's rows that has what no call writes; without a name where the fault is in several. */
export interface UnfitColumn {
  readonly table: CompanyTable;
  readonly column: string;
}

/** Rows of each table that are judged, and the bytes of them. */
const MOST_ROWS = 5_000;
const MOST_BYTES = 5_000_000;

/** Rows that are judged before others run. */
const AT_ONCE = 100;

/** Milliseconds after which no further table is read: an explanation is worth no more. */
const WITHIN_MS = 3_000;

/**
 * Finds the columns in which a company has what no call writes (R-company-files-11), such as a day of the year 12000: an
 * earlier version took them in, or somebody wrote them past the server. A reading that failed asks, to tell a fault of the
 * data from one of ours.
 */
export async function findUnfitColumns(pool: Pool, workspaceId: WorkspaceId): Promise<UnfitColumn[]> {
  const tables = companyTables(new SameIds());
  const found: UnfitColumn[] = [];
  const latest = Date.now() + WITHIN_MS;
  for (const table of COMPANY_TABLE_NAMES) {
    if (Date.now() > latest) break;
    const columns = new Set<string>();
    for (const [n, row] of (await readRows(pool, table, workspaceId)).entries()) {
      if (Date.now() > latest) break;
      if (n % AT_ONCE === 0) await letOthersRun();
      const faults = row === null ? TOO_LARGE : (tables[table].safeParse(leavingRow(table, row)).error?.issues ?? []);
      for (const {
        path: [column = ''],
      } of faults)
        columns.add(String(column));
    }
    for (const column of columns) found.push({ table, column });
  }
  return found;
}

/** What is wrong with a row that is more than all of a table may be: nothing of it in particular. */
const TOO_LARGE: readonly { readonly path: readonly string[] }[] = [{ path: [] }];

/** The rows of a company in a table, until they are too many or too large; null for one that is too large by itself. */
async function readRows(
  pool: Pool,
  table: CompanyTable,
  workspaceId: WorkspaceId,
): Promise<(Record<string, unknown> | null)[]> {
  const { rows } = await pool.query<{ row: Record<string, unknown> | null }>(
    `select case when size <= $3 then row end as row
     from (
       select row, size, sum(size) over (rows between unbounded preceding and 1 preceding) as before
       from (
         select row, octet_length(row::text) as size
         from (select to_jsonb(own) as row from ${table} own
           where ${table === 'workspaces' ? 'id' : 'workspace_id'} = $1 limit $2) of_company) sized) summed
     where coalesce(before, 0) < $3`,
    [workspaceId, MOST_ROWS, MOST_BYTES],
  );
  return rows.map(({ row }) => row);
}
