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
      await replaceCachedItem(client, data);
      toast.success(done);
    },
    onError: (error) => {
      toast.error(error.message);
      reloadContradicted(client, error);
    },
  });
}

/** Shows an item as the server answered it. */
export async function replaceCachedItem(client: QueryClient, item: ComplianceItem): Promise<void> {
  // A list already on its way would overwrite the item with what was true before.
  await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
  changeCachedItem(client, item._id, () => item);
}

/** Loads the list again when somebody else was faster: what is shown is gone, or no longer as it is shown. */
export function reloadContradicted(client: QueryClient, error: Error): void {
  const isContradicted = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (isContradicted) void client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
}
