import { listStatusHistory, type StatusEntry } from '@anupalan/contract/status-history';
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { callKey } from '../../lib/api/ask-again.ts';
import { inCompany } from '../../lib/api/call-company.ts';
import { companyOf } from '../../lib/api/query-client.ts';
import { toastWithUndo } from '../../ui/toast-with-undo.tsx';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { type Change, settleChange, showChange } from './pending-changes.ts';

/** Key of an item's history pages in the query cache. */
export function historyKey(itemId: string) {
  return [...callKey(listStatusHistory), itemId];
}

/** Change of an item's recorded statuses and notes. */
interface HistoryChange<Input> {
  send: (input: Input) => Promise<{ data: { statusHistory: StatusEntry[] } }>;
  /** Entries as the server will answer them; `now` is an ISO instant. */
  optimistic: (entries: readonly StatusEntry[], input: Input, now: string) => StatusEntry[];
  /** Good news about what was answered. */
  done: string | ((input: Input, answered: readonly StatusEntry[]) => string);
  /** What undoes it, offered beside the good news; null where nothing does. */
  undo?: (client: QueryClient, input: Input, answered: readonly StatusEntry[]) => (() => void) | null;
}

export function useHistoryChange<Input extends { complianceId: string; userId: string }>(change: HistoryChange<Input>) {
  return useMutation(historyChange(useQueryClient(), change));
}

/**
 * Optimistic change: shown at once, replaced by the server's answer, taken back when the server refuses
 * (R-statuses-11). Other changes still on their way stay in sight.
 */
export function historyChange<Input extends { complianceId: string; userId: string }>(
  client: QueryClient,
  { send, optimistic, done, undo }: HistoryChange<Input>,
) {
  return mutationOptions({
    // Changes are sent one after the other: an answer holds the whole history, and would overwrite what a later one
    // knew.
    scope: { id: 'status-history' },
    // About the company it began in: it may wait for an earlier one while the tab goes to another.
    mutationFn: (input: Input) => inCompany(companyOf(client), () => send(input)),
    onMutate: async (input: Input) => {
      // Loads in flight would overwrite the change with older items.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      const now = Temporal.Now.instant().toString();
      const change: Change = (entries) => optimistic(entries, input, now);
      const isShown = input.userId !== '' && showChange(client, input.complianceId, change);
      if (!isShown) throw new Error('No compliance item selected or user not logged in');
      return { change };
    },
    onSuccess: ({ data: { statusHistory } }, input, { change }) => {
      settleChange(client, input.complianceId, change, statusHistory);
      client.invalidateQueries({ queryKey: historyKey(input.complianceId) });
      const undoing = undo?.(client, input, statusHistory);
      const words = typeof done === 'string' ? done : done(input, statusHistory);
      if (undoing) toastWithUndo(words, undoing);
      else toast.success(words);
    },
    onError: (error, { complianceId }, context) => {
      if (context) settleChange(client, complianceId, context.change);
      toast.error(error.message);
    },
  });
}
