import { type Action, type Actor, canCall, isAdministrative } from './permissions.ts';

export const ONLY_ADMINISTRATORS = 'Only administrators can do this';

const ADMINISTRATORS_HAVE_ALL = 'Administrators already have every feature';

const OWN_ACCOUNT = 'You cannot do this to your own account';
const ONLY_FOR_ONESELF = 'You can only act for yourself';
const PREMIUM_STATUS = 'Upgrade to Premium to use this status';
const PLANS_IN_PERSON = 'Plans cannot be changed while impersonating';
const PAYMENTS_IN_PERSON = 'Payments cannot be made or seen while impersonating';

interface Refusal {
  readonly impersonating?: string;
  readonly otherwise?: string;
}

/** Reasons to refuse an action; an action without one here is for administrators alone. */
const REFUSALS: Readonly<Partial<Record<Action, Refusal>>> = {
  'auth.reauthenticate': { impersonating: 'You cannot prove who you are while impersonating' },
  'users.change-own-password': { impersonating: 'The password cannot be changed while impersonating' },
  'users.change-own-email': { impersonating: 'The email address cannot be changed while impersonating' },
  'users.manage-own-sessions': { impersonating: 'Sessions cannot be managed while impersonating' },
  'passkeys.manage-own': { impersonating: 'Passkeys cannot be managed while impersonating' },
  'passkeys.forget': { otherwise: OWN_ACCOUNT },
  'privacy.download-own': { impersonating: 'Personal data cannot be downloaded while impersonating' },
  'privacy.erase-own': { impersonating: 'The account cannot be erased while impersonating' },
  'users.change-role': { otherwise: OWN_ACCOUNT },
  'users.change-status': { otherwise: OWN_ACCOUNT },
  'users.change-email': { otherwise: OWN_ACCOUNT },
  'users.end-sessions': { otherwise: OWN_ACCOUNT },
  'users.delete': { otherwise: OWN_ACCOUNT },
  'users.act-for': { otherwise: ONLY_FOR_ONESELF },
  'companies.read': { otherwise: 'You can only see your own company' },
  'companies.change-states': { otherwise: 'Upgrade to Premium to add more states' },
  'plans.upgrade': { impersonating: PLANS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'plans.downgrade': { impersonating: PLANS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'payments.create-order': { impersonating: PAYMENTS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'payments.read-order': { impersonating: PAYMENTS_IN_PERSON },
  'payments.read-own': { impersonating: PAYMENTS_IN_PERSON },
  'hr-documents.download': { otherwise: 'Upgrade to Premium to download documents' },
  'status-history.record': { otherwise: PREMIUM_STATUS },
  'status-history.read': { otherwise: PREMIUM_STATUS },
  'status-history.add-note': { otherwise: PREMIUM_STATUS },
  'reminders.change': { otherwise: ONLY_FOR_ONESELF },
};

/** Words for an actor who may not do an action (R-users-6 to R-users-8, R-users-27). */
export function refusalOf(actor: Actor, action: Action): string {
  const { impersonating, otherwise } = REFUSALS[action] ?? {};
  if (actor.impersonating && impersonating) return impersonating;
  const isForOthers = isAdministrative(action) && !canCall(actor, action);
  return (isForOthers ? undefined : otherwise) ?? ONLY_ADMINISTRATORS;
}
