/** Chosen rows, by the ids of their items, and the row from which a range reaches. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Selection with a row added, or taken out; ranges reach from it. */
export function toggleRow({ ids }: Selection, id: string): Selection {
  return { ids: ids.symmetricDifference(new Set([id])), anchor: id };
}

/**
 * Selection with all rows from the anchor to another one, in the `order` in which they stand; without an anchor among
 * them the row alone. Ranges go on reaching from the anchor.
 */
export function extendTo(selection: Selection, id: string, order: readonly string[]): Selection {
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggleRow(selection, id);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { ids: selection.ids.union(new Set(range)), anchor: selection.anchor };
}
