import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { complianceItemsQuery } from './list-compliance-items.ts';

/** Loads the list anew and answers one item of it as it is now. */
export function useCurrentItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (itemId: string): Promise<ComplianceItem> => {
      const items = await client.query({ ...complianceItemsQuery, staleTime: 0 });
      const item = items.find(({ _id }) => _id === itemId);
      if (!item) throw new Error('Compliance item not found');
      return item;
    },
  });
}
