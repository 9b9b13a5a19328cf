import { downgradePlan } from '@anupalan/contract/plans';
import { request } from '../../lib/api/api.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { PLAN_DEPENDENT } from '../payments/plan-dependent.ts';

/** Returns the viewer to the free plan at once (R-plans-14). */
export function useDowngradePlan() {
  return useCall({
    send: () => request(downgradePlan, { failed: 'Failed to downgrade' }),
    done: 'You are now on the Free plan',
    // A plan decides what the server shows, far beyond this page.
    changes: PLAN_DEPENDENT,
  });
}
