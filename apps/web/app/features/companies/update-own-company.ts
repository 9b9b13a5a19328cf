import { type CompanyChanges, updateOwnCompany } from '@anupalan/contract/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { keepOwnCompany } from './get-own-company.ts';

const FAILED = 'Failed to update company profile';

/** Changes the company of the viewer's workspace, its added states aside. */
export function useUpdateOwnCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyChanges) => request(updateOwnCompany, { body, fallback: FAILED, mismatch: FAILED }),
    onSuccess: ({ data }) => keepOwnCompany(client, data.company),
  });
}
