/** What a user is to the product. The API value of a free user is `user` (specification 1, section 1). */
export const ROLES = ['user', 'premium', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** Decisions, section 6. Enterprise is arranged with sales and is nobody's role. */
export const PLANS = ['free', 'premium', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

/** Rupees for one month of Premium (specification 1, section 9). */
export const PREMIUM_PRICE = 3999;

/** Everywhere but on the dashboard's badge (specification 1, section 1). */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: 'Free Member',
  premium: 'Premium',
  admin: 'Administrator',
};

/** On the dashboard's account-type badge (specification 2, section 2). */
export const ROLE_BADGES: Readonly<Record<Role, string>> = { ...ROLE_LABELS, admin: 'Admin' };

/** Employees a plan covers; null is no fixed limit (specification 1, section 2, "Plans"). */
export const EMPLOYEE_LIMITS: Readonly<Record<Plan, number | null>> = {
  free: 50,
  premium: 1000,
  enterprise: null,
};

/** The plan a role is on; null for administrators, who have every feature without one. */
export function planOfRole(role: Role): 'free' | 'premium' | null {
  if (role === 'admin') return null;
  return role === 'premium' ? 'premium' : 'free';
}

/** The role a plan gives; null for Enterprise, which can't be bought here (it leads to the contact page). */
export function roleOfPlan(plan: Plan): 'user' | 'premium' | null {
  if (plan === 'enterprise') return null;
  return plan === 'premium' ? 'premium' : 'user';
}

/** Whether a role has what free users are asked to upgrade for. */
export function hasPremiumFeatures(role: Role): boolean {
  return role !== 'user';
}

/** Whether a company is larger than its user's plan covers: it sees a banner, nothing is blocked (decisions, section 6). */
export function isAbovePlan(role: Role, employeeCount: number): boolean {
  const plan = planOfRole(role);
  const limit = plan && EMPLOYEE_LIMITS[plan];
  return limit !== null && employeeCount > limit;
}
