import { updateComplianceItem } from '@anupalan/contract/compliance-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { type Request, request } from '../../lib/api.ts';
import { complianceItemsQuery } from './list-compliance-items.ts';

export const UPDATE_FAILED = 'Failed to update compliance data';

type Changes = { itemId: string; changes: NonNullable<Request<typeof updateComplianceItem>['body']> };

/** Changes an item. With the version it was made from, an edit of what somebody changed meanwhile is refused with 409. */
export function useUpdateComplianceItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ itemId, changes }: Changes) =>
      request(updateComplianceItem, { params: { id: itemId }, body: changes, fallback: UPDATE_FAILED }),
    onSuccess: async ({ data }) => {
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      client.setQueryData(complianceItemsQuery.queryKey, (items) =>
        items?.map((item) => (item._id === data._id ? data : item)),
      );
      void client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
      toast.success('Compliance data updated successfully');
    },
    onError: (error) => toast.error(error.message || UPDATE_FAILED),
  });
}
