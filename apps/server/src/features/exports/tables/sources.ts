import type { ExportedTable } from '@anupalan/contract/proof/exports';
import type { TableSource } from '../table-source.ts';
import { openActivity } from './open-activity.ts';
import { openCompliance } from './open-compliance.ts';
import { openPayments } from './open-payments.ts';
import { openStatuses } from './open-statuses.ts';

/** Where each table comes from. */
export const SOURCES: Readonly<Record<ExportedTable, TableSource>> = {
  compliance: openCompliance,
  statuses: openStatuses,
  payments: openPayments,
  activity: openActivity,
};
