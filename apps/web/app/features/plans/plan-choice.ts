import { type Actor, can } from '@anupalan/domain/permissions';
import type { Plan } from '@anupalan/domain/plans';

/** What a plan's button says and does for one visitor. `none` is a button that can't be pressed. */
export interface PlanChoice {
  readonly label: string;
  readonly does: 'sign-in' | 'buy' | 'contact' | 'ask-for-change' | 'none';
}

/** Specification 1, section 2, "Plans"; decisions, sections 6 and 7. @param actor null while nobody is signed in */
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

/** Who pays already wants their plan changed; what others want to say is theirs. */
function leadToContact(actor: Actor | null): 'contact' | 'ask-for-change' {
  return actor?.role === 'premium' ? 'ask-for-change' : 'contact';
}
