import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import type { CompactItems } from '@anupalan/contract/fields/compact-items';
import { expandItems } from '@anupalan/contract/fields/expand-items';
import { isObject } from '../../lib/guards.ts';

const expanded = new WeakMap<CompactItems, ComplianceItem[]>();

/** Items of a part, the same ones when the server says that what is kept still holds: then nothing is compared. */
export function expandOnce(part: CompactItems): ComplianceItem[] {
  const items = expanded.get(part) ?? expandItems([part]);
  expanded.set(part, items);
  return items;
}

/** Whether a part has what the screens can't do without. */
export function isPart(part: unknown): part is CompactItems {
  return isObject(part) && typeof part.userId === 'string' && Array.isArray(part.items) && part.items.every(isItem);
}

function isItem(item: unknown) {
  return (
    isObject(item) &&
    typeof item._id === 'string' &&
    typeof item.title === 'string' &&
    typeof item.dueDate === 'number' &&
    (item.statusHistory === undefined || (Array.isArray(item.statusHistory) && item.statusHistory.every(isEntry)))
  );
}

function isEntry(entry: unknown) {
  return isObject(entry) && typeof entry._id === 'string' && typeof entry.date === 'string';
}
