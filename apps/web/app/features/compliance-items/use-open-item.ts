import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const PARAMETER = 'item';

/** Marks the history entries that opening an item added, so that closing takes them off again. */
const OPENED_HERE = { openedHere: true };

/** The item whose details are open, kept in the address: a link leads to it, a reload keeps it, Back closes it. */
export function useOpenItem() {
  const [parameters] = useSearchParams();
  const { state }: { state: unknown } = useLocation();
  const navigate = useNavigate();
  const openedHere = isOpenedHere(state);

  const open = useCallback(
    (itemId: string) => {
      const search = new URLSearchParams({ [PARAMETER]: itemId }).toString();
      navigate({ search }, { state: OPENED_HERE, preventScrollReset: true });
    },
    [navigate],
  );

  const itemId = parameters.get(PARAMETER);
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

  return { itemId, open, close };
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
