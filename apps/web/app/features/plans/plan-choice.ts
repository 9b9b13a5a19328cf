import { can } from '@anupalan/domain/permissions';
import type { Actor } from '@anupalan/domain/permissions/actor';
import type { Plan } from '@anupalan/domain/plans';

/** Label and effect of a plan's button for one visitor; `none` is disabled. */
export interface PlanChoice {
  readonly label: string;
  readonly does: 'sign-in' | 'buy' | 'contact' | 'ask-for-change' | 'none';
}

/** Plan button of one visitor (R-plans-6, R-plans-7, R-plans-8). @param actor null while nobody is signed in */
export function choiceOf(actor: Actor | null, plan: Plan): PlanChoice {
  if (plan === 'enterprise') return { label: 'Contact Sales', does: leadToContact(actor) };
  if (plan === 'free') return chooseFree(actor);
  return choosePremium(actor);
}

function chooseFree(actor: Actor | null): PlanChoice {
  if (actor === null) return { label: 'Get Started', does: 'sign-in' };
  if (actor.role === 'user') return { label: 'Current Plan', does: 'none' };
  return { label: 'Contact Support', does: leadToContact(actor) };
}

function choosePremium(actor: Actor | null): PlanChoice {
  if (actor === null) return { label: 'Buy Now', does: 'sign-in' };
  if (actor.role === 'premium') return { label: 'Change Plan', does: 'ask-for-change' };
  if (actor.role === 'admin') return { label: 'Already Included', does: 'none' };
  return { label: 'Upgrade Now', does: can(actor, 'payments.create-order') ? 'buy' : 'none' };
}

/** Premium users get a preset message about changing their plan (R-plans-8); others write their own. */
function leadToContact(actor: Actor | null): 'contact' | 'ask-for-change' {
  return actor?.role === 'premium' ? 'ask-for-change' : 'contact';
}
