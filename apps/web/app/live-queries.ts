import type { QueriesByKind } from './lib/live-refetch.ts';

/** A query's key begins with its noun. A role or a company's states and size decide what the tracker and the acts show. */
export const LIVE_QUERIES: QueriesByKind = {
  tracker: ['compliance-items', 'status-history', 'reminders', 'payment-dates', 'submission-dates', 'notifications'],
  catalogue: ['acts', 'compliance-fields', 'compliance-items', 'status-history', 'notifications'],
  companies: ['companies', 'users', 'compliance-items', 'notifications'],
  users: ['users', 'acts', 'compliance-items', 'status-history', 'plans', 'payments', 'notifications'],
};
