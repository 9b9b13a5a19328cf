import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { useCallback, useEffect, useRef } from 'react';
import toast from 'react-hot-toast';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import { DAY, ITEM } from './open-address.ts';

/** History state of entries added by opening an item: closing goes back over them. */
const OPENED_HERE = { openedHere: true };

/**
 * Item whose details are open, and the calendar day they were opened from, kept in the address: a link leads to it, a
 * reload keeps it, Back closes it (R-tracker-27). An item that is missing although `hasItems` is gone.
 */
export function useOpenItem({ rows, hasItems }: { rows: readonly ComplianceRow[]; hasItems: boolean }) {
  const [parameters] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const openedHere = isOpenedHere(state);

  const open = useCallback(
    (itemId: string, day?: Temporal.PlainDate) => {
      const search = withoutItem();
      search.set(ITEM, itemId);
      if (day) search.set(DAY, day.toString());
      navigate({ search: `${search}` }, { state: OPENED_HERE, preventScrollReset: true });
    },
    [navigate],
  );

  const itemId = parameters.get(ITEM);
  const day = parseCalendarDay(parameters.get(DAY) ?? '');
  const closing = useRef<string | null>(null);

  const close = useCallback(() => {
    // Going back takes a moment, in which a second Escape would go back further.
    if (closing.current === itemId) return;
    closing.current = itemId;
    if (openedHere) navigate(-1);
    else navigate({ search: `${withoutItem()}` }, { replace: true, preventScrollReset: true });
  }, [itemId, openedHere, navigate]);

  useEffect(() => {
    if (itemId === null) closing.current = null;
  }, [itemId]);

  const opened = rows.find((row) => row.item._id === itemId);
  const isGone = itemId !== null && hasItems && !opened;
  useEffect(() => {
    if (!isGone) return;
    toast('This compliance item is no longer there.', { id: 'item-gone' });
    close();
  }, [isGone, close]);

  return { opened, day, open, close };
}

/** Address without the open item; the filters of the table stay in it. */
function withoutItem(): URLSearchParams {
  const search = new URLSearchParams(window.location.search);
  search.delete(ITEM);
  search.delete(DAY);
  return search;
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
