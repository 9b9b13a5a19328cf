import {
  approveBatch,
  approveCheck,
  type CheckApproval,
  type CheckReturn,
  listChecks,
  returnBatch,
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
    ...callQuery(listChecks, { query: { page }, failed: FETCHING_CHECKS_FAILED }, ({ data, pagination, batches }) => ({
      checks: data,
      pagination,
      batches,
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

/** Approves all records of an import, as many calls as that takes. */
export function useApproveBatch(batchId: string) {
  return useCall({
    send: (body: CheckApproval) =>
      decideAll(() => request(approveBatch, { params: { batchId }, body, failed: 'Failed to approve the records' })),
    done: (_, count) => describeDecided(count, 'approved'),
    changes: CHANGES,
  });
}

/** Returns all records of an import, as many calls as that takes. */
export function useReturnBatch(batchId: string) {
  return useCall({
    send: (body: CheckReturn) =>
      decideAll(() => request(returnBatch, { params: { batchId }, body, failed: 'Failed to return the records' })),
    done: (_, count) => describeDecided(count, 'returned'),
    changes: CHANGES,
  });
}

async function decideAll(decide: () => Promise<{ data: { decided: number; left: number } }>): Promise<number> {
  let count = 0;
  for (;;) {
    const { decided, left } = (await decide()).data;
    count += decided;
    // Of what somebody else decides meanwhile nothing is left either.
    if (left === 0 || decided === 0) return count;
  }
}

function describeDecided(count: number, what: string): string {
  return count > 0 ? `${countRecords(count)} ${what}` : `Nothing was ${what}: somebody else has these records by now`;
}

/** "1 record", "1,200 records". */
export function countRecords(count: number): string {
  return `${count.toLocaleString('en-IN')} ${count === 1 ? 'record' : 'records'}`;
}
