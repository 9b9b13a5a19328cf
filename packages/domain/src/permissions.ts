import { hasPremiumFeatures, type Role } from './plans.ts';
import { isFreeStatus, type Status } from './statuses.ts';

/** Specification 1, section 3 ("User"). */
export const USER_STATUSES = ['active', 'pending', 'suspended'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/** Who acts. While impersonating, `userId` and `role` are those of the impersonated user. */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly impersonating: boolean;
}

/** Anything that belongs to one user, or that user. */
export interface Owned {
  readonly userId: string;
}

export interface ImpersonationTarget extends Owned {
  readonly role: Role;
  readonly status: UserStatus;
}

/**
 * Every action and who may do it: specification 1, section 6; specification 2, section 6; decisions, sections 3 to 6.
 * Whose workspace the data are in is not asked here: `WorkspaceId` sees to that.
 */
const RULES = {
  'users.read-own': isSignedIn,
  'users.edit-own': isSignedIn,
  'users.change-own-email': isInPerson,
  'users.change-own-password': isInPerson,
  'users.manage-own-sessions': isInPerson,
  'users.list': isAdministrator,
  'users.read': isAdministrator,
  'users.change-role': isAdministratorOverAnother,
  'users.change-status': isAdministratorOverAnother,
  'users.delete': isAdministratorOverAnother,
  'users.impersonate': (actor: Actor, target: ImpersonationTarget) =>
    isAdministratorOverAnother(actor, target) && target.role !== 'admin' && target.status === 'active',
  /** Naming a user in a call ("You can only act for yourself"). */
  'users.act-for': isOwnerOrAdministrator,

  'companies.read-own': isSignedIn,
  'companies.register': isSignedIn,
  'companies.edit': isSignedIn,
  'companies.change-states': hasPremium,
  /** The company of the user given. */
  'companies.read': isOwnerOrAdministrator,

  /** What is paid, and whether a renewal is open yet, are facts and not permissions: the commands check them. */
  'plans.upgrade': isCustomerInPerson,
  'plans.downgrade': isCustomerInPerson,
  'payments.create-order': isCustomerInPerson,
  'payments.read-order': (actor: Actor, order: Owned) => isInPerson(actor) && isOwner(actor, order),
  /** The own plan, payments and receipts. */
  'payments.read-own': isInPerson,
  'payments.read-everyone': isAdministrator,
  'payments.refund': isAdministrator,

  'contact.manage': isAdministrator,
  'job-postings.manage': isAdministrator,
  'audit-log.read': isAdministrator,

  'hr-documents.list': isSignedIn,
  'hr-documents.download': hasPremium,
  'hr-documents.manage': isAdministrator,

  'acts.list': isSignedIn,
  'acts.read-summary': hasPremium,
  'acts.manage': isAdministrator,

  'compliance-fields.list': isSignedIn,
  'compliance-fields.manage': isAdministrator,

  'compliance-items.list': isSignedIn,
  'compliance-items.list-unfiltered': isAdministrator,
  'compliance-items.read-premium-values': hasPremium,
  'compliance-items.manage': isAdministrator,

  'status-history.record': (actor: Actor, status: Status) => hasPremium(actor) || isFreeStatus(status),
  /** The whole Status Tracking section; free users get its simple variant. */
  'status-history.read': hasPremium,
  'status-history.read-everyone': isAdministrator,
  'status-history.add-note': hasPremium,
  'status-history.change-note': isAdministrator,

  'notifications.list': isSignedIn,
  'reminders.create': isSignedIn,
  /** Acknowledging and deleting: a reminder speaks to its owner only, so a colleague can't silence it. */
  'reminders.change': isOwnerOrAdministrator,
  'payment-dates.manage': isSignedIn,
  'submission-dates.manage': isSignedIn,
} satisfies Record<string, (actor: Actor, ...resource: never[]) => boolean>;

export type Action = keyof typeof RULES;

/** What an action must be told about besides the actor: nothing or one resource. */
type ResourceOf = {
  [A in Action]: Parameters<(typeof RULES)[A]> extends [Actor, ...infer Resource] ? Resource : [];
};

const TYPED_RULES: { readonly [A in Action]: (actor: Actor, ...resource: ResourceOf[A]) => boolean } = RULES;

/**
 * Whether an actor may do an action, to the resource where the action has one. A visitor (null) may do none of these;
 * public pages and calls ask nothing. The server enforces it, the screens only hide what would be refused.
 */
export function can<A extends Action>(actor: Actor | null, action: A, ...resource: ResourceOf[A]): boolean {
  return actor !== null && TYPED_RULES[action](actor, ...resource);
}

function isSignedIn(_actor: Actor): boolean {
  return true;
}

/** Password, e-mail, payment and administration are refused while impersonating (decisions, section 3). */
function isInPerson(actor: Actor): boolean {
  return !actor.impersonating;
}

function hasPremium(actor: Actor): boolean {
  return hasPremiumFeatures(actor.role);
}

function isAdministrator(actor: Actor): boolean {
  return actor.role === 'admin' && isInPerson(actor);
}

/** Administrators already have every feature; no payment changes their role (decisions, section 6). */
function isCustomerInPerson(actor: Actor): boolean {
  return actor.role !== 'admin' && isInPerson(actor);
}

function isOwner(actor: Actor, resource: Owned): boolean {
  return actor.userId === resource.userId;
}

function isOwnerOrAdministrator(actor: Actor, resource: Owned): boolean {
  return isOwner(actor, resource) || isAdministrator(actor);
}

/** An administrator can't act on their own row (decisions, section 3). */
function isAdministratorOverAnother(actor: Actor, target: Owned): boolean {
  return isAdministrator(actor) && !isOwner(actor, target);
}
