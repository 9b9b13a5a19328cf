import { isDeepStrictEqual } from 'node:util';

/** The counts of a load for one part of the catalogue, by how its rows were treated. */
export type Tally = {
  added: number;
  updated: number;
  unchanged: number;
  /** Rows left alone, because an administrator edited them. */
  edited: number;
  /** Rows left out, because an administrator deleted them or the act they belong to. */
  deleted: number;
};

/** A row that came from the catalogue, as it is in the database. */
export type Stored<Values> = Values & { id: string; catalogue_key: string | null; edited_at: Date | null };

export interface Plan<Values> {
  readonly additions: readonly { readonly key: string; readonly values: Values }[];
  readonly changes: readonly { readonly id: string; readonly key: string; readonly values: Values }[];
  readonly tally: Tally;
}

/**
 * Compares the rows that an edition wants with those that exist and with the keys ever loaded (R-catalogue-4). Nothing
 * is ever removed.
 */
export function planLoad<Values extends object>(
  wanted: readonly (readonly [key: string, values: Values])[],
  stored: readonly Stored<Values>[],
  everLoaded: ReadonlySet<string>,
): Plan<Values> {
  const byKey = new Map(stored.map((row) => [row.catalogue_key, row]));
  const additions: { key: string; values: Values }[] = [];
  const changes: { id: string; key: string; values: Values }[] = [];
  const left = { unchanged: 0, edited: 0, deleted: 0 };
  for (const [key, values] of wanted) {
    const row = byKey.get(key);
    if (!row && everLoaded.has(key)) left.deleted++;
    else if (!row) additions.push({ key, values });
    else if (row.edited_at !== null) left.edited++;
    else if (isDeepStrictEqual(valuesOf(row), values)) left.unchanged++;
    else changes.push({ id: row.id, key, values });
  }
  return { additions, changes, tally: { added: additions.length, updated: changes.length, ...left } };
}

function valuesOf<Values>({ id: _, catalogue_key: __, edited_at: ___, ...values }: Stored<Values>): object {
  return values;
}
