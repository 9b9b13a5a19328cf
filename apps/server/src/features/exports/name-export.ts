import type { ExportedTable } from '@anupalan/contract/proof/exports';
import type { TableFormat } from '@anupalan/contract/wire/tables';

const NAMES: Readonly<Record<ExportedTable, string>> = {
  compliance: 'compliance-register',
  statuses: 'status-register',
  payments: 'payments-register',
  activity: 'activity',
};

/** The name that a table is saved under: `compliance-register-2026-11-23.xlsx`. */
export function nameExport(table: ExportedTable, format: TableFormat, today: Temporal.PlainDate): string {
  return `${NAMES[table]}-${today}.${format}`;
}
