import { can } from '@anupalan/domain/permissions';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActor } from '../../lib/actor.ts';
import { readChosenPlan } from './chosen-plan.ts';

/**
 * Goes on with what somebody chose before they signed in (decisions, section 7). The state is taken from the history
 * entry, so that neither a reload nor Back buys again. Who turns out to have Premium already only sees the plans.
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
