import type { DB } from '../../../platform/postgres/database-schema.ts';

/**
 * What a column holds, and with it what becomes of it in another installation:
 * `plain` is taken as it is; `id` is replaced by a new id, also inside of JSON and arrays; `person` is the opaque id of
 * somebody, whose name goes along; `author` and `impersonator` are the same where the column refers to an account;
 * `item`, `act`, `field` and `extension` are of the catalogue, or own and replaced; `known-act` may be gone; `here` stays.
 */
export type ColumnKind =
  | ('plain' | 'id' | 'person' | 'author' | 'impersonator' | 'here')
  | ('item' | 'act' | 'known-act' | 'field' | 'extension');

type Columns<T extends keyof DB> = { readonly [C in keyof DB[T] & string]: ColumnKind };

/** A table that leaves, with each of its columns: a new one doesn't compile before it is decided on. */
export function leaving<T extends keyof DB>(columns: Columns<T>): Columns<T> {
  return columns;
}

/** The columns of when a row was made and changed. */
export const TIMES = { created_at: 'plain', updated_at: 'plain' } as const;

/** The columns of an assignment. */
export const ASSIGNED = { responsible_id: 'person', deputy_id: 'person', checker_id: 'person' } as const;
