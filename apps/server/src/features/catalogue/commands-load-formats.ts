import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import {
  insertLoadedDocuments,
  type LoadedDocument,
  lockLoadedDocuments,
  updateLoadedDocument,
} from '../hr-documents/commands-load.ts';
import { countHrDocuments } from '../hr-documents/queries.ts';
import { planLoad, type Tally } from './plan-load.ts';

/** Whether the library has no document and never had a shipped one, so that a start loads them (R-hr-documents-9). */
export async function isLibraryEmpty(db: Db): Promise<boolean> {
  const everLoaded = await db
    .selectFrom('catalogue_keys')
    .select('key')
    .where('kind', '=', 'format')
    .executeTakeFirst();
  return everLoaded === undefined && (await countHrDocuments(db)) === 0;
}

/**
 * Brings the library up to the formats of this version, whole or not at all (R-hr-documents-9): adds what it never had,
 * updates what differs and no administrator has edited, and brings back nothing that was deleted.
 * @throws StartupError when the list can't carry them.
 */
export function loadFormats(
  db: Kysely<DB>,
  wanted: readonly (readonly [key: string, document: LoadedDocument])[],
): Promise<Tally> {
  return db.transaction().execute(async (trx) => {
    const stored = await lockLoadedDocuments(trx);
    const { additions, changes, tally } = planLoad(wanted, stored, await readFormatKeys(trx));
    if (additions.length > 0) {
      const keys = additions.map(({ key }) => ({ kind: 'format', key }));
      await trx.insertInto('catalogue_keys').values(keys).execute();
    }
    await insertLoadedDocuments(trx, additions);
    for (const { id, values } of changes) await updateLoadedDocument(trx, id, values);
    if (additions.length + changes.length > 0) {
      await recordAudit(trx, null, { noun: 'hr-documents', verb: 'load-formats', id: null, details: tally });
    }
    return tally;
  });
}

async function readFormatKeys(trx: Transaction<DB>): Promise<Set<string>> {
  const rows = await trx.selectFrom('catalogue_keys').select('key').where('kind', '=', 'format').execute();
  return new Set(rows.map(({ key }) => key));
}
