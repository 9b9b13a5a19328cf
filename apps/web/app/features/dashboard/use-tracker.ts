import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useToday } from '../../lib/time/clock.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { actsQuery } from '../acts/calls.ts';
import { ownCompanyQuery } from '../companies/calls.ts';
import { complianceFieldsQuery } from '../compliance-fields/calls.ts';
import { complianceItemsQuery } from '../compliance-items/cached-items.ts';
import { deriveRows } from '../compliance-items/compliance-row.ts';
import { reloadOnRefresh } from '../compliance-items/tracker-events.ts';
import { toTrackerData } from './tracker-data.ts';

const LOAD_FAILED = 'Some data could not be loaded. Please try refreshing the page.';

/** Constant, so that a part that could not be loaded causes no new computation. */
const NONE: never[] = [];

/** What the tracker asks, which the page's own script begins while the others load. */
export const TRACKER_QUERIES = {
  items: complianceItemsQuery,
  fields: complianceFieldsQuery,
  acts: actsQuery,
  company: ownCompanyQuery,
};

/** Items, fields, acts and company, loaded side by side; each can fail alone (R-tracker-12). */
export function useTracker() {
  const items = useQuery(TRACKER_QUERIES.items);
  const fields = useQuery(TRACKER_QUERIES.fields);
  const acts = useQuery(TRACKER_QUERIES.acts);
  const company = useQuery(TRACKER_QUERIES.company);
  const parts = [items, fields, acts, company];
  useEffect(reloadOnRefresh, []);
  useFailureToast(
    parts.some((part) => part.isError),
    LOAD_FAILED,
  );

  const loading = items.isPending || fields.isPending || acts.isPending;
  const loaded = useMemo(
    () => ({ items: items.data, fields: fields.data ?? NONE, acts: acts.data ?? NONE, company: company.data, loading }),
    [items.data, fields.data, acts.data, company.data, loading],
  );
  // Deferred, so that a thousand rows are drawn between presses and never keep one waiting.
  const shown = useDeferredValue(loaded);
  const today = useToday();
  const rows = useMemo(() => deriveRows(shown.items ?? NONE, shown.acts, today), [shown.items, shown.acts, today]);
  return {
    tracker: toTrackerData(shown, { rows, today }),
    fetching: shown !== loaded || parts.some((part) => part.isFetching),
    retry: items.refetch,
  };
}
