import { type Company, getOwnCompany } from '@anupalan/contract/companies';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const ownCompanyQuery = queryOptions({
  queryKey: ['companies', 'own'],
  queryFn: async ({ signal }): Promise<Company | null> => (await request(getOwnCompany, { signal })).data.company,
});

/** The company of the viewer's workspace; null when none is registered yet. */
export function useOwnCompany() {
  return useQuery(ownCompanyQuery);
}
