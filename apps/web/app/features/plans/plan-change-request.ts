import type { ContactSubject } from '@anupalan/contract/contact';
import type { Plan } from '@anupalan/domain/plans';

/** Route state that presets the form of /contact (R-enquiries-4). */
export interface PresetMessage {
  readonly subject: ContactSubject;
  readonly message: string;
}

const NAMES: Readonly<Record<Plan, string>> = { free: 'Free', premium: 'Premium', enterprise: 'Enterprise' };

/** Preset message of a premium user who chooses another plan (R-plans-8). */
export function requestPlanChange(plan: Plan): PresetMessage {
  const wish = plan === 'premium' ? 'I would like to change my current plan (Premium).' : changeTo(plan);
  return { subject: 'plan-change', message: `${wish} Please tell me what is needed for it.` };
}

function changeTo(plan: Plan): string {
  return `I would like to change my current plan from Premium to ${NAMES[plan]}.`;
}
