import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { LIVE_QUERIES } from '../../live-queries.ts';

/** Whatever the server answers differently on another plan. */
export const PLAN_DEPENDENT: InvalidateQueryFilters = {
  predicate: ({ queryKey: [noun] }) => LIVE_QUERIES.users.some((name) => name === noun),
};
