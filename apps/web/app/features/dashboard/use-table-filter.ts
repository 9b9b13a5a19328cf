import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { SHOW_CHOICES, type Show } from './row-filter.ts';

export interface TableFilter {
  readonly state: StateOrAll;
  readonly show: Show;
  readonly search: string;
}

/** Change of the filters, or what makes one of them as they are, with what was typed and isn't in the table yet. */
export type FilterChange = Partial<TableFilter> | ((before: TableFilter) => Partial<TableFilter>);

export const NO_FILTER: TableFilter = { state: ALL_STATES, show: 'all', search: '' };

const ShowState = z.object({ show: z.enum(SHOW_CHOICES) });

/** Route state that opens the dashboard filtered (R-tracker-25). */
export function showState(show: Show): z.infer<typeof ShowState> {
  return { show };
}

/**
 * Filters of the table. The route state replaces them and is removed from the history entry, so that a reload doesn't
 * bring it back.
 */
export function useTableFilter() {
  const [filter, setFilter] = useState<TableFilter>(NO_FILTER);
  const changeFilter = useCallback(
    (change: FilterChange) =>
      setFilter((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    [],
  );

  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const requested = ShowState.safeParse(state).data?.show;
  useEffect(() => {
    if (requested === undefined) return;
    setFilter({ ...NO_FILTER, show: requested });
    navigate({ search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [requested, search, hash, navigate]);

  return { filter, changeFilter };
}
