import { useEffect, useMemo } from 'react';
import { useToday } from '../../lib/time/clock.ts';
import { useFailureToast } from '../../lib/use-failure-toast.ts';
import { useActs } from '../acts/calls.ts';
import { useOwnCompany } from '../companies/calls.ts';
import { useComplianceFields } from '../compliance-fields/calls.ts';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { deriveRows } from '../compliance-items/compliance-row.ts';
import { reloadOnRefresh } from '../compliance-items/tracker-events.ts';

const LOAD_FAILED = 'Some data could not be loaded. Please try refreshing the page.';

/** Constant, so that a part that could not be loaded causes no new computation. */
const NONE: never[] = [];

/** Items, fields, acts and company, loaded side by side; each can fail alone (R-tracker-12). */
export function useTracker() {
  const items = useComplianceItems();
  const fields = useComplianceFields();
  const acts = useActs();
  const company = useOwnCompany();
  const parts = [items, fields, acts, company];
  useEffect(reloadOnRefresh, []);
  // Second failures already show the toast: the first may pass, and somebody is waiting.
  useFailureToast(
    parts.some((part) => part.isError || part.failureCount > 1),
    LOAD_FAILED,
  );

  const today = useToday();
  const rows = useMemo(() => deriveRows(items.data ?? NONE, acts.data ?? NONE, today), [items.data, acts.data, today]);
  return {
    rows,
    fields: fields.data ?? NONE,
    acts: acts.data ?? NONE,
    company: company.data ?? null,
    /** True only once the server answered that there is no company. */
    hasNoCompany: company.data === null,
    today,
    // Acts that fail are retried meanwhile, and the items needn't wait for them.
    loading: items.isPending || fields.isPending || (acts.isPending && acts.failureCount === 0),
    fetching: parts.some((part) => part.isFetching),
    hasItems: items.data !== undefined,
  };
}
