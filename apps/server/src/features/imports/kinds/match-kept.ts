import type { Fault } from '../import-kind.ts';
import { sameText } from './columns-of-items.ts';

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

/**
 * Finds what rows are about among what is there: by the key that was kept of it, else by its name (R-imports-9). Two rows
 * about the same are a fault of the later one.
 */
export function matchKept(kept: readonly Kept[]): (row: Findable) => { id: string | null; faults: readonly Fault[] } {
  const byKey = new Map(kept.flatMap((one) => (one.key === null ? [] : [[one.key, one.id] as const])));
  const byName = new Map(kept.map((one) => [sameText(one.name), one] as const));
  const rowOf = new Map<string, number>();
  return ({ row, key, name, column }) => {
    const named = byName.get(sameText(name));
    // What has a key of its own is another thing with the same name.
    const id = (key !== undefined ? byKey.get(key) : undefined) ?? (isTheirs(named, key) ? named.id : null);
    const known = [id, key === undefined ? null : `key ${key}`, id === null ? `name ${sameText(name)}` : null];
    const marks = known.filter((mark) => mark !== null);
    const earlier = marks.map((mark) => rowOf.get(mark)).find((found) => found !== undefined);
    for (const mark of marks) rowOf.set(mark, rowOf.get(mark) ?? row);
    if (earlier === undefined) return { id, faults: [] };
    return { id, faults: [{ key: column, expected: `one row for each: row ${earlier} is about the same` }] };
  };
}

function isTheirs(named: Kept | undefined, key: string | undefined): named is Kept {
  return named !== undefined && (key === undefined || named.key === null || named.key === key);
}
