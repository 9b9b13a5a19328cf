import { type Act, type NewAct, updateAct } from '@anupalan/contract/acts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';
import { actsQuery } from './list-acts.ts';

export const UPDATE_FAILED = 'Failed to update act';

/** Changes an act, if it still is the version that was read. The form shows why it could not be. */
export function useUpdateAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ read, changes }: { read: Act; changes: NewAct }) =>
      request(updateAct, {
        params: { id: read._id },
        body: { ...changes, updatedAt: read.updatedAt },
        fallback: UPDATE_FAILED,
        mismatch: UPDATE_FAILED,
      }),
    onSuccess: () => toast.success('Act updated successfully'),
    onError: (error) => toast.error(error.message),
    // After a refusal too: somebody else's version may be the reason.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: actsQuery.queryKey }),
        client.invalidateQueries({ queryKey: complianceItemsQuery.queryKey }),
      ]),
  });
}
