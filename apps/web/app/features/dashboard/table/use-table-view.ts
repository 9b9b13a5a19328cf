import { useCallback, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { browserStorage } from '../../../lib/remembered.ts';
import { recallOf, rememberFor } from '../../../lib/remembered-by-user.ts';
import { VIEWS, type View } from './group-rows.ts';

const PARAMETER = 'view';

/** Storage key of the view that each user of the browser chose last. */
const KEY = 'tableView';

const ViewName = z.enum(VIEWS);

/**
 * View of the table: the one in the address, else the user's last choice, if it is among those there are, else by act
 * (R-tracker-32). A choice is remembered and stands in the address in place of the one before.
 */
export function useTableView(userId: string, views: readonly View[]) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [remembered, setRemembered] = useState(() => recallOf(browserStorage, { key: KEY, userId, schema: ViewName }));
  const wanted = ViewName.safeParse(parameters.get(PARAMETER)).data ?? remembered ?? 'act';
  const view = views.includes(wanted) ? wanted : 'act';

  const choose = useCallback(
    (chosen: View) => {
      rememberFor(browserStorage, { key: KEY, userId, value: chosen });
      setRemembered(chosen);
      const search = new URLSearchParams(window.location.search);
      search.set(PARAMETER, chosen);
      navigate({ search: `${search}` }, { replace: true, preventScrollReset: true });
    },
    [userId, navigate],
  );

  return { view, chooseView: choose };
}
