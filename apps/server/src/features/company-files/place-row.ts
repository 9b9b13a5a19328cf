import { cleanFileName } from '../../platform/files/names.ts';
import { cleanRichText } from '../../platform/files/rich-text.ts';
import type { FileRow } from './company-file.ts';
import type { NewIds } from './new-ids.ts';
import { type CompanyTable, columnsOf } from './tables/company-tables.ts';

/** Where a row is put, and by whom. */
export interface Placing {
  readonly workspaceId: string;
  readonly ids: NewIds;
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

/** Makes of a row of a file what it is in the new workspace (R-company-files-7, R-company-files-8). */
export function placeRow(table: CompanyTable, from: FileRow, placing: Placing): PlacedRow {
  const { workspaceId, ids, userId } = placing;
  const columns = columnsOf(table);
  const row: Record<string, unknown> = {};
  let author: unknown = null;
  let impersonator: unknown = null;
  for (const [name, kind] of Object.entries(columns)) {
    if (kind === 'here' || !(name in from)) continue;
    const value = kind === 'plain' ? from[name] : ids.inside(from[name]);
    if (kind === 'author' || kind === 'impersonator') {
      // Whoever takes the file in has an account here; the others' ids lead to none.
      row[name] = value === userId && kind === 'author' ? value : null;
      if (row[name] === null && kind === 'author') author = value;
      if (kind === 'impersonator') impersonator = value;
    } else {
      row[name] = value;
    }
  }
  if ('workspace_id' in columns) row.workspace_id = workspaceId;
  adapt(table, { row, from, placing });
  const isBrought = author !== null || impersonator !== null;
  return { row, authors: isBrought ? { rowId: String(row.id), author, impersonator } : null };
}

/** What of some tables depends on who is in the company, which is whoever takes it in alone. */
function adapt(
  table: CompanyTable,
  { row, from, placing }: { row: Record<string, unknown>; from: FileRow; placing: Placing },
): void {
  const { userId } = placing;
  const isGone = (name: string) => row[name] != null && row[name] !== userId;
  switch (table) {
    case 'workspaces':
      row.id = placing.workspaceId;
      break;
    case 'companies':
      // It takes no address and number from anybody (R-companies-27).
      row.contact = 'further';
      row.confirmed = true;
      break;
    case 'acts':
    case 'compliance_items':
      if (typeof row.description === 'string') row.description = cleanRichText(row.description);
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
      row.name = cleanFileName(String(row.name));
      row.file_id = placing.fileIds.get(String(from.id)) ?? null;
      break;
    default:
  }
}
