import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import { readHighlightState, subscribeToHighlight } from '../compliance-items/tracker-events.ts';

/** Item to scroll to and pulse; a new object for each request, so that asking again pulses again. */
export interface Highlight {
  readonly itemId: string;
}

/**
 * Highlighted item that an event or the route state names (R-tracker-13), once it is among the rows; one that is
 * missing when everything has loaded is forgotten. The state is removed from the history entry, so that neither a
 * reload nor Back jumps there again.
 */
export function useHighlight(rows: readonly ComplianceRow[], loading: boolean) {
  const [highlight, setHighlight] = useState<Highlight | null>(null);
  const end = useCallback(() => setHighlight(null), []);

  useEffect(() => subscribeToHighlight((itemId) => setHighlight({ itemId })), []);

  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const requested = readHighlightState(state);
  useEffect(() => {
    if (requested === null) return;
    setHighlight({ itemId: requested });
    navigate({ search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [requested, search, hash, navigate]);

  const isThere = highlight !== null && rows.some((row) => row.item._id === highlight.itemId);
  const isMissing = highlight !== null && !isThere && !loading;
  useEffect(() => {
    if (isMissing) end();
  }, [isMissing, end]);

  return { highlight: isThere ? highlight : null, end };
}
