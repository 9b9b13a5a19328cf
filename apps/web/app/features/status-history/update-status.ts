import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { type StatusEntry, updateStatus } from '@anupalan/contract/status-history';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';
import { type NewRecord, withRecord } from './optimistic-record.ts';

const FAILED = 'Failed to update status';

/**
 * Records a status. It is shown at once, replaced by the server's answer when that comes, and taken back when the server
 * refuses (specification 2, section 4).
 */
export function useUpdateStatus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendStatus,
    onMutate: async (record) => {
      // A list already on its way would overwrite what is shown now with what was true before.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      const previous = historyOf(client, record.complianceId);
      if (!previous || !record.userId) throw new Error('No compliance item selected or user not logged in');
      replaceHistory(client, record.complianceId, withRecord(previous, record, Temporal.Now.instant().toString()));
      return { previous };
    },
    onSuccess: ({ data }, { complianceId }) => {
      replaceHistory(client, complianceId, data.statusHistory);
      toast.success('Status updated successfully');
    },
    onError: (error, { complianceId }, context) => {
      if (context) replaceHistory(client, complianceId, context.previous);
      toast.error(error.message || FAILED);
    },
  });
}

function sendStatus({ complianceId, ...body }: NewRecord) {
  return request(updateStatus, { params: { id: complianceId }, body, fallback: FAILED, mismatch: FAILED });
}

/** Undefined when the list no longer holds the item. */
function historyOf(client: QueryClient, itemId: string): StatusEntry[] | undefined {
  const items = client.getQueryData(complianceItemsQuery.queryKey);
  return items?.find(({ _id }) => _id === itemId)?.statusHistory;
}

/** Touches one item and leaves the others as they are, whatever else is being recorded meanwhile. */
function replaceHistory(client: QueryClient, itemId: string, statusHistory: StatusEntry[]) {
  client.setQueryData(complianceItemsQuery.queryKey, (items) =>
    items?.map((item): ComplianceItem => (item._id === itemId ? { ...item, statusHistory } : item)),
  );
}
