import { listActs } from '@anupalan/contract/acts';
import { getOwnCompany } from '@anupalan/contract/companies';
import { listComplianceFields } from '@anupalan/contract/compliance-fields';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import type { Notification } from '@anupalan/domain/notifications';
import { askAgain } from '../../lib/api/ask-again.ts';
import { tabCompany } from '../../lib/api/call-company.ts';
import { clientOf } from '../../lib/api/query-client.ts';

/** Window events to which the tracker listens while it is on the screen (R-tracker-13). */
const REFRESH = 'tracker:refresh';
const HIGHLIGHT = 'tracker:highlight';

declare global {
  interface WindowEventMap {
    [REFRESH]: Event;
    /** `detail` should be `{ itemId }`; any script of the page may send it, so it is read as unknown. */
    [HIGHLIGHT]: CustomEvent<unknown>;
  }
}

const TRACKER_CALLS = [listComplianceItems, listComplianceFields, listActs, getOwnCompany];

/** Highlights an item of the tracker on the screen; other pages navigate to it with {@link highlightState}. */
export function highlightItem(itemId: string): void {
  window.dispatchEvent(new CustomEvent(HIGHLIGHT, { detail: { itemId } }));
}

/** Route state that opens the dashboard on an item, with the kind of notification it came from (R-notifications-8). */
export function highlightState(itemId: string, notificationType?: Notification['type']) {
  return { highlightId: itemId, notificationType };
}

/** Item named by a route state; null for any other state. */
export function readHighlightState(state: unknown): string | null {
  return readText(state, 'highlightId');
}

/** Reloads the tracker's data on every refresh event. @returns the function that stops it. */
export function reloadOnRefresh(): () => void {
  const reload = () => void askAgain(clientOf(tabCompany()), TRACKER_CALLS);
  window.addEventListener(REFRESH, reload);
  return () => window.removeEventListener(REFRESH, reload);
}

/** Listens for the item to highlight. @returns the function that stops it. */
export function subscribeToHighlight(listener: (itemId: string) => void): () => void {
  const hear = ({ detail }: CustomEvent<unknown>) => {
    const itemId = readText(detail, 'itemId');
    if (itemId !== null) listener(itemId);
  };
  window.addEventListener(HIGHLIGHT, hear);
  return () => window.removeEventListener(HIGHLIGHT, hear);
}

function readText(source: unknown, key: string): string | null {
  if (typeof source !== 'object' || source === null) return null;
  const value: unknown = Reflect.get(source, key);
  return typeof value === 'string' ? value : null;
}
