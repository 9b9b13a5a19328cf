import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiError } from '../../lib/api.ts';
import { complianceItemsQuery } from './list-compliance-items.ts';

/** Changes one item of the list on the screen and leaves the others as they are, whatever else goes on meanwhile. */
export function changeCachedItem(
  client: QueryClient,
  itemId: string,
  change: (item: ComplianceItem) => ComplianceItem,
): void {
  client.setQueryData(complianceItemsQuery.queryKey, (items) =>
    items?.map((item) => (item._id === itemId ? change(item) : item)),
  );
}

/**
 * For calls that answer the whole item, which replaces the one on the screen (specification 2, section 7). Says so in a
 * toast; a failure says why, in the server's words when there are any.
 */
export function useItemChange<Input>({
  send,
  done,
}: {
  send: (input: Input) => Promise<{ data: ComplianceItem }>;
  done: string;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ data }) => {
      // A list already on its way would overwrite the item with what was true before.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      changeCachedItem(client, data._id, () => data);
      toast.success(done);
    },
    onError: (error) => {
      toast.error(error.message);
      if (contradictsScreen(error)) client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
    },
  });
}

/** Somebody else was faster: what is shown is no longer there, or no longer as it is shown. */
function contradictsScreen(error: Error): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 409);
}
