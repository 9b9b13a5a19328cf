import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const complianceItemsQuery = queryOptions({
  queryKey: ['compliance-items'],
  queryFn: async ({ signal }): Promise<ComplianceItem[]> => (await request(listComplianceItems, { signal })).data,
});

/** What applies to the viewer, with what their workspace recorded. */
export function useComplianceItems() {
  return useQuery(complianceItemsQuery);
}
