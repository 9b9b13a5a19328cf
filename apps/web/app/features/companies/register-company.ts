import { type CompanyForm, registerCompany } from '@anupalan/contract/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { keepOwnCompany, rereadOwnCompany } from './get-own-company.ts';

const FAILED = 'Failed to register company';

/** Gives the viewer's workspace its company. */
export function useRegisterCompany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CompanyForm) => request(registerCompany, { body, fallback: FAILED, mismatch: FAILED }),
    onSuccess: ({ data }) => keepOwnCompany(client, data.company),
    // A colleague may have registered it meanwhile.
    onError: () => rereadOwnCompany(client),
  });
}
