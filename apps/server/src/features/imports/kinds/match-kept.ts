import type { Fault } from '../import-kind.ts';
import { sameText } from './same-text.ts';

/** A thing that is there, by the key of the row that it was imported from, and by its name. */
export interface Kept {
  readonly id: string;
  readonly key: string | null;
  readonly name: string;
}

/** A row as far as it is found again. */
export interface Findable {
  readonly row: number;
  readonly key: string | undefined;
  readonly name: string;
  /** The column of its name. */
  readonly column: string;
}

/** What a row is about: something that is there, or nothing yet. */
interface Match {
  readonly id: string | null;
  readonly faults: readonly Fault[];
}

/**
 * Finds what rows are about among what is there: by the key that was kept of it, else by its name (R-imports-9). Two rows
 * about the same are a fault of the later one, and so is a name without a key that several things have.
 */
export function matchKept(kept: readonly Kept[]): (row: Findable) => Match {
  const byKey = new Map(kept.flatMap((one) => (one.key === null ? [] : [[one.key, one.id] as const])));
  const byName = Map.groupBy(kept, ({ name }) => sameText(name));
  const rowOf = new Map<string, number>();
  return ({ row, key, name, column }) => {
    const fault = (expected: string): Match => ({ id: null, faults: [{ key: column, expected }] });
    const plain = sameText(name);
    // What has another key is another thing with the same name.
    const named = (byName.get(plain) ?? []).filter((one) => key === undefined || one.key === null);
    const kin = key === undefined ? undefined : byKey.get(key);
    if (kin === undefined && named.length > 1) return fault('a key of its own: several that are there have this name');
    const id = kin ?? named[0]?.id ?? null;
    const mark = id ?? (key === undefined ? `name ${plain}` : `key ${key}`);
    const earlier = rowOf.get(mark) ?? (key === undefined ? rowOf.get(`keyed ${plain}`) : rowOf.get(`name ${plain}`));
    if (earlier !== undefined) return fault(`one row for each: row ${earlier} is about the same`);
    rowOf.set(mark, row);
    if (key !== undefined && id === null) rowOf.set(`keyed ${plain}`, row);
    return { id, faults: [] };
  };
}
