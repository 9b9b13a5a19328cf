/** The role of a user; a free one has `user` (R-users-1). */
export const ROLES = ['user', 'premium', 'admin'] as const;

export type Role = (typeof ROLES)[number];

/** The plans as calls name them. Enterprise is arranged with sales and is nobody's role (R-plans-1). */
export const PLANS = ['free', 'premium', 'enterprise'] as const;

export type Plan = (typeof PLANS)[number];

/** Rupees for one month of Premium (R-plans-4). */
export const PREMIUM_PRICE = 3999;

/** The roles in words, everywhere but on the dashboard's badge (R-users-1). */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  user: 'Free Member',
  premium: 'Premium',
  admin: 'Administrator',
};

/** The roles on the dashboard's badge, which has little room (R-tracker-8). */
export const ROLE_BADGES: Readonly<Record<Role, string>> = { ...ROLE_LABELS, admin: 'Admin' };

/** Employees a plan covers; null is no fixed limit (R-plans-9). */
export const EMPLOYEE_LIMITS: Readonly<Record<Plan, number | null>> = {
  free: 50,
  premium: 1000,
  enterprise: null,
};

/** The plan of a role; null for administrators, who have every feature without one (R-users-6). */
export function planOfRole(role: Role): 'free' | 'premium' | null {
  if (role === 'admin') return null;
  return role === 'premium' ? 'premium' : 'free';
}

/** The role of a plan; null for Enterprise, which can't be bought here (it leads to the contact page) (R-plans-1). */
export function roleOfPlan(plan: Plan): 'user' | 'premium' | null {
  if (plan === 'enterprise') return null;
  return plan === 'premium' ? 'premium' : 'user';
}

/** Whether a role has the features that free users are asked to upgrade for (R-users-4). */
export function hasPremiumFeatures(role: Role): boolean {
  return role !== 'user';
}

/** Whether a company is larger than its user's plan covers: it sees a banner, nothing is blocked (R-plans-9). */
export function isAbovePlan(role: Role, employeeCount: number): boolean {
  const plan = planOfRole(role);
  const limit = plan && EMPLOYEE_LIMITS[plan];
  return limit !== null && employeeCount > limit;
}
