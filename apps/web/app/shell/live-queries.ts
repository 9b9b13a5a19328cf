import { PLAN_DEPENDENT } from '../features/payments/plan-dependent.ts';
import type { QueriesByKind } from '../lib/api/live-refetch.ts';

/**
 * Nouns whose answers each kind of change makes stale (R-tracker-7). A role, or a company's states and size, decides
 * what the tracker and the acts show.
 */
export const LIVE_QUERIES: QueriesByKind = {
  tracker: [
    ...['compliance-items', 'status-history', 'reminders', 'payment-dates', 'submission-dates', 'notifications'],
    ...['applicability', 'establishments', 'facts', 'assignments', 'checks', 'activity', 'clients', 'filing-runs'],
    ...['reports', 'holidays', 'extensions', 'exports', 'packs', 'company-files'],
  ],
  catalogue: [
    ...['acts', 'compliance-fields', 'compliance-items', 'status-history', 'notifications'],
    ...['applicability', 'facts', 'clients', 'filing-runs', 'reports', 'events', 'extensions', 'activity', 'law'],
  ],
  companies: [
    ...['companies', 'users', 'compliance-items', 'notifications', 'applicability', 'establishments'],
    ...['activity', 'clients', 'reports', 'events'],
  ],
  users: [...PLAN_DEPENDENT, 'assignments', 'checks', 'reports'],
  registrations: [
    'registrations',
    'acts',
    'compliance-items',
    'status-history',
    'notifications',
    'activity',
    'clients',
    'reports',
  ],
  events: ['events', 'activity', 'checks', 'notifications', 'clients', 'reports'],
  evidence: ['evidence', 'activity', 'clients', 'reports'],
  // A membership also decides what its person may see.
  members: [
    ...PLAN_DEPENDENT,
    ...['companies', 'members', 'invitations', 'handovers', 'payers', 'memberships', 'assignments', 'checks'],
    ...['activity', 'clients', 'filing-runs', 'reports'],
  ],
};
