import { addState } from '@anupalan/contract/companies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { keepOwnCompany, rereadOwnCompany } from './get-own-company.ts';

const FAILED = 'Failed to add state';

/** Adds a state in which the company employs people. */
export function useAddState() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (state: string) => request(addState, { body: { state }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: ({ data }, state) => {
      keepOwnCompany(client, data.company);
      toast.success(`State ${state} added successfully. Applicable Acts will now appear.`);
    },
    onError: (error) => {
      toast.error(error.message);
      rereadOwnCompany(client);
    },
  });
}
