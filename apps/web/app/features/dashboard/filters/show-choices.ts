import { STATUSES } from '@anupalan/domain/statuses';

/** Options of the status filter besides the statuses (R-tracker-20). */
export const ATTENTION = ['all', 'overdue', 'due-soon'] as const;

export const SHOW_CHOICES = [...ATTENTION, ...STATUSES] as const;

export type Show = (typeof SHOW_CHOICES)[number];
