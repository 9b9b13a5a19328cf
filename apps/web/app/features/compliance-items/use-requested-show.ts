import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { SHOW_CHOICES, type Show } from './row-filter.ts';

const ShowState = z.object({ show: z.enum(SHOW_CHOICES) });

/** The route state with which the dashboard opens on the items that need a kind of attention. */
export function showState(show: Show): z.infer<typeof ShowState> {
  return { show };
}

/**
 * Calls back with what the route's state asks to show. It is then taken from the history entry, so that a reload doesn't
 * bring it back. @param onShow has to stay the same function
 */
export function useRequestedShow(onShow: (show: Show) => void): void {
  const { state, search, hash } = useLocation();
  const navigate = useNavigate();
  const requested = ShowState.safeParse(state).data?.show;
  useEffect(() => {
    if (requested === undefined) return;
    onShow(requested);
    navigate({ search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [requested, search, hash, navigate, onShow]);
}
