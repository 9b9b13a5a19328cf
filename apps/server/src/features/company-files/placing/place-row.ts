import { cleanFileName } from '../../../platform/files/names.ts';
import type { FileRow } from '../judging/company-file.ts';
import { AUTHORS, type CompanyTable, hasColumn } from '../tables/company-tables.ts';

/** Where a row is put, and by whom. */
export interface Placing {
  readonly workspaceId: string;
  /** Who takes the file in. */
  readonly userId: string;
  /** The files that bytes of evidence were written to, by the old ids of the evidence. */
  readonly fileIds: ReadonlyMap<string, string>;
}

/** A row as it goes into its table, and who wrote it where that table can only name an account. */
export interface PlacedRow {
  readonly row: Record<string, unknown>;
  readonly authors: { readonly rowId: string; readonly author: unknown; readonly impersonator: unknown } | null;
}

/**
 * Makes of a row what it is in the new workspace (R-company-files-7, R-company-files-8).
 * @param given the row with its new ids
 * @param from the row as the file has it
 */
export function placeRow(
  table: CompanyTable,
  { given, from }: { given: FileRow; from: FileRow },
  placing: Placing,
): PlacedRow {
  const row: Record<string, unknown> = { ...given };
  const authors = takeAuthors(table, row, placing.userId);
  if (hasColumn(table, 'workspace_id')) row.workspace_id = placing.workspaceId;
  if (hasColumn(table, 'imported')) row.imported = true;
  adapt(table, { row, from, placing });
  return { row, authors };
}

/** Whoever takes the file in has an account here; the others' ids lead to none. */
function takeAuthors(table: CompanyTable, row: Record<string, unknown>, userId: string): PlacedRow['authors'] {
  const columns = AUTHORS[table];
  if (!columns) return null;
  const said = row[columns.author];
  const author = said === userId ? null : said;
  const impersonator = columns.impersonator === undefined ? null : row[columns.impersonator];
  if (author !== null) row[columns.author] = null;
  if (columns.impersonator !== undefined) row[columns.impersonator] = null;
  return author === null && impersonator === null ? null : { rowId: String(row.id), author, impersonator };
}

/** What of some tables depends on who is in the company, which is whoever takes it in alone. */
function adapt(
  table: CompanyTable,
  { row, from, placing }: { row: Record<string, unknown>; from: FileRow; placing: Placing },
): void {
  const { userId } = placing;
  const isGone = (name: string) => row[name] !== null && row[name] !== userId;
  switch (table) {
    case 'workspaces':
      row.id = placing.workspaceId;
      break;
    case 'companies':
      // It takes no address and number from anybody (R-companies-27).
      row.contact = 'further';
      row.confirmed = true;
      break;
    case 'assignments':
      if (isGone('checker_id')) row.checker_gone = true;
      for (const name of ['responsible_id', 'deputy_id', 'checker_id']) if (isGone(name)) row[name] = null;
      break;
    case 'checks':
      if (row.outcome === null && isGone('waits_for')) {
        row.waits_for = null;
        row.reason = 'gone';
      }
      break;
    case 'custom_reminders':
      row.user_id = userId;
      break;
    case 'evidence':
      delete row.path;
      row.removal_imported = row.removed_at !== null;
      row.name = cleanFileName(String(row.name));
      row.file_id = placing.fileIds.get(String(from.id)) ?? null;
      break;
    default:
  }
}
