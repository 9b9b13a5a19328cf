import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readTableFilter, type TableFilter, textOfFilter, withTableFilter } from './table-address.ts';

/** Change of the filters, or what makes one of them as they are, with what was typed and isn't in the table yet. */
export type FilterChange = Partial<TableFilter> | ((before: TableFilter) => Partial<TableFilter>);

/** Time in ms without another change after which the address follows: browsers stop who changes it at every letter. */
const SETTLED_MS = 250;

/**
 * Filters of the table, which stand in the address (R-tracker-33): a link, Back and a reload bring them. The table
 * follows a change at once, and the address once nobody types, in place of the one before.
 */
export function useTableFilter() {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const inAddress = textOfFilter(readTableFilter(parameters));
  const [filter, setFilter] = useState(() => readTableFilter(parameters));
  /** Filters that the address has, or will have in a moment. */
  const written = useRef(inAddress);

  const changeFilter = useCallback(
    (change: FilterChange) =>
      setFilter((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    [],
  );

  const write = useEffectEvent(() => {
    written.current = textOfFilter(filter);
    const search = withTableFilter(new URLSearchParams(window.location.search), filter);
    navigate({ search: `${search}` }, { replace: true, state, preventScrollReset: true });
  });

  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setFilter(readTableFilter(new URLSearchParams(inAddress)));
  }, [inAddress]);

  const chosen = textOfFilter(filter);
  useEffect(() => {
    if (chosen === written.current) return;
    const timer = setTimeout(() => write(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [chosen]);

  return { filter, changeFilter };
}
