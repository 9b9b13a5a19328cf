import { exportAuditLog, listAuditLog } from '@anupalan/contract/audit-log';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { download } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { saveFile } from '../../lib/api/save-file.ts';
import { useCall } from '../../lib/api/use-call.ts';
import type { AuditListState } from './audit-list-state.ts';

export const FETCHING_AUDIT_LOG_FAILED = 'Failed to fetch the audit log';
const EXPORT_FAILED = 'Failed to download the audit log';

/** One page of the log; the previous page stays until the next one arrives. */
export function useAuditLog(query: AuditListState) {
  return useQuery({
    ...callQuery(listAuditLog, { query, failed: FETCHING_AUDIT_LOG_FAILED }, ({ data }) => data),
    placeholderData: keepPreviousData,
    // Every action adds entries, so a page is never fresh.
    staleTime: 0,
  });
}

/** CSV export of all entries that pass the filters, whatever page is shown (R-audit-log-7). */
export function useExportAuditLog() {
  return useCall({
    send: async ({ page: _, ...query }: AuditListState) =>
      saveFile(await download(exportAuditLog, { query, failed: EXPORT_FAILED }), 'audit-log.csv'),
    done: 'Downloaded audit-log.csv',
    // An export is an audit entry itself (R-audit-log-7).
    changes: ['audit-log'],
  });
}
