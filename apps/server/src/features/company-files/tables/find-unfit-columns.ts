import type { Pool } from 'pg';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { COMPANY_TABLE_NAMES, type CompanyTable, companyTables, leavingRow } from './company-tables.ts';
import { SameIds } from './ids.ts';

/** A column of a company's rows that has what no call writes; without a name where the fault is in several. */
export interface UnfitColumn {
  readonly table: CompanyTable;
  readonly column: string;
}

/** Rows of each table that are judged. */
const MOST_ROWS = 20_000;

/**
 * Finds the columns in which a company has what no call writes (R-company-files-11), such as a day of the year 12000: an
 * earlier version took them in, or somebody wrote them past the server. A reading that failed asks, to tell a fault of the
 * data from one of ours.
 */
export async function findUnfitColumns(pool: Pool, workspaceId: WorkspaceId): Promise<UnfitColumn[]> {
  const tables = companyTables(new SameIds());
  const found: UnfitColumn[] = [];
  for (const table of COMPANY_TABLE_NAMES) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(own) as row from ${table} own
       where ${table === 'workspaces' ? 'id' : 'workspace_id'} = $1 limit ${MOST_ROWS}`,
      [workspaceId],
    );
    const faults = rows.flatMap(({ row }) => tables[table].safeParse(leavingRow(table, row)).error?.issues ?? []);
    const columns = new Set(faults.map(({ path: [column = ''] }) => String(column)));
    for (const column of columns) found.push({ table, column });
  }
  return found;
}
