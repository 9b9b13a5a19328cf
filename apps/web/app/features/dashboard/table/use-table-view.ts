import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { browserStorage } from '../../../lib/remembered.ts';
import type { View } from './group-rows.ts';
import { PARAMETER, recallView, rememberView, viewOf } from './table-view.ts';

/**
 * View of the table as {@link viewOf} has it, with the user's last choice (R-tracker-32). A choice is remembered and
 * stands in the address in place of the one before.
 */
export function useTableView(userId: string, views: readonly View[]) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [remembered, setRemembered] = useState(() => recallView(browserStorage, userId));
  const view = viewOf(parameters, remembered, views);

  const choose = useCallback(
    (chosen: View) => {
      rememberView(browserStorage, userId, chosen);
      setRemembered(chosen);
      const search = new URLSearchParams(window.location.search);
      search.set(PARAMETER, chosen);
      navigate({ search: `${search}` }, { replace: true, preventScrollReset: true });
    },
    [userId, navigate],
  );

  return { view, chooseView: choose };
}
