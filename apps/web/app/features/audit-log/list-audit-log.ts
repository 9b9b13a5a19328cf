import { listAuditLog } from '@anupalan/contract/audit-log';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import type { AuditListState } from './audit-list-state.ts';

export const FETCHING_AUDIT_LOG_FAILED = 'Failed to fetch the audit log';

function auditLogQuery(query: AuditListState) {
  return queryOptions({
    queryKey: ['audit-log', query],
    queryFn: async ({ signal }) =>
      (await request(listAuditLog, { query, signal, fallback: FETCHING_AUDIT_LOG_FAILED })).data,
    placeholderData: keepPreviousData,
    // It grows with whatever anybody does.
    staleTime: 0,
  });
}

/** One page of the log; the page before stays until the next is there. */
export function useAuditLog(query: AuditListState) {
  return useQuery(auditLogQuery(query));
}
