import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import type { QueryClient } from '@tanstack/react-query';
import { changeCachedItem } from '../compliance-items/change-cached-item.ts';
import { complianceItemsQuery } from '../compliance-items/list-compliance-items.ts';

/** The entries as they will look once the server has done it. */
export type Change = (entries: readonly StatusEntry[]) => StatusEntry[];

interface Unanswered {
  /** The item as the server last answered it. */
  answered: ComplianceItem;
  /** What is on its way to the server, the earliest first. */
  changes: readonly Change[];
  /** What both make together: on the screen, unless a list was loaded since. */
  shown: readonly StatusEntry[];
}

/** By list, which a new session replaces, and by item. */
const unansweredByList = new WeakMap<object, Map<string, Unanswered>>();

/** Shows a change that is about to be sent. False when there is no such item. */
export function showChange(client: QueryClient, itemId: string, change: Change): boolean {
  const { answered, changes } = findUnanswered(client, itemId);
  if (!answered) return false;
  show(client, answered, [...changes, change]);
  return true;
}

/** Shows what became of a change: the server's answer, or without one what was there before; and what is still sent. */
export function settleChange(client: QueryClient, itemId: string, change: Change, answer?: StatusEntry[]): void {
  const { answered, changes } = findUnanswered(client, itemId);
  if (!answered) return;
  const rest = changes.filter((other) => other !== change);
  show(client, answer ? { ...withChange(answered, change), statusHistory: answer } : answered, rest);
}

function findUnanswered(
  client: QueryClient,
  itemId: string,
): { answered?: ComplianceItem; changes: readonly Change[] } {
  const item = findCached(client, itemId);
  const known = unansweredIn(client).get(itemId);
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
  // As it is kept: the cache goes on using what is equal in the old and the new.
  const shown = findCached(client, answered._id)?.statusHistory;
  const unanswered = unansweredIn(client);
  if (shown && changes.length > 0) unanswered.set(answered._id, { answered, changes, shown });
  else unanswered.delete(answered._id);
}

/** The total, where there is one, counts what comes and goes. */
function withChange(item: ComplianceItem, change: Change): ComplianceItem {
  const statusHistory = change(item.statusHistory);
  if (item.statusHistoryTotal === undefined) return { ...item, statusHistory };
  const growth = statusHistory.length - item.statusHistory.length;
  return { ...item, statusHistory, statusHistoryTotal: item.statusHistoryTotal + growth };
}

function findCached(client: QueryClient, itemId: string): ComplianceItem | undefined {
  return client.getQueryData(complianceItemsQuery.queryKey)?.find(({ _id }) => _id === itemId);
}

function unansweredIn(client: QueryClient): Map<string, Unanswered> {
  const list = client.getQueryCache().find({ queryKey: complianceItemsQuery.queryKey });
  const known = (list && unansweredByList.get(list)) ?? new Map<string, Unanswered>();
  if (list) unansweredByList.set(list, known);
  return known;
}
