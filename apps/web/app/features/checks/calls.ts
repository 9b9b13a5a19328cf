import {
  approveCheck,
  type CheckApproval,
  type CheckReturn,
  listChecks,
  returnCheck,
} from '@anupalan/contract/people/checks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

export const FETCHING_CHECKS_FAILED = 'Failed to load what waits for your check';

/** What an answer makes stale, also when somebody else was first. */
const CHANGES = ['checks', 'compliance-items', 'status-history', 'events'] as const;

/** Page of what waits for the viewer's check; the previous page stays until the next one arrives. */
export function useChecks(page: number) {
  return useQuery({
    ...callQuery(listChecks, { query: { page }, failed: FETCHING_CHECKS_FAILED }, ({ data, pagination }) => ({
      checks: data,
      pagination,
    })),
    placeholderData: keepPreviousData,
  });
}

/** How many records wait for the viewer's check. */
export const checksCountQuery = callQuery(
  listChecks,
  { query: { page: 1, limit: 1 } },
  ({ pagination }) => pagination.total,
);

export function useApproveCheck(recordId: string) {
  return useCall({
    send: (body: CheckApproval) =>
      request(approveCheck, { params: { recordId }, body, failed: 'Failed to approve the record' }),
    done: 'Record approved',
    changes: CHANGES,
  });
}

export function useReturnCheck(recordId: string) {
  return useCall({
    send: (body: CheckReturn) =>
      request(returnCheck, { params: { recordId }, body, failed: 'Failed to return the record' }),
    done: 'Record returned',
    changes: CHANGES,
  });
}
