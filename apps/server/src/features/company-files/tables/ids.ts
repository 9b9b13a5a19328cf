import { z } from 'zod';
import type { DB } from '../../../platform/postgres/database-schema.ts';

/** An id in its one spelling; PostgreSQL takes others, by which a file would reach what it doesn't name. */
export const Uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'is no id');

/**
 * What an id of a row is:
 * `row` is that of the row itself; `own` refers to a row of the same file; `act` and `item` to one of the file or of the
 * catalogue; `field` and `extension` to one of the catalogue; `past` and `past-act` to something that may be gone;
 * `told`, `told-act` and `told-item` are such ids in what the activity says; `person` is somebody, who has no account here.
 */
export type IdKind =
  | ('row' | 'own' | 'act' | 'item' | 'field' | 'extension' | 'past' | 'past-act')
  | ('told' | 'told-act' | 'told-item' | 'person');

/** An id that a row has. */
export interface NamedId {
  readonly kind: IdKind;
  readonly id: string;
  /** The table that a `row` is of, or an `own` refers to. */
  readonly table: keyof DB | null;
}

/** Schemas of the ids in the rows of a file: what they are is noted, and each becomes what it is here. */
export abstract class FileIds {
  /** The ids of the row that was read last. */
  readonly named: NamedId[] = [];

  readonly act = this.#schema('act');
  readonly item = this.#schema('item');
  readonly field = this.#schema('field');
  readonly extension = this.#schema('extension');
  readonly past = this.#schema('past');
  readonly pastAct = this.#schema('past-act');
  readonly told = this.#schema('told');
  readonly toldAct = this.#schema('told-act');
  readonly toldItem = this.#schema('told-item');
  readonly person = this.#schema('person');

  /** The id here of an id in the file. */
  protected abstract place(named: NamedId): string;

  /** The id of a row of a table itself. */
  row(table: keyof DB) {
    return this.#schema('row', table);
  }

  /** The id of a row of a table, which has to be in the file. */
  own(table: keyof DB) {
    return this.#schema('own', table);
  }

  #schema(kind: IdKind, table: keyof DB | null = null) {
    return Uuid.transform((id) => {
      const named = { kind, id, table };
      this.named.push(named);
      return this.place(named);
    });
  }
}

/** Ids as the file has them. */
export class SameIds extends FileIds {
  protected place({ id }: NamedId): string {
    return id;
  }
}
