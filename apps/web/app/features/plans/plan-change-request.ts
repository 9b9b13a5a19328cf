import type { ContactSubject } from '@anupalan/contract/contact';
import type { Plan } from '@anupalan/domain/plans';

/** What /contact is given, as route state, to start its form with. */
export interface PresetMessage {
  readonly subject: ContactSubject;
  readonly message: string;
}

const NAMES: Readonly<Record<Plan, string>> = { free: 'Free', premium: 'Premium', enterprise: 'Enterprise' };

/** What a premium user who chooses a plan starts with (decisions, section 7). */
export function requestPlanChange(plan: Plan): PresetMessage {
  const wish = plan === 'premium' ? 'I would like to change my current plan (Premium).' : changeTo(plan);
  return { subject: 'plan-change', message: `${wish} Please tell me what is needed for it.` };
}

function changeTo(plan: Plan): string {
  return `I would like to change my current plan from Premium to ${NAMES[plan]}.`;
}
