import type { CompanyPlan, Role } from '../plans.ts';

/** The statuses of a user: `pending` is a sign-up that waits for its code, `suspended` may not sign in (R-users-1). */
export const USER_STATUSES = ['active', 'pending', 'suspended'] as const;

export type UserStatus = (typeof USER_STATUSES)[number];

/** The roles of a person in a company, the highest first; each may do what the next may (R-permissions-1). */
export const MEMBER_ROLES = ['owner', 'manager', 'member', 'viewer'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The member roles in words. */
export const MEMBER_ROLE_LABELS: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  member: 'Member',
  viewer: 'Viewer',
};

/**
 * The actor of an action, in the company that a call is about. While impersonating, all but `impersonating` is the
 * impersonated user's. Each side makes it in one place: the server in `actorOf`, the browser in `useActor`.
 */
export interface Actor {
  readonly userId: string;
  /** The role on the platform. */
  readonly role: Role;
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
export function isAtLeast(role: MemberRole | null, least: MemberRole): boolean {
  return role !== null && MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(least);
}

/** Whether a member role is above another one. */
export function isAbove(role: MemberRole | null, other: MemberRole): boolean {
  return isAtLeast(role, other) && role !== other;
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
