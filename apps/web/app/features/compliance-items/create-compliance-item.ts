import { createComplianceItem } from '@anupalan/contract/compliance-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { type Request, request } from '../../lib/api.ts';
import { complianceItemsQuery } from './list-compliance-items.ts';

export const ADD_FAILED = 'Failed to add compliance data';

type NewItem = NonNullable<Request<typeof createComplianceItem>['body']>;

/** Adds an item to the catalogue; it stands in the table at once. */
export function useCreateComplianceItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewItem) => request(createComplianceItem, { body, fallback: ADD_FAILED }),
    onSuccess: async ({ data }) => {
      // A list already on its way would not have it.
      await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
      client.setQueryData(complianceItemsQuery.queryKey, (items) => items && [...items, data]);
      void client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
      toast.success('Compliance data added successfully');
    },
    onError: (error) => toast.error(error.message || ADD_FAILED),
  });
}
