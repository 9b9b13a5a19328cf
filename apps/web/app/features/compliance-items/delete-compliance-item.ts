import { deleteComplianceItem } from '@anupalan/contract/compliance-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiError, request } from '../../lib/api.ts';
import { complianceItemsQuery } from './list-compliance-items.ts';

const FAILED = 'Failed to delete compliance data';

/** Deletes an item with all that was recorded about it. */
export function useDeleteComplianceItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (itemId: string) => request(deleteComplianceItem, { params: { id: itemId }, fallback: FAILED }),
    onSuccess: async (_, itemId) => {
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      client.setQueryData(complianceItemsQuery.queryKey, (items) => items?.filter(({ _id }) => _id !== itemId));
      toast.success('Compliance data deleted successfully');
    },
    onError: (error) => {
      toast.error(error.message || FAILED);
      // Somebody else deleted it before: it should not stand here any longer.
      if (error instanceof ApiError && error.status === 404) {
        void client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
      }
    },
  });
}
