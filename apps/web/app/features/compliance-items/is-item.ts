import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { isObject } from '../../lib/guards.ts';

/** Whether an item has what the screens can't do without. */
export function isItem(item: unknown): item is ComplianceItem {
  return (
    isObject(item) &&
    typeof item._id === 'string' &&
    typeof item.title === 'string' &&
    isObject(item.dueDate) &&
    isObject(item.values) &&
    Array.isArray(item.statusHistory) &&
    item.statusHistory.every(isEntry)
  );
}

function isEntry(entry: unknown): boolean {
  return isObject(entry) && typeof entry._id === 'string' && typeof entry.date === 'string';
}
