import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import type { QueryClient } from '@tanstack/react-query';
import { changeCachedItem, complianceItemsQuery } from '../compliance-items/cached-items.ts';

/** Change of an item's entries, as the server will make it. */
export type Change = (entries: readonly StatusEntry[]) => StatusEntry[];

interface Pending {
  /** Item as the server last answered it. */
  answered: ComplianceItem;
  /** Changes on their way to the server, the earliest first. */
  changes: readonly Change[];
  /** Entries shown: `answered` with `changes`. A list loaded since replaces them in the cache. */
  shown: readonly StatusEntry[];
}

/** Pending changes by item, for each cached list: a new session has a new list. */
const pendingByList = new WeakMap<object, Map<string, Pending>>();

/** Shows a change that is about to be sent; false when the item is unknown. */
export function showChange(client: QueryClient, itemId: string, change: Change): boolean {
  const { answered, changes } = findPending(client, itemId);
  if (!answered) return false;
  show(client, answered, [...changes, change]);
  return true;
}

/**
 * Settles a change: the server's answer, or without one the entries from before, with the changes still on their way.
 */
export function settleChange(client: QueryClient, itemId: string, change: Change, answer?: StatusEntry[]): void {
  const { answered, changes } = findPending(client, itemId);
  if (!answered) return;
  const rest = changes.filter((other) => other !== change);
  show(client, answer ? { ...withChange(answered, change), statusHistory: answer } : answered, rest);
}

/**
 * Settles a change that the server made without answering the item's entries; `asMade` is the change as it has it.
 */
export function acceptChange(client: QueryClient, itemId: string, change: Change, asMade: Change): void {
  const { answered, changes } = findPending(client, itemId);
  if (!answered) return;
  show(
    client,
    withChange(answered, asMade),
    changes.filter((other) => other !== change),
  );
}

function findPending(client: QueryClient, itemId: string): { answered?: ComplianceItem; changes: readonly Change[] } {
  const item = findCached(client, itemId);
  const known = pendingIn(client).get(itemId);
  if (!item || !known) return { ...(item && { answered: item }), changes: [] };
  return { answered: item.statusHistory === known.shown ? known.answered : item, changes: known.changes };
}

function show(client: QueryClient, answered: ComplianceItem, changes: readonly Change[]) {
  const { statusHistory, statusHistoryTotal } = changes.reduce(withChange, answered);
  changeCachedItem(client, answered._id, (item) => ({
    ...item,
    statusHistory,
    ...(statusHistoryTotal !== undefined && { statusHistoryTotal }),
  }));
  // Read back to be compared by identity: the cache keeps equal parts of the old data in place of the new ones.
  const shown = findCached(client, answered._id)?.statusHistory;
  const pending = pendingIn(client);
  if (shown && changes.length > 0) pending.set(answered._id, { answered, changes, shown });
  else pending.delete(answered._id);
}

/** Entries that come and go change the total too, where there is one. */
function withChange(item: ComplianceItem, change: Change): ComplianceItem {
  const statusHistory = change(item.statusHistory);
  if (item.statusHistoryTotal === undefined) return { ...item, statusHistory };
  const growth = statusHistory.length - item.statusHistory.length;
  return { ...item, statusHistory, statusHistoryTotal: item.statusHistoryTotal + growth };
}

function findCached(client: QueryClient, itemId: string): ComplianceItem | undefined {
  return client.getQueryData(complianceItemsQuery.queryKey)?.find(({ _id }) => _id === itemId);
}

function pendingIn(client: QueryClient): Map<string, Pending> {
  const list = client.getQueryCache().find({ queryKey: complianceItemsQuery.queryKey });
  const known = (list && pendingByList.get(list)) ?? new Map<string, Pending>();
  if (list) pendingByList.set(list, known);
  return known;
}
