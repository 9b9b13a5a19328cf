/** Nouns whose answers depend on the caller's role, and so on the plan. */
export const PLAN_DEPENDENT = [
  'users',
  'acts',
  'compliance-items',
  'status-history',
  'plans',
  'payments',
  'notifications',
  'events',
] as const;
