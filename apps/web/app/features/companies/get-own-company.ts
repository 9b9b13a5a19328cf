import { type Company, getOwnCompany } from '@anupalan/contract/companies';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';

const FAILED = 'Failed to fetch company data';

export const ownCompanyQuery = queryOptions({
  queryKey: ['companies', 'own'],
  queryFn: async ({ signal }): Promise<Company | null> => {
    const answer = await request(getOwnCompany, { signal, fallback: FAILED, mismatch: FAILED });
    return answer.data.company;
  },
});

/** The company of the viewer's workspace; null when none is registered yet. */
export function useOwnCompany() {
  return useQuery(ownCompanyQuery);
}

/** Shows the company as the server has it now. Its states and headcount decide what applies, so that is read again. */
export function keepOwnCompany(client: QueryClient, company: Company): void {
  client.setQueryData(ownCompanyQuery.queryKey, company);
  void client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey });
  void client.invalidateQueries({ queryKey: ['users', 'profile'] });
}

/** Reads the company again, after a refusal that says it is not what is shown. */
export function rereadOwnCompany(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ownCompanyQuery.queryKey });
}
