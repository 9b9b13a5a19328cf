import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const ITEM = 'item';
const DAY = 'on';

/** Marks the history entries that opening an item added, so that closing takes them off again. */
const OPENED_HERE = { openedHere: true };

/**
 * The item whose details are open and the day they were opened about, if it was one of the calendar's, kept in the
 * address: a link leads to it, a reload keeps it, Back closes it.
 */
export function useOpenItem() {
  const [parameters] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const openedHere = isOpenedHere(state);

  const open = useCallback(
    (itemId: string, day?: Temporal.PlainDate) => {
      const search = new URLSearchParams({ [ITEM]: itemId, ...(day && { [DAY]: day.toString() }) }).toString();
      navigate({ search }, { state: OPENED_HERE, preventScrollReset: true });
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
    else navigate({ search: '' }, { replace: true, preventScrollReset: true });
  }, [itemId, openedHere, navigate]);

  useEffect(() => {
    if (itemId === null) closing.current = null;
  }, [itemId]);

  return { itemId, day, open, close };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
