import { createAct, type NewAct } from '@anupalan/contract/acts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { actsQuery } from './list-acts.ts';

const FAILED = 'Failed to add act. Please try again.';

/** Adds an act. The form shows why it could not be. */
export function useCreateAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAct) => request(createAct, { body, fallback: FAILED, mismatch: FAILED }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: actsQuery.queryKey });
      toast.success('Act added successfully');
    },
    onError: () => toast.error('Failed to add act'),
  });
}
