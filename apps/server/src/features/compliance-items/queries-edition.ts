import type { Kysely } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { LatestOfCatalogue } from '../tracker/latest-of-catalogue.ts';
import { readCatalogueVersion } from '../tracker/versions.ts';
import { type Catalogue, readCatalogue } from './queries-catalogue.ts';

/** The catalogue with the version that it is of. */
export interface CatalogueOfVersion extends Catalogue {
  readonly version: string;
}

/** The catalogue in memory, as its readers are answered. */
export class CatalogueInMemory extends LatestOfCatalogue<CatalogueOfVersion> {
  static readonly #ofDatabase = new WeakMap<Kysely<DB>, CatalogueInMemory>();

  /** The one of a database: all who read the catalogue share it. */
  static of(db: Kysely<DB>): CatalogueInMemory {
    const known = CatalogueInMemory.#ofDatabase.get(db) ?? new CatalogueInMemory(db);
    CatalogueInMemory.#ofDatabase.set(db, known);
    return known;
  }

  private constructor(db: Kysely<DB>) {
    super(() =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (trx) => ({ version: await readCatalogueVersion(trx), ...(await readCatalogue(trx)) })),
    );
  }
}
