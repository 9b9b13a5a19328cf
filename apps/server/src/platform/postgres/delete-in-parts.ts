import type { RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Rows that one statement deletes, so that none takes long. */
const AT_ONCE = 5_000;

/** Deletes what may be many rows, by a statement at a time that deletes at most so many. */
export async function deleteInParts(db: Db, deleteSome: (most: number) => RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await deleteSome(AT_ONCE).execute(db);
    if (numAffectedRows < AT_ONCE) return;
  }
}
