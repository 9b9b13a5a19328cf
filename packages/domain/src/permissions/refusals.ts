import { isAtLeast, type MemberRole } from '../members.ts';
import type { Actor } from './actor.ts';
import { NO_MEMBER } from './no-member.ts';
import type { Permission } from './permission.ts';
import { missingOf } from './permissions.ts';
import { type Action, PERMISSIONS } from './table.ts';

export const ONLY_ADMINISTRATORS = 'Only administrators can do this';

const VIEWERS_READ = 'Viewers can only read';
const ONLY_MANAGERS = 'Only managers and the owner can do this';
const ONLY_OWNER = 'Only the owner can do this';

const ADMINISTRATORS_HAVE_ALL = 'Administrators already have every feature';
const ADMINISTRATORS_STAY_APART = 'Administrators cannot join companies';

const OWN_ACCOUNT = 'You cannot do this to your own account';
const ONLY_FOR_ONESELF = 'You can only act for yourself';
const PREMIUM_STATUS = 'Upgrade to Premium to use this status';
const PLANS_IN_PERSON = 'Plans cannot be changed while impersonating';
const PAYMENTS_IN_PERSON = 'Payments cannot be made or seen while impersonating';
const TOKENS_IN_PERSON = 'API tokens cannot be made or revoked while impersonating';
const FILES_IN_PERSON = 'Companies cannot be taken out or brought in while impersonating';
const COMPANIES_IN_PERSON = 'Companies cannot be joined, left, handed over or deleted while impersonating';

interface Refusal {
  readonly impersonating?: string;
  readonly otherwise?: string;
}

/** Reasons to refuse an action, where the actor's role in the company isn't one. */
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
  'companies.delete': { impersonating: COMPANIES_IN_PERSON, otherwise: ONLY_OWNER },
  'companies.change-payer': { impersonating: PAYMENTS_IN_PERSON },
  'companies.accept-payer': { impersonating: PAYMENTS_IN_PERSON },
  'companies.end-payer': { impersonating: PAYMENTS_IN_PERSON, otherwise: ONLY_OWNER },
  'company-files.make': { impersonating: FILES_IN_PERSON },
  'company-files.take-in': { impersonating: FILES_IN_PERSON },
  'members.change': { otherwise: ONLY_OWNER },
  'members.remove': { otherwise: ONLY_OWNER },
  'members.leave': {
    impersonating: COMPANIES_IN_PERSON,
    otherwise: 'The owner cannot leave. Hand the company over first.',
  },
  'invitations.create': { otherwise: ONLY_OWNER },
  'invitations.accept': { impersonating: COMPANIES_IN_PERSON, otherwise: ADMINISTRATORS_STAY_APART },
  'handovers.offer': { impersonating: COMPANIES_IN_PERSON },
  'handovers.withdraw': { impersonating: COMPANIES_IN_PERSON },
  'handovers.accept': { impersonating: COMPANIES_IN_PERSON, otherwise: ADMINISTRATORS_STAY_APART },
  'calendar-feeds.manage-own': {
    impersonating: 'Calendar addresses cannot be used while impersonating',
    otherwise: 'Administrators have no calendar addresses',
  },
  'devices.manage-own': { impersonating: 'Notifications of a browser cannot be managed while impersonating' },
  'webhooks.manage': { impersonating: 'Webhooks cannot be changed while impersonating' },
  'api-tokens.create': { impersonating: TOKENS_IN_PERSON, otherwise: 'Administrators have no API tokens' },
  'api-tokens.revoke': { impersonating: TOKENS_IN_PERSON, otherwise: ONLY_OWNER },
  'api-tokens.change-policy': { impersonating: TOKENS_IN_PERSON },
  'plans.upgrade': { impersonating: PLANS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'plans.downgrade': { impersonating: PLANS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'payments.create-order': { impersonating: PAYMENTS_IN_PERSON, otherwise: ADMINISTRATORS_HAVE_ALL },
  'payments.read-order': { impersonating: PAYMENTS_IN_PERSON },
  'payments.read-own': { impersonating: PAYMENTS_IN_PERSON },
  'hr-documents.download': { otherwise: 'Upgrade to Premium to download documents' },
  'status-history.record': { otherwise: PREMIUM_STATUS },
  'status-history.read': { otherwise: PREMIUM_STATUS },
  'status-history.add-note': { otherwise: PREMIUM_STATUS },
  'events.record-status': { otherwise: PREMIUM_STATUS },
  'events.read-restricted': {
    impersonating: 'Complaints cannot be recorded or seen while impersonating',
    otherwise: 'Administrators neither record nor see complaints',
  },
  'status-history.take-back': { otherwise: ONLY_MANAGERS },
  'payment-dates.delete': { otherwise: ONLY_MANAGERS },
  'submission-dates.delete': { otherwise: ONLY_MANAGERS },
  'filing-runs.read': { otherwise: VIEWERS_READ },
  'filing-runs.record': { otherwise: VIEWERS_READ },
  'checks.decide': {
    impersonating: 'Records cannot be checked while impersonating',
    otherwise: 'This record is checked by somebody else',
  },
  'reminders.change': { otherwise: ONLY_FOR_ONESELF },
  'reports.mail': { impersonating: 'Reports cannot be mailed while impersonating' },
};

/**
 * Words for an actor who may not do an action (R-users-6 to R-users-8, R-users-27, R-permissions-2, R-permissions-6).
 */
export function refusalOf(actor: Actor, action: Action): string {
  const permission: Permission = PERMISSIONS[action];
  const { impersonating, otherwise } = REFUSALS[action] ?? {};
  if (actor.impersonating && impersonating) return impersonating;
  const missing = missingOf(actor, permission);
  if (missing === 'member' && permission.member) return refuseRole(actor.member, permission.member);
  const isForOthers = permission.platform === 'administrator' && missing !== null;
  return (isForOthers ? undefined : otherwise) ?? ONLY_ADMINISTRATORS;
}

/** Words for a role in the company that is too low. */
function refuseRole(role: MemberRole | null, least: MemberRole): string {
  if (role === null) return NO_MEMBER;
  if (role === 'viewer') return VIEWERS_READ;
  return isAtLeast('manager', least) ? ONLY_MANAGERS : ONLY_OWNER;
}
