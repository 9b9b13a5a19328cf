import { PLANS, type Plan } from '@anupalan/domain/plans';
import type { Location } from 'react-router';
import { rememberPath } from '../../lib/return-path.ts';

/** What /login is given to remember a plan that a visitor chose, and the page they chose it on. */
export function rememberPlan(plan: Plan, location: Location) {
  return { ...rememberPath(location), plan };
}

/** The plan that the navigation state remembers from before the visitor signed in. */
export function readChosenPlan(state: unknown): Plan | undefined {
  if (typeof state !== 'object' || state === null || !('plan' in state)) return undefined;
  return PLANS.find((plan) => plan === state.plan);
}
