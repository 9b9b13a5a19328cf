import type { ColumnKind } from './leaving.ts';
import { PROFILE_TABLES } from './profile-tables.ts';
import { RECORD_TABLES } from './record-tables.ts';

/**
 * The tables of which a company's file has the company's rows (R-company-files-2), each after those that it refers to:
 * in this order they are taken in. Evidence comes before the records that it belongs to: a file that was removed before
 * its record was approved would look like one that an approved record stands on.
 */
export const COMPANY_TABLES = { ...PROFILE_TABLES, ...RECORD_TABLES } as const;

export type CompanyTable = keyof typeof COMPANY_TABLES;

/** The names of those tables, in order. */
export const COMPANY_TABLE_NAMES = Object.keys(COMPANY_TABLES).filter(isCompanyTable);

/** Whether a name is that of a table of a company's file. */
export function isCompanyTable(name: string): name is CompanyTable {
  return Object.hasOwn(COMPANY_TABLES, name);
}

/** What the columns of a table hold, by their names. */
export function columnsOf(table: CompanyTable): Readonly<Record<string, ColumnKind>> {
  return COMPANY_TABLES[table];
}

/** The columns of a table that are in the file. */
export function leavingColumns(table: CompanyTable): string[] {
  return Object.entries(columnsOf(table)).flatMap(([name, kind]) => (kind === 'here' ? [] : [name]));
}
