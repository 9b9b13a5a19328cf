import { HERE } from './columns.ts';
import { type FileIds, SameIds } from './ids.ts';
import { profileTables } from './profile-tables.ts';
import { recordTables } from './record-tables.ts';

/**
 * The tables of which a company's file has the company's rows (R-company-files-2), each after those that it refers to:
 * in this order they are taken in. Evidence comes before the records that it belongs to: a file that was removed before
 * its record was approved would look like one that an approved record stands on.
 *
 * Each is the schema of its rows, by which they are judged, read and written (R-company-files-11).
 */
export function companyTables(ids: FileIds) {
  return { ...profileTables(ids), ...recordTables(ids) } as const;
}

export type CompanyTable = keyof ReturnType<typeof companyTables>;

const TABLES = companyTables(new SameIds());

/** The names of those tables, in order. */
export const COMPANY_TABLE_NAMES = Object.keys(TABLES).filter(isCompanyTable);

/** Whether a name is that of a table of a company's file. */
export function isCompanyTable(name: string): name is CompanyTable {
  return Object.hasOwn(TABLES, name);
}

/** Whether a table has a column. */
export function hasColumn(table: CompanyTable, name: string): boolean {
  return Object.hasOwn(TABLES[table].shape, name);
}

/** The columns of a table that are in the file. */
export function leavingColumns(table: CompanyTable): string[] {
  return Object.entries(TABLES[table].shape).flatMap(([name, schema]) =>
    schema === HERE || name === PATH_OF_EVIDENCE ? [] : [name],
  );
}

/** A stored row as the file would have it. */
export function leavingRow(table: CompanyTable, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(leavingColumns(table).map((name) => [name, row[name]]));
}

/** No column: where the bytes of evidence are in the archive. */
const PATH_OF_EVIDENCE = 'path';

/** The columns that refer to an account: whoever has none here is in `imported_authors` instead. */
export const AUTHORS: Partial<Record<CompanyTable, { readonly author: string; readonly impersonator?: string }>> = {
  acts: { author: 'created_by' },
  compliance_items: { author: 'created_by' },
  status_entries: { author: 'user_id' },
  status_records: { author: 'updated_by', impersonator: 'impersonator_id' },
  payment_dates: { author: 'user_id' },
  submission_dates: { author: 'user_id' },
};
