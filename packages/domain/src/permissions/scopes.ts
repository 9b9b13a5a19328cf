import type { Actor } from './actor.ts';
import { canCall } from './permissions.ts';
import type { Action } from './table.ts';

/** What an API token needs for the calls of an action: that it reads or writes the noun; `never` is for people alone. */
type TokenUse = 'read' | 'write' | 'never';

/**
 * What API tokens may do (R-tokens-4). Each action stands here, so that a new one is decided. `never` are those that are
 * done in person, the platform's administration, one's own account, people and their roles, payment, and whatever
 * reaches over several companies.
 */
const BY_TOKEN = {
  'auth.sign-out': 'never',
  'auth.reauthenticate': 'never',
  'live.listen': 'never',
  'users.read-own': 'never',
  'users.edit-own': 'never',
  'users.change-own-away': 'never',
  'users.change-own-email': 'never',
  'users.change-own-password': 'never',
  'users.manage-own-sessions': 'never',
  'passkeys.manage-own': 'never',
  'privacy.download-own': 'never',
  'privacy.erase-own': 'never',

  'users.list': 'never',
  'users.change-role': 'never',
  'users.change-status': 'never',
  'users.change-email': 'never',
  'users.end-sessions': 'never',
  'users.delete': 'never',
  'users.impersonate': 'never',
  'passkeys.forget': 'never',
  'users.act-for': 'never',

  'companies.list': 'read',
  'companies.read-agenda': 'read',
  'companies.register': 'never',
  'companies.create': 'never',
  'companies.read-own': 'read',
  'companies.edit': 'write',
  'companies.change-states': 'write',
  'companies.delete': 'never',
  'companies.read-payer': 'never',
  'companies.change-payer': 'never',
  'companies.accept-payer': 'never',
  'companies.end-payer': 'never',
  'companies.read': 'read',

  'members.list': 'never',
  'members.change': 'never',
  'members.remove': 'never',
  'members.leave': 'never',
  'invitations.list': 'never',
  'invitations.create': 'never',
  'invitations.resend': 'never',
  'invitations.revoke': 'never',
  'invitations.accept': 'never',
  'handovers.list': 'never',
  'handovers.offer': 'never',
  'handovers.withdraw': 'never',
  'handovers.accept': 'never',
  'handovers.appoint': 'never',
  'api-tokens.list': 'never',
  'api-tokens.create': 'never',
  'api-tokens.revoke': 'never',
  'api-tokens.change-policy': 'never',
  'calendar-feeds.manage-own': 'never',
  'filing-links.read-policy': 'never',
  'filing-links.change-policy': 'never',
  'messages.read-own': 'never',
  'messages.change-own': 'never',
  'messages.list-sent': 'never',
  'messages.read-defaults': 'never',
  'messages.change-defaults': 'never',
  'messages.read-queues': 'never',
  'devices.manage-own': 'never',
  'webhooks.list': 'never',
  'webhooks.manage': 'never',
  'activity.read': 'read',
  'notifications.list': 'read',

  'plans.upgrade': 'never',
  'plans.downgrade': 'never',
  'payments.create-order': 'never',
  'payments.read-own': 'never',
  'payments.read-order': 'never',
  'payments.read-everyone': 'never',
  'payments.refund': 'never',

  'acts.list': 'read',
  'acts.read-summary': 'read',
  'acts.manage': 'never',
  'compliance-fields.list': 'read',
  'compliance-fields.manage': 'never',
  'compliance-items.list': 'read',
  'compliance-items.list-unfiltered': 'never',
  'compliance-items.read-premium-values': 'read',
  'compliance-items.manage': 'never',

  'applicability.read': 'read',
  'applicability.exclude': 'write',
  'establishments.read': 'read',
  'establishments.change': 'write',
  'facts.read': 'read',
  'facts.change': 'write',
  'registrations.list': 'read',
  'registrations.manage': 'write',
  'imports.catalogue': 'never',
  'imports.companies': 'never',
  'imports.own': 'write',
  'imports.statuses': 'write',
  'own-obligations.manage': 'write',

  'company-days.change': 'write',
  'holidays.list': 'read',
  'holidays.manage': 'write',
  'extensions.list': 'read',
  'extensions.manage': 'never',
  'extensions.meet': 'write',

  'late-cost.read': 'read',
  'law.read': 'read',

  'status-history.record': 'write',
  'status-history.record-many': 'write',
  'status-history.take-back': 'write',
  'status-history.read': 'read',
  'status-history.read-everyone': 'never',
  'status-history.add-note': 'write',
  'status-history.change-note': 'write',
  'reminders.list': 'read',
  'reminders.create': 'write',
  'reminders.change': 'write',
  'payment-dates.create': 'write',
  'payment-dates.delete': 'write',
  'submission-dates.create': 'write',
  'submission-dates.delete': 'write',
  'filing-runs.read': 'never',
  'filing-runs.record': 'never',

  'evidence.list': 'read',
  'evidence.fetch': 'read',
  'evidence.add': 'write',
  'evidence.describe': 'write',
  'evidence.remove': 'write',
  'reports.read': 'read',
  'reports.mail': 'never',
  'exports.make': 'read',
  'packs.make': 'never',
  'company-files.make': 'never',
  'company-files.take-in': 'never',

  'events.list': 'read',
  'events.record': 'write',
  'events.record-status': 'write',
  'events.read-restricted': 'never',

  'assignments.list': 'read',
  'assignments.change': 'write',
  'checks.list': 'read',
  'checks.decide': 'never',

  'contact.manage': 'never',
  'job-postings.manage': 'never',
  'audit-log.read': 'never',
  'hr-documents.list': 'read',
  'hr-documents.download': 'read',
  'hr-documents.manage': 'never',
} as const satisfies Record<Action, TokenUse>;

type NounOf<A> = A extends `${infer Noun}.${string}` ? Noun : never;

/** What a token may be allowed: to read or to write a noun of the permissions, as `status-history:write`. */
export type Scope = {
  [A in Action]: (typeof BY_TOKEN)[A] extends 'never' ? never : `${NounOf<A>}:${(typeof BY_TOKEN)[A]}`;
}[Action];

/** The scope that a token needs for an action; null for what no token does. */
export function scopeOf(action: Action): Scope | null {
  const use = BY_TOKEN[action];
  const [noun] = action.split('.');
  // The type says the same of each action.
  return use === 'never' ? null : (`${noun}:${use}` as Scope);
}

const ACTIONS = Object.keys(BY_TOKEN) as Action[];

/** All scopes, by noun. */
export const SCOPES: readonly Scope[] = listScopes(ACTIONS);

/** The scopes with which a token of somebody could do anything: those of what their role allows (R-tokens-1). */
export function scopesFor(actor: Actor): readonly Scope[] {
  return listScopes(ACTIONS.filter((action) => canCall(actor, action)));
}

function listScopes(actions: readonly Action[]): Scope[] {
  return [...new Set(actions.flatMap((action) => scopeOf(action) ?? []))].sort();
}
