import { type ComplianceItem, listComplianceItems } from '@anupalan/contract/compliance-items';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { listQuery } from './list-query.ts';

export const complianceItemsQuery = listQuery();

/** Changes the cached list. Loads in flight are cancelled: they would overwrite the change with older items. */
export async function changeCachedItems(
  client: QueryClient,
  change: (items: ComplianceItem[]) => ComplianceItem[],
): Promise<void> {
  await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
  client.setQueryData(complianceItemsQuery.queryKey, (items) => items && change(items));
}

/** Replaces an item by the one in the server's answer (R-records-1). */
export async function replaceCachedItem(client: QueryClient, item: ComplianceItem): Promise<void> {
  await client.cancelQueries({ queryKey: complianceItemsQuery.queryKey });
  changeCachedItem(client, item._id, () => item);
}

/** Changes one item of the cached list, so that changes of other items are kept. */
export function changeCachedItem(
  client: QueryClient,
  itemId: string,
  change: (item: ComplianceItem) => ComplianceItem,
): void {
  client.setQueryData(complianceItemsQuery.queryKey, (items) =>
    items?.map((item) => (item._id === itemId ? change(item) : item)),
  );
}

/** Reloads the list after a 404 or 409, which say that the item shown is gone or outdated. */
export function reloadContradicted(client: QueryClient, error: Error): void {
  const isContradicted = error instanceof ApiError && (error.status === 404 || error.status === 409);
  if (isContradicted) void askAgain(client, [listComplianceItems]);
}
