import { can } from '@anupalan/domain/permissions';
import { PLANS, type Plan } from '@anupalan/domain/plans';
import { useEffect, useRef } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { useActor } from '../../lib/session/actor.ts';
import { rememberPath } from '../../lib/session/return-path.ts';

/**
 * Continues with the plan that a visitor chose before signing in (R-plans-6). The state is removed from the history
 * entry, so that neither a reload nor Back buys again. Visitors who turn out to have Premium only see the plans.
 */
export function useContinuedPurchase(start: () => void): void {
  const actor = useActor();
  const { state } = useLocation();
  const navigate = useNavigate();
  const chosen = readChosenPlan(state);
  const continued = useRef(false);

  useEffect(() => {
    if (!actor || !chosen || continued.current) return;
    continued.current = true;
    navigate('.', { replace: true, state: null, preventScrollReset: true });
    if (chosen === 'premium' && actor.role === 'user' && can(actor, 'payments.create-order')) start();
  }, [actor, chosen, navigate, start]);
}

/** Navigation state for /login that remembers the chosen plan and the page it was chosen on (R-plans-6). */
export function rememberPlan(plan: Plan, location: Location) {
  return { ...rememberPath(location), plan };
}

/** Plan that the navigation state remembers from before the sign-in. */
function readChosenPlan(state: unknown): Plan | undefined {
  if (typeof state !== 'object' || state === null || !('plan' in state)) return undefined;
  return PLANS.find((plan) => plan === state.plan);
}
