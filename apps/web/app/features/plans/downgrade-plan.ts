import { downgradePlan } from '@anupalan/contract/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { PLAN_DEPENDENT } from './plan-dependent.ts';

const FAILED = 'Failed to downgrade';

/** Returns the viewer to the free plan at once. */
export function useDowngradePlan() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request(downgradePlan, { fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('You are now on the Free plan'),
    onError: (error) => toast.error(error.message),
    // A plan decides what the server shows, far beyond this page.
    onSettled: () => client.invalidateQueries(PLAN_DEPENDENT),
  });
}
