import { STATUSES } from '@anupalan/domain/statuses';

/** Options of the status filter besides the statuses (R-tracker-20). */
const ATTENTION = ['all', 'overdue', 'due-soon'] as const;

/** What leaves out the items that say "To be verified". */
export const VERIFIED = 'verified';

export const SHOW_CHOICES = [...ATTENTION, ...STATUSES, VERIFIED] as const;

export type Show = (typeof SHOW_CHOICES)[number];
