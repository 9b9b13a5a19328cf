import type { MemberRole } from '../members.ts';
import { type Actor, hasPremium, hasRole, isAbove, isAdministrator, isNamedAt, isOwnerOf } from './actor.ts';
import {
  ANOTHER_PERSON,
  isMember,
  isOwner,
  type MemberTarget,
  ONESELF_OR_ADMINISTRATOR,
  OWN_OR_MANAGER,
  OWN_OR_OWNER,
  OWNER_OR_PAYER,
  PREMIUM,
  REMOVABLE_EVIDENCE,
  STATUSES_OF_PLAN,
  type WaitingRecord,
} from './later.ts';
import type { ImpersonationTarget, Permission } from './permission.ts';

/**
 * All actions, and who may do them (R-users-3 to R-users-6, R-permissions-2). That the data are of the right company is
 * not asked here: `WorkspaceId` sees to it.
 */
export const PERMISSIONS = {
  // One's own account
  'auth.sign-out': {},
  'auth.reauthenticate': { inPerson: true },
  'live.listen': {},
  'users.read-own': {},
  'users.edit-own': {},
  'users.change-own-away': {},
  'users.change-own-email': { inPerson: true },
  'users.change-own-password': { inPerson: true },
  'users.manage-own-sessions': { inPerson: true },
  'passkeys.manage-own': { inPerson: true },
  'privacy.download-own': { inPerson: true },
  'privacy.erase-own': { inPerson: true },

  // Users, by the platform's administrators
  'users.list': { platform: 'administrator' },
  'users.change-role': { platform: 'administrator', later: ANOTHER_PERSON },
  'users.change-status': { platform: 'administrator', later: ANOTHER_PERSON },
  'users.change-email': { platform: 'administrator', later: ANOTHER_PERSON },
  'users.end-sessions': { platform: 'administrator', later: ANOTHER_PERSON },
  'users.delete': { platform: 'administrator', later: ANOTHER_PERSON },
  'users.impersonate': {
    platform: 'administrator',
    later: {
      words: 'active users who are no administrators (R-users-25)',
      allows: (actor: Actor, target: ImpersonationTarget) =>
        !isOwnerOf(actor, target) && target.role !== 'admin' && target.status === 'active',
    },
  },
  /** Seeing how many passkeys another user has, and removing them all (R-passkeys-14). */
  'passkeys.forget': { platform: 'administrator', later: ANOTHER_PERSON },
  /** Naming a user in a call (R-users-8). */
  'users.act-for': { later: ONESELF_OR_ADMINISTRATOR },

  // Companies
  'companies.list': {},
  'companies.read-agenda': {},
  'companies.register': {},
  'companies.create': {},
  'companies.read-own': { member: 'viewer' },
  'companies.edit': { member: 'manager' },
  'companies.change-states': { member: 'manager', plan: 'premium' },
  /** The company that the address names. */
  'companies.delete': { inPerson: true, later: { words: 'the owner of the company', allows: isOwner } },
  /** Any member may be asked to pay. */
  'companies.read-payer': { member: 'member' },
  'companies.change-payer': { member: 'owner', inPerson: true },
  'companies.accept-payer': { member: 'viewer', inPerson: true },
  'companies.end-payer': {
    member: 'viewer',
    inPerson: true,
    later: OWNER_OR_PAYER,
  },
  /** Reading the company of any user that is named (R-companies-10). */
  'companies.read': { later: ONESELF_OR_ADMINISTRATOR },

  // People of a company
  'members.list': { member: 'viewer' },
  /** Giving another role, or moving the last day of a viewer. */
  'members.change': {
    member: 'manager',
    later: {
      words: 'roles by the owner, never the owner’s; last days of viewers',
      allows: (actor: Actor, target: MemberTarget, change: 'role' | 'until') =>
        change === 'role' ? isOwner(actor) && target.role !== 'owner' : target.role === 'viewer',
    },
  },
  'members.remove': {
    member: 'manager',
    later: {
      words: 'whoever is below oneself in the company, never the owner',
      allows: (actor: Actor, { role }: MemberTarget) => isAbove(actor, role),
    },
  },
  'members.leave': {
    member: 'viewer',
    inPerson: true,
    later: { words: 'not the owner, who hands over first', allows: (actor: Actor) => !isOwner(actor) },
  },
  'invitations.list': { member: 'manager' },
  'invitations.create': {
    member: 'manager',
    later: {
      words: 'managers by the owner; members and viewers',
      allows: (actor: Actor, invitedAs: MemberRole) => isAbove(actor, invitedAs),
    },
  },
  'invitations.resend': { member: 'manager' },
  'invitations.revoke': { member: 'manager' },
  'invitations.accept': { platform: 'customer', inPerson: true },
  'handovers.list': { member: 'member' },
  'handovers.offer': { member: 'owner', inPerson: true },
  'handovers.withdraw': { member: 'owner', inPerson: true },
  'handovers.accept': { platform: 'customer', inPerson: true },
  /** Giving a company without an owner a new one. */
  'handovers.appoint': { platform: 'administrator' },
  /** One's own tokens of the company; the owner sees and revokes all (R-tokens-6). */
  'api-tokens.list': { member: 'member', later: OWN_OR_OWNER },
  'api-tokens.create': { member: 'member', platform: 'customer', inPerson: true },
  'api-tokens.revoke': { member: 'member', inPerson: true, later: OWN_OR_OWNER },
  'api-tokens.change-policy': { member: 'owner', inPerson: true },
  'activity.read': { member: 'viewer' },
  'notifications.list': { member: 'member' },
  // What goes out to a person, wherever they are a member.
  'messages.read-own': {},
  'messages.change-own': {},
  'messages.list-sent': { member: 'viewer' },
  'messages.read-defaults': { member: 'manager' },
  'messages.change-defaults': { member: 'manager' },
  'messages.read-queues': { platform: 'administrator' },

  // Plans and payments, each person's own. Payments and open renewals are facts, which the commands check.
  'plans.upgrade': { platform: 'customer', inPerson: true },
  'plans.downgrade': { platform: 'customer', inPerson: true },
  'payments.create-order': { platform: 'customer', inPerson: true },
  /** One's own plan, payments and receipts. */
  'payments.read-own': { inPerson: true },
  'payments.read-order': { inPerson: true, later: { words: 'one’s own orders', allows: isOwnerOf } },
  'payments.read-everyone': { platform: 'administrator' },
  'payments.refund': { platform: 'administrator' },

  // The catalogue
  'acts.list': {},
  'acts.read-summary': { plan: 'premium' },
  'acts.manage': { platform: 'administrator' },
  'compliance-fields.list': {},
  'compliance-fields.manage': { platform: 'administrator' },
  'compliance-items.list': { member: 'viewer' },
  'compliance-items.list-unfiltered': { platform: 'administrator' },
  'compliance-items.read-premium-values': { plan: 'premium' },
  'compliance-items.manage': { platform: 'administrator' },

  // What applies to a company
  'applicability.read': { member: 'viewer' },
  'applicability.exclude': { member: 'manager' },
  'establishments.read': { member: 'viewer' },
  'establishments.change': { member: 'manager' },
  'facts.read': { member: 'viewer' },
  'facts.change': { member: 'manager' },
  'registrations.list': { member: 'viewer' },
  'registrations.manage': { member: 'manager' },
  'own-obligations.manage': { member: 'manager' },

  // Tables that come in; the last two into the company of the call, which the first two aren't about
  'imports.catalogue': { platform: 'administrator' },
  'imports.companies': {},
  'imports.own': { member: 'manager' },
  'imports.statuses': { member: 'manager' },

  // When things really fall due
  'company-days.change': { member: 'manager' },
  'holidays.list': { member: 'viewer' },
  'holidays.manage': { member: 'manager' },
  'extensions.list': { member: 'viewer' },
  'extensions.manage': { platform: 'administrator' },
  'extensions.meet': { member: 'manager' },

  // The law
  'late-cost.read': {},
  /** Which law holds where the company is, and what changed for it. */
  'law.read': { member: 'viewer' },

  // Recording
  'status-history.record': { member: 'member', later: STATUSES_OF_PLAN },
  /** Each entry is asked for by `status-history.record`. */
  'status-history.record-many': { member: 'member' },
  'status-history.take-back': { member: 'member', later: OWN_OR_MANAGER },
  /** Reading the whole Status Tracking section; free companies get its simple variant (R-statuses-6, R-statuses-7). */
  'status-history.read': { member: 'viewer', later: PREMIUM },
  'status-history.read-everyone': { platform: 'administrator' },
  'status-history.add-note': { member: 'member', later: PREMIUM },
  'status-history.change-note': {
    member: 'member',
    later: { words: 'administrators (R-statuses-14)', allows: isAdministrator },
  },
  'reminders.list': { member: 'viewer' },
  'reminders.create': { member: 'member' },
  /** Acknowledging and deleting a reminder: only its owner's, so that a colleague can't silence it (R-records-4). */
  'reminders.change': { member: 'member', later: ONESELF_OR_ADMINISTRATOR },
  'payment-dates.create': { member: 'member' },
  'payment-dates.delete': { member: 'member', later: OWN_OR_MANAGER },
  'submission-dates.create': { member: 'member' },
  'submission-dates.delete': { member: 'member', later: OWN_OR_MANAGER },
  /** One occurrence over many companies: the role is asked in each of them. */
  'filing-runs.read': { later: { words: 'members, in each company', allows: isMember } },
  'filing-runs.record': { later: { words: 'members, in each company', allows: isMember } },

  'evidence.list': { member: 'viewer' },
  /** The bytes, and what they say. */
  'evidence.fetch': { member: 'viewer' },
  'evidence.add': { member: 'member' },
  /** Saying what a document names. */
  'evidence.describe': { member: 'member', later: OWN_OR_MANAGER },
  'evidence.remove': { member: 'member', later: REMOVABLE_EVIDENCE },

  'reports.read': { member: 'viewer' },
  'reports.mail': { member: 'member', inPerson: true },

  // What leaves as files
  /** Tables as the caller sees them on the screen. */
  'exports.make': { member: 'viewer' },
  /** Packs are of all that the company has, so that whoever makes one sees it all. */
  'packs.make': { member: 'manager', frozenToo: true },
  'company-files.make': { member: 'owner', inPerson: true },
  'company-files.take-in': { inPerson: true },

  // Events
  'events.list': { member: 'viewer' },
  'events.record': { member: 'member' },
  'events.record-status': { member: 'member', later: STATUSES_OF_PLAN },
  /** Complaints: no role and no administrator sees one (R-events-20). */
  'events.read-restricted': {
    member: 'member',
    platform: 'customer',
    inPerson: true,
    later: { words: 'who recorded it, and those named at it (R-events-20)', allows: isNamedAt },
  },

  // What reaches people and programs
  'devices.manage-own': { inPerson: true },
  'webhooks.list': { member: 'manager' },
  /** In person: who acts in somebody's name leaves no way out of the company behind. */
  'webhooks.manage': { member: 'manager', inPerson: true },

  // Responsibility and checking
  'assignments.list': { member: 'viewer' },
  'assignments.change': { member: 'manager' },
  'checks.list': { member: 'member' },
  'checks.decide': {
    member: 'member',
    inPerson: true,
    later: {
      words: 'whom it waits for, else managers and the owner; never who recorded it',
      allows: (actor: Actor, { recordedBy, waitsFor }: WaitingRecord) =>
        !recordedBy.includes(actor.userId) &&
        (waitsFor === null ? hasRole(actor, 'manager') : waitsFor === actor.userId),
    },
  },

  // Ways out of the application
  /** Private addresses outlast a session, so that nobody makes one in somebody's name. */
  'calendar-feeds.manage-own': { member: 'viewer', platform: 'customer', inPerson: true },
  'filing-links.read-policy': { member: 'member' },
  'filing-links.change-policy': { member: 'manager' },

  // Administration of the platform, and what all share
  'contact.manage': { platform: 'administrator' },
  'job-postings.manage': { platform: 'administrator' },
  'audit-log.read': { platform: 'administrator' },
  'hr-documents.list': {},
  /** The plan is the best of the person and of all their companies, which the route reads. */
  'hr-documents.download': {
    later: { words: 'with Premium, one’s own or of any of one’s companies (R-users-4)', allows: hasPremium },
  },
  'hr-documents.manage': { platform: 'administrator' },
} as const satisfies Record<string, Permission>;

export type Action = keyof typeof PERMISSIONS;

/** The resource that an action is decided by besides the actor, if any. */
export type ResourceOf = { [A in Action]: ResourceOfRow<(typeof PERMISSIONS)[A]> };

type ResourceOfRow<Row> = Row extends { readonly later: { readonly allows: (...asked: infer Asked) => boolean } }
  ? Asked extends [Actor, ...infer Resource]
    ? Resource
    : []
  : [];
