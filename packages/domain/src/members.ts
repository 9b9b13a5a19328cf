import type { Plan } from './plans.ts';

/** The roles of a person in a company; each may do what the next may (R-members-1). */
export const MEMBER_ROLES = ['owner', 'manager', 'member', 'viewer'] as const;

export type MemberRole = (typeof MEMBER_ROLES)[number];

/** The roles that somebody can be given; a company is owned by handing it over alone (R-members-2). */
export const GIVEN_ROLES = ['manager', 'member', 'viewer'] as const;

export type GivenRole = (typeof GIVEN_ROLES)[number];

/** The roles in words. */
export const MEMBER_ROLE_LABELS: Readonly<Record<MemberRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  member: 'Member',
  viewer: 'Viewer',
};

/** Whether a role includes another: a manager is at least a member. */
export function isAtLeast(role: MemberRole, needed: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) <= MEMBER_ROLES.indexOf(needed);
}

/** The plans that a company can be on. */
export type CompanyPlan = Exclude<Plan, 'enterprise'>;

/** People a company may have, viewers aside (R-members-10). */
export const PEOPLE_LIMITS: Readonly<Record<CompanyPlan, number>> = { free: 3, premium: 100 };

/** Companies that one person may pay for (R-companies-22). */
const COMPANIES_LIMITS: Readonly<Record<CompanyPlan, number>> = { free: 1, premium: 100 };

/** Viewers a company may have at once, in both plans (R-members-12). */
export const VIEWERS_AT_ONCE = 10;

/** Days that a viewer reads a company: unless something else is chosen, and at most (R-members-12). */
export const VIEWER_DAYS = { usual: 30, most: 365 } as const;

/** The last day of a viewer for whom none was chosen. */
export function usualLastDay(today: Temporal.PlainDate): Temporal.PlainDate {
  return today.add({ days: VIEWER_DAYS.usual });
}

/** Whether a viewer may read until the end of a day: today or later, and not too far away (R-members-12). */
export function isLastDayPossible(lastDay: Temporal.PlainDate, today: Temporal.PlainDate): boolean {
  return (
    Temporal.PlainDate.compare(lastDay, today) >= 0 &&
    Temporal.PlainDate.compare(lastDay, today.add({ days: VIEWER_DAYS.most })) <= 0
  );
}

/** The people of a company that its limits are about, as they are at one moment. */
export interface Headcount {
  readonly plan: CompanyPlan;
  /** Owner, managers and members. */
  readonly people: number;
  /** Viewers whose last day isn't over. */
  readonly viewers: number;
}

/**
 * The reason why a company has no room for one more person of a role, with the way out; null where it has
 * (R-members-10, R-members-12). Above a limit nobody loses anything: nobody can be added.
 */
export function findNoRoom({ plan, people, viewers }: Headcount, role: GivenRole): string | null {
  if (role === 'viewer') {
    if (viewers < VIEWERS_AT_ONCE) return null;
    return `This company has ${viewers} viewers already, and ${VIEWERS_AT_ONCE} are possible at once. A manager can remove one.`;
  }
  if (people < PEOPLE_LIMITS[plan]) return null;
  return plan === 'free'
    ? `This company has ${people} people already, and the Free plan covers ${PEOPLE_LIMITS.free}. Its owner can upgrade to Premium, or a manager can remove somebody. Viewers don't count.`
    : `This company has ${people} people already, and Premium covers ${PEOPLE_LIMITS.premium}. A manager can remove somebody. Viewers don't count.`;
}

/**
 * The reason why a person can't pay for one more company, with the way out; null where they can (R-companies-22).
 */
export function findNoRoomForCompany(plan: CompanyPlan, companies: number): string | null {
  if (companies < COMPANIES_LIMITS[plan]) return null;
  return plan === 'free'
    ? 'The Free plan covers one company, and you have one already. Upgrade to Premium, or let a Premium member pay for one of them.'
    : `Premium covers ${COMPANIES_LIMITS.premium} companies, and you pay for ${companies} already. Another Premium member can pay for one of them.`;
}
