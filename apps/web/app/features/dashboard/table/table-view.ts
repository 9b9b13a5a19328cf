import { isOneOf } from '../../../lib/guards.ts';
import { recallOf, rememberFor } from '../../../lib/remembered-by-user.ts';
import { VIEWS, type View } from './group-rows.ts';

/** Parameter of an address that names the view. */
export const PARAMETER = 'view';

/** Storage key of the view that each user of the browser chose last. */
const KEY = 'tableView';

const isView = isOneOf(VIEWS);

/** Views for who is alone in a company. */
export const VIEWS_ALONE = VIEWS.filter((view) => view !== 'person');

export function recallView(storage: Pick<Storage, 'getItem'>, userId: string): View | undefined {
  return recallOf(storage, { key: KEY, userId, isValid: isView });
}

export function rememberView(storage: Pick<Storage, 'getItem' | 'setItem'>, userId: string, view: View): void {
  rememberFor(storage, { key: KEY, userId, value: view });
}

/** View of the table: the one in the address, else the remembered one, if it is among those there are, else by act. */
export function viewOf(parameters: URLSearchParams, remembered: View | undefined, views: readonly View[]): View {
  const named = parameters.get(PARAMETER);
  const wanted = isView(named) ? named : (remembered ?? 'act');
  return views.includes(wanted) ? wanted : 'act';
}
