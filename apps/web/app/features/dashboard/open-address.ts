/** Parameters of the dashboard's address: the item whose details are open, and the day they were opened from. */
export const ITEM = 'item';
export const DAY = 'on';

/** Address of an item's details, relative to the dashboard's. */
export function addressOfItem(itemId: string): string {
  return `?${new URLSearchParams({ [ITEM]: itemId })}`;
}
