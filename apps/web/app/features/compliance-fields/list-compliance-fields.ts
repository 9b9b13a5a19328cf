import { type ComplianceField, listComplianceFields } from '@anupalan/contract/compliance-fields';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const complianceFieldsQuery = queryOptions({
  queryKey: ['compliance-fields'],
  queryFn: async ({ signal }): Promise<ComplianceField[]> => (await request(listComplianceFields, { signal })).data,
});

/** The configured columns of the compliance table, in their order. */
export function useComplianceFields() {
  return useQuery(complianceFieldsQuery);
}
