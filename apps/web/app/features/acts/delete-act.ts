import { type Act, deleteAct } from '@anupalan/contract/acts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { actsQuery } from './list-acts.ts';

const FAILED = 'Failed to delete act';

/** Deletes an act that has no compliance data. */
export function useDeleteAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ _id: id }: Act) => request(deleteAct, { params: { id }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Act deleted successfully'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: actsQuery.queryKey }),
  });
}
