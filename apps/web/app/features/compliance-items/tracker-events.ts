import type { Notification } from '@anupalan/domain/notifications';
import { queryClient } from '../../lib/query-client.ts';
import { actsQuery } from '../acts/list-acts.ts';
import { ownCompanyQuery } from '../companies/get-own-company.ts';
import { complianceFieldsQuery } from '../compliance-fields/list-compliance-fields.ts';
import { complianceItemsQuery } from './list-compliance-items.ts';

/** What other parts of the page say to the tracker, whether it is on the screen or not (specification 2, section 2). */
const REFRESH = 'tracker:refresh';
const HIGHLIGHT = 'tracker:highlight';

const TRACKER_KEYS = [complianceItemsQuery, complianceFieldsQuery, actsQuery, ownCompanyQuery].map(
  ({ queryKey }) => queryKey,
);

/** Asks the tracker to bring an item before the reader's eyes. From another page: go there with {@link highlightState}. */
export function highlightItem(itemId: string): void {
  window.dispatchEvent(new CustomEvent(HIGHLIGHT, { detail: { itemId } }));
}

/** The route state with which the dashboard opens on an item, and the kind of notification that led there. */
export function highlightState(itemId: string, notificationType?: Notification['type']) {
  return { highlightId: itemId, notificationType };
}

/** The item that a route's state names, null for any other state. */
export function readHighlightState(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('highlightId' in state)) return null;
  return typeof state.highlightId === 'string' ? state.highlightId : null;
}

/** Loads the tracker's data again whenever that is asked for. Answers how to stop. */
export function reloadOnRefresh(): () => void {
  const reload = () => {
    for (const queryKey of TRACKER_KEYS) void queryClient.invalidateQueries({ queryKey });
  };
  window.addEventListener(REFRESH, reload);
  return () => window.removeEventListener(REFRESH, reload);
}

/** Calls back with the item to highlight. Answers how to stop. */
export function subscribeToHighlight(listener: (itemId: string) => void): () => void {
  const hear = (event: Event) => {
    const itemId = event instanceof CustomEvent ? readItemId(event.detail) : null;
    if (itemId !== null) listener(itemId);
  };
  window.addEventListener(HIGHLIGHT, hear);
  return () => window.removeEventListener(HIGHLIGHT, hear);
}

function readItemId(detail: unknown): string | null {
  if (typeof detail !== 'object' || detail === null || !('itemId' in detail)) return null;
  return typeof detail.itemId === 'string' ? detail.itemId : null;
}
