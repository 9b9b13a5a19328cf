import { hasPremiumFeatures, type Role } from './plans.ts';
import { isFreeStatus, type Status } from './statuses.ts';

/** The statuses of a user: `pending` is a sign-up that waits for its code, `suspended` may not sign in (R-users-1). */
export const USER_STATUSES = ['active', 'pending', 'suspended'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * The actor of an action. While impersonating, `userId` and `role` are those of the impersonated user. Each side makes
 * it in one place; a member's role in a company and that company's plan will join it there, and the predicates below
 * will ask them.
 */
export interface Actor {
  readonly userId: string;
  readonly role: Role;
  readonly impersonating: boolean;
}

/** A resource that belongs to one user, or that user. */
export interface Owned {
  readonly userId: string;
}

export interface ImpersonationTarget extends Owned {
  readonly role: Role;
  readonly status: UserStatus;
}

type Rule = (actor: Actor) => boolean;

/**
 * Actions that the actor alone decides (R-users-3 to R-users-6). That the data are of the right workspace is not asked
 * here: `WorkspaceId` sees to it.
 */
const RULES = {
  'auth.sign-out': isSignedIn,
  'auth.reauthenticate': isInPerson,
  'live.listen': isSignedIn,

  'users.read-own': isSignedIn,
  'users.edit-own': isSignedIn,
  'users.change-own-email': isInPerson,
  'users.change-own-password': isInPerson,
  'users.manage-own-sessions': isInPerson,
  'users.list': isAdministrator,

  'passkeys.manage-own': isInPerson,
  'privacy.download-own': isInPerson,
  'privacy.erase-own': isInPerson,

  'companies.read-own': isSignedIn,
  'companies.register': isSignedIn,
  'companies.edit': isSignedIn,
  'companies.change-states': hasPremium,

  /** Payments and open renewals are facts and not permissions: the commands check them. */
  'plans.upgrade': isCustomerInPerson,
  'plans.downgrade': isCustomerInPerson,
  'payments.create-order': isCustomerInPerson,
  /** One's own plan, payments and receipts. */
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

  'status-history.read-everyone': isAdministrator,

  'reminders.list': isSignedIn,
  'reminders.create': isSignedIn,
  'payment-dates.manage': isSignedIn,
  'submission-dates.manage': isSignedIn,
} satisfies Record<string, Rule>;

/**
 * Actions that depend on more than the actor: on the resource, or on whose name the call is made in. The server asks
 * `can` again once it knows that.
 */
const LATER_RULES = {
  'users.change-role': isAdministratorOverAnother,
  'users.change-status': isAdministratorOverAnother,
  'users.change-email': isAdministratorOverAnother,
  'users.end-sessions': isAdministratorOverAnother,
  'users.delete': isAdministratorOverAnother,
  'users.impersonate': (actor: Actor, target: ImpersonationTarget) =>
    isAdministratorOverAnother(actor, target) && target.role !== 'admin' && target.status === 'active',
  /** Seeing how many passkeys another user has, and removing them all (R-passkeys-14). */
  'passkeys.forget': isAdministratorOverAnother,
  /** Naming a user in a call (R-users-8). */
  'users.act-for': isOwnerOrAdministrator,

  /** Reading the company of any user that is named (R-companies-10). */
  'companies.read': isOwnerOrAdministrator,
  'payments.read-order': (actor: Actor, order: Owned) => isInPerson(actor) && isOwner(actor, order),

  'status-history.record': (actor: Actor, status: Status) => hasPremium(actor) || isFreeStatus(status),
  /** Reading the whole Status Tracking section; free users get its simple variant (R-statuses-6, R-statuses-7). */
  'status-history.read': hasPremium,
  'status-history.add-note': hasPremium,
  'status-history.change-note': isAdministrator,

  /** Acknowledging and deleting a reminder: only its owner's, so that a colleague can't silence it (R-records-4). */
  'reminders.change': isOwnerOrAdministrator,
} satisfies Record<string, (actor: Actor, ...resource: never[]) => boolean>;

/** The rules for making the calls of actions that are decided later. */
const FIRST_RULES: Readonly<Record<keyof typeof LATER_RULES, Rule>> = {
  'users.change-role': isAdministrator,
  'users.change-status': isAdministrator,
  'users.change-email': isAdministrator,
  'users.end-sessions': isAdministrator,
  'users.delete': isAdministrator,
  'users.impersonate': isAdministrator,
  'passkeys.forget': isAdministrator,
  'users.act-for': isSignedIn,
  'companies.read': isSignedIn,
  'payments.read-order': isInPerson,
  'status-history.record': isSignedIn,
  'status-history.read': isSignedIn,
  'status-history.add-note': isSignedIn,
  'status-history.change-note': isSignedIn,
  'reminders.change': isSignedIn,
};

const ALL_RULES = { ...RULES, ...LATER_RULES };

export type Action = keyof typeof ALL_RULES;

/** The resource that an action is decided by besides the actor, if any. */
export type ResourceOf = {
  [A in Action]: Parameters<(typeof ALL_RULES)[A]> extends [Actor, ...infer Resource] ? Resource : [];
};

const TYPED_RULES: { readonly [A in Action]: (actor: Actor, ...resource: ResourceOf[A]) => boolean } = ALL_RULES;

const CALL_RULES: Readonly<Record<Action, Rule>> = { ...RULES, ...FIRST_RULES };

export const ACTIONS = Object.keys(ALL_RULES) as readonly Action[];

/**
 * Whether an actor may do an action, to the resource where the action has one (R-users-7). A visitor (null) may do none
 * of these; public pages and calls ask nothing. The server enforces it, the screens only hide what would be refused.
 */
export function can<A extends Action>(actor: Actor | null, action: A, ...resource: ResourceOf[A]): boolean {
  return actor !== null && TYPED_RULES[action](actor, ...resource);
}

/** Whether an actor may make a call that names an action, before it is known what the call is about (R-users-7). */
export function canCall(actor: Actor | null, action: Action): boolean {
  return actor !== null && CALL_RULES[action](actor);
}

/** Whether an action is decided by more than the actor, so that the server must ask `can` once it knows the rest. */
export function isDecidedLater(action: Action): boolean {
  return action in LATER_RULES;
}

/** Whether an action is for the platform's administrators alone (R-users-5). */
export function isAdministrative(action: Action): boolean {
  return CALL_RULES[action] === isAdministrator;
}

function isSignedIn(_actor: Actor): boolean {
  return true;
}

/**
 * Whether somebody acts in person: e-mail, sessions, payment and administration are refused while impersonating
 * (R-users-27).
 */
function isInPerson(actor: Actor): boolean {
  return !actor.impersonating;
}

/** Whether somebody has the premium features, by their own role; a company's plan will be asked here. */
function hasPremium(actor: Actor): boolean {
  return hasPremiumFeatures(actor.role);
}

/** Whether somebody administers the platform, which no role in a company gives. */
function isAdministrator(actor: Actor): boolean {
  return actor.role === 'admin' && isInPerson(actor);
}

/**
 * Whether somebody is a customer: administrators already have every feature, and no payment changes their role
 * (R-users-6).
 */
function isCustomerInPerson(actor: Actor): boolean {
  return actor.role !== 'admin' && isInPerson(actor);
}

function isOwner(actor: Actor, resource: Owned): boolean {
  return actor.userId === resource.userId;
}

function isOwnerOrAdministrator(actor: Actor, resource: Owned): boolean {
  return isOwner(actor, resource) || isAdministrator(actor);
}

/** Whether an administrator acts on another's row; they can't act on their own (R-users-19). */
function isAdministratorOverAnother(actor: Actor, target: Owned): boolean {
  return isAdministrator(actor) && !isOwner(actor, target);
}
