import type { StatusEntry } from '@anupalan/contract/status-history';
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';
import { statusPagesKey } from './list-status-pages.ts';
import { type Change, settleChange, showChange } from './unanswered-changes.ts';

/** A change of what is recorded about an item. */
interface HistoryChange<Input> {
  send: (input: Input) => Promise<{ data: { statusHistory: StatusEntry[] } }>;
  /** The entries as they will look once the server has done it; `now` is an ISO instant. */
  foresee: (entries: readonly StatusEntry[], input: Input, now: string) => StatusEntry[];
  done: string;
}

export function useHistoryChange<Input extends { complianceId: string; userId: string }>(change: HistoryChange<Input>) {
  return useMutation(historyChange(useQueryClient(), change));
}

/**
 * Shows a change at once, replaces it by the server's answer when that comes, and takes it back when the server refuses
 * (specification 2, section 4). Other changes still on their way stay in sight.
 */
export function historyChange<Input extends { complianceId: string; userId: string }>(
  client: QueryClient,
  { send, foresee, done }: HistoryChange<Input>,
) {
  return mutationOptions({
    // One after the other: an answer holds the whole history, and must not overwrite what a later one knew.
    scope: { id: 'status-history' },
    mutationFn: send,
    onMutate: async (input: Input) => {
      // A list already on its way would overwrite what is shown now with what was true before.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      const now = Temporal.Now.instant().toString();
      const change: Change = (entries) => foresee(entries, input, now);
      const isShown = input.userId !== '' && showChange(client, input.complianceId, change);
      if (!isShown) throw new Error('No compliance item selected or user not logged in');
      return { change };
    },
    onSuccess: ({ data }, { complianceId }, { change }) => {
      settleChange(client, complianceId, change, data.statusHistory);
      client.invalidateQueries({ queryKey: statusPagesKey(complianceId) });
      toast.success(done);
    },
    onError: (error, { complianceId }, context) => {
      if (context) settleChange(client, complianceId, context.change);
      toast.error(error.message);
    },
  });
}
