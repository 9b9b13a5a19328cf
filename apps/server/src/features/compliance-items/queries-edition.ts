import type { Kysely } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readCatalogueVersion } from '../tracker/versions.ts';
import { type Catalogue, readCatalogue } from './queries-catalogue.ts';

/** The catalogue with the version that it is of. */
export interface CatalogueOfVersion extends Catalogue {
  readonly version: string;
}

/**
 * The catalogue in memory. It is used for callers whose session's statement read the version that it is of, and read
 * anew for all others, so that no instance has to be told of a change.
 */
export class CatalogueInMemory {
  static readonly #ofDatabase = new WeakMap<Kysely<DB>, CatalogueInMemory>();

  /** The one of a database: all who read the catalogue share it. */
  static of(db: Kysely<DB>): CatalogueInMemory {
    const known = CatalogueInMemory.#ofDatabase.get(db) ?? new CatalogueInMemory(db);
    CatalogueInMemory.#ofDatabase.set(db, known);
    return known;
  }

  readonly #db: Kysely<DB>;
  #latest: Promise<CatalogueOfVersion> | null = null;

  private constructor(db: Kysely<DB>) {
    this.#db = db;
  }

  /** The catalogue of this version, or of a newer one when it was changed since the version was read. */
  async ofVersion(version: string): Promise<CatalogueOfVersion> {
    const before = this.#latest;
    const known = await before?.catch(() => null);
    if (known?.version === version) return known;
    // What began to be read since this call came may be read by all who came before it, too.
    if (this.#latest === before || !this.#latest) this.#latest = this.#read();
    return this.#latest;
  }

  /** Reads all of it as it was at one moment. */
  #read(): Promise<CatalogueOfVersion> {
    return this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => ({ version: await readCatalogueVersion(trx), ...(await readCatalogue(trx)) }));
  }
}
