import { type Company, getCompanyOfUser } from '@anupalan/contract/companies';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

const FAILED = 'Failed to fetch company data';

function companyOfUserQuery(userId: string) {
  return queryOptions({
    queryKey: ['companies', 'user', userId],
    queryFn: async ({ signal }): Promise<Company | null> =>
      (await request(getCompanyOfUser, { params: { id: userId }, signal, fallback: FAILED, mismatch: FAILED })).data
        .company,
  });
}

/** The company of any user, for an administrator; null when none is registered yet. */
export function useCompanyOfUser(userId: string) {
  return useQuery(companyOfUserQuery(userId));
}
