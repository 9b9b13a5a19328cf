import { removeState } from '@anupalan/contract/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { keepOwnCompany, rereadOwnCompany } from './get-own-company.ts';

const FAILED = 'Failed to remove state';

/** Removes a state that was added; the primary one is changed with the company. */
export function useRemoveState() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: string) => request(removeState, { params: { state }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: ({ data }, state) => {
      keepOwnCompany(client, data.company);
      toast.success(`State ${state} removed successfully. Compliance data has been updated.`);
    },
    onError: (error) => {
      toast.error(error.message);
      rereadOwnCompany(client);
    },
  });
}
