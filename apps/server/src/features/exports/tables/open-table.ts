import type { ExportedTable } from '@anupalan/contract/proof/exports';
import type { TableSource } from '../table-source.ts';
import { openActivity } from './activity-table.ts';
import { openCompliance } from './compliance-table.ts';
import { openPayments } from './payments-table.ts';
import { openStatuses } from './statuses-table.ts';

/** Where each table comes from. */
export const SOURCES: Readonly<Record<ExportedTable, TableSource>> = {
  compliance: openCompliance,
  statuses: openStatuses,
  payments: openPayments,
  activity: openActivity,
};
