import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { changeCachedItem } from '../compliance-items/change-cached-item.ts';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';
import { statusPagesKey } from './list-status-pages.ts';

/** A change of what is recorded about an item. */
interface HistoryChange<Input> {
  send: (input: Input) => Promise<{ data: { statusHistory: StatusEntry[] } }>;
  /** The entries as they will look once the server has done it; `now` is an ISO instant. */
  foresee: (entries: readonly StatusEntry[], input: Input, now: string) => StatusEntry[];
  done: string;
}

/**
 * Shows a change at once, replaces it by the server's answer when that comes, and takes it back when the server refuses
 * (specification 2, section 4).
 */
export function useHistoryChange<Input extends { complianceId: string; userId: string }>({
  send,
  foresee,
  done,
}: HistoryChange<Input>) {
  const client = useQueryClient();
  return useMutation({
    // One after the other: an answer holds the whole history, and must not overwrite what a later one knew.
    scope: { id: 'status-history' },
    mutationFn: send,
    onMutate: async (input: Input) => {
      // A list already on its way would overwrite what is shown now with what was true before.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      const items = client.getQueryData(complianceItemsQuery.queryKey);
      const before = items?.find(({ _id }) => _id === input.complianceId);
      if (!before || !input.userId) throw new Error('No compliance item selected or user not logged in');
      const after = foresee(before.statusHistory, input, Temporal.Now.instant().toString());
      changeCachedItem(client, input.complianceId, (item) => withHistory(item, after));
      return { before };
    },
    onSuccess: ({ data }, { complianceId }) => {
      changeCachedItem(client, complianceId, (item) => ({ ...item, statusHistory: data.statusHistory }));
      client.invalidateQueries({ queryKey: statusPagesKey(complianceId) });
      toast.success(done);
    },
    onError: (error, { complianceId }, context) => {
      if (context) changeCachedItem(client, complianceId, (item) => withHistory(item, context.before.statusHistory));
      toast.error(error.message);
    },
  });
}

/** The total, where there is one, counts what comes and goes. */
function withHistory(item: ComplianceItem, statusHistory: StatusEntry[]): ComplianceItem {
  if (item.statusHistoryTotal === undefined) return { ...item, statusHistory };
  const change = statusHistory.length - item.statusHistory.length;
  return { ...item, statusHistory, statusHistoryTotal: item.statusHistoryTotal + change };
}
