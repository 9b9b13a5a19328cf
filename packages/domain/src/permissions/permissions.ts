import { type Actor, hasPremium, hasRole, isAdministrator } from './actor.ts';
import type { Permission } from './permission.ts';
import { type Action, PERMISSIONS, type ResourceOf } from './table.ts';

export const ACTIONS = Object.keys(PERMISSIONS) as readonly Action[];

const ROWS: Readonly<Record<Action, Permission>> = PERMISSIONS;

/** The same rows, with what each asks for later. */
const LATER: {
  readonly [A in Action]: Omit<Permission, 'later'> & {
    readonly later?: { readonly allows: (actor: Actor, ...resource: ResourceOf[A]) => boolean };
  };
} = PERMISSIONS;

/**
 * Whether an actor may do an action, to the resource where the action has one (R-users-7). A visitor (null) may do none
 * of these; public pages and calls ask nothing. The server enforces it, the screens only hide what would be refused.
 */
export function can<A extends Action>(actor: Actor | null, action: A, ...resource: ResourceOf[A]): boolean {
  return actor !== null && canCall(actor, action) && (LATER[action].later?.allows(actor, ...resource) ?? true);
}

/** Whether an actor may make a call that names an action, before it is known what the call is about (R-users-7). */
export function canCall(actor: Actor | null, action: Action): boolean {
  if (actor === null) return false;
  return missingOf(actor, ROWS[action]) === null;
}

/** Whether an action is decided by more than the actor, so that the server must ask `can` once it knows the rest. */
export function isDecidedLater(action: Action): boolean {
  return ROWS[action].later !== undefined;
}

/** Whether an action is for the platform's administrators alone (R-users-5). */
export function isAdministrative(action: Action): boolean {
  return ROWS[action].platform === 'administrator';
}

/** Whether an action is done in a frozen company by the same people as in any other. */
export function isForFrozen(action: Action): boolean {
  return ROWS[action].frozenToo ?? false;
}

/** The first condition of a permission that an actor lacks; null when they have all that can be asked at once. */
export function missingOf(actor: Actor, { platform, member, plan, inPerson }: Permission): keyof Permission | null {
  if (platform === 'administrator' && !isAdministrator(actor)) return 'platform';
  if (inPerson && actor.impersonating) return 'inPerson';
  if (platform === 'customer' && actor.role === 'admin') return 'platform';
  if (member !== undefined && !hasRole(actor, member)) return 'member';
  if (plan === 'premium' && !hasPremium(actor)) return 'plan';
  return null;
}
