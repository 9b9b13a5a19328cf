import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';

/** What other workspaces recorded for an item. Administrators only are sent it (decisions, sections 4 and 5). */
export function othersEntries(item: Pick<ComplianceItem, 'statusHistory'>): StatusEntry[] {
  return item.statusHistory.filter((entry) => entry.isOwn === false);
}
