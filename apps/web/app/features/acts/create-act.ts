import { createAct, type NewAct } from '@anupalan/contract/acts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { actsQuery } from './list-acts.ts';

export const ADD_FAILED = 'Failed to add act';

/** Adds an act. The form shows why it could not be. */
export function useCreateAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAct) => request(createAct, { body, fallback: ADD_FAILED, mismatch: ADD_FAILED }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: actsQuery.queryKey });
      toast.success('Act added successfully');
    },
    onError: (error) => toast.error(error.message),
  });
}
