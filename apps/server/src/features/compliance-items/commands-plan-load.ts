import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/database.ts';

/** What a load did to one part of the catalogue. */
export type Tally = {
  added: number;
  updated: number;
  unchanged: number;
  /** Left alone: an administrator edited it. */
  edited: number;
  /** Left out: an administrator deleted it, or the act it belongs to. */
  deleted: number;
};

/** A row that came from the catalogue, as it is now. */
export type Stored<Values> = Values & { id: string; catalogue_key: string | null; edited_at: Date | null };

export interface Plan<Values> {
  readonly additions: readonly { readonly key: string; readonly values: Values }[];
  readonly changes: readonly { readonly id: string; readonly values: Values }[];
  readonly tally: Tally;
}

/** Compares what an edition wants, by key, with what there is and what was ever loaded. Nothing is ever removed. */
export function planLoad<Values extends object>(
  wanted: readonly (readonly [key: string, values: Values])[],
  stored: readonly Stored<Values>[],
  everLoaded: ReadonlySet<string>,
): Plan<Values> {
  const byKey = new Map(stored.map((row) => [row.catalogue_key, row]));
  const additions: { key: string; values: Values }[] = [];
  const changes: { id: string; values: Values }[] = [];
  const tally: Tally = { added: 0, updated: 0, unchanged: 0, edited: 0, deleted: 0 };
  for (const [key, values] of wanted) {
    const row = byKey.get(key);
    if (!row && everLoaded.has(key)) tally.deleted++;
    else if (!row) tally.added = additions.push({ key, values });
    else if (row.edited_at !== null) tally.edited++;
    else if (isDeepStrictEqual(valuesOf(row), values)) tally.unchanged++;
    else tally.updated = changes.push({ id: row.id, values });
  }
  return { additions, changes, tally };
}

function valuesOf<Values>({ id: _, catalogue_key: __, edited_at: ___, ...values }: Stored<Values>): object {
  return values;
}

type Kind = 'act' | 'field' | 'item';

/** Every key of a kind that was ever loaded, also of what was deleted since. */
export async function readLoadedKeys(db: Db, kind: Kind): Promise<Set<string>> {
  const rows = await db.selectFrom('catalogue_keys').select('key').where('kind', '=', kind).execute();
  return new Set(rows.map(({ key }) => key));
}

export async function rememberKey(db: Db, kind: Kind, key: string): Promise<void> {
  await db.insertInto('catalogue_keys').values({ kind, key }).execute();
}
