import { type CompanyPlan, isAtLeast, type MemberRole } from '../members.ts';
import type { Role } from '../plans.ts';

/** The statuses of a user: `pending` is a sign-up that waits for its code, `suspended` may not sign in (R-users-1). */
export const USER_STATUSES = ['active', 'pending', 'suspended'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * The actor of an action, in the company that a call is about. While impersonating, all but `impersonating` is the
 * impersonated user's. Each side makes it in one place: the server in `actorOf`, the browser in `useActor`.
 */
export interface Actor {
  readonly userId: string;
  /** The role on the platform. */
  readonly role: Role;
  /** Whether they don't act in person: an administrator does in their name, or an API token (R-tokens-4). */
  readonly impersonating: boolean;
  /** The role in the company; null for who is no member of it. */
  readonly member: MemberRole | null;
  /** The plan of the company, whoever pays for it. */
  readonly plan: CompanyPlan;
}

/** A resource that belongs to one user, or that user. */
export interface Owned {
  readonly userId: string;
}

/** Whether somebody has a role in the company, or a higher one; nobody who is no member has. */
export function hasRole({ member }: Actor, least: MemberRole): boolean {
  return member !== null && isAtLeast(member, least);
}

/** Whether somebody's role in the company is above another one. */
export function isAbove(actor: Actor, other: MemberRole): boolean {
  return hasRole(actor, other) && actor.member !== other;
}

/** Whether the company has the premium features; platform administrators have them everywhere (R-users-4). */
export function hasPremium({ plan, role }: Actor): boolean {
  return plan === 'premium' || role === 'admin';
}

/** Whether somebody administers the platform, which no role in a company gives, and nobody does in another's name. */
export function isAdministrator({ role, impersonating }: Actor): boolean {
  return role === 'admin' && !impersonating;
}

export function isOwnerOf({ userId }: Actor, resource: Owned): boolean {
  return userId === resource.userId;
}

/** An event that only its people see, by their user ids. */
export interface RestrictedEvent {
  readonly recordedBy: string;
  readonly named: readonly string[];
}

export function isNamedAt({ userId }: Actor, { recordedBy, named }: RestrictedEvent): boolean {
  return recordedBy === userId || named.includes(userId);
}
