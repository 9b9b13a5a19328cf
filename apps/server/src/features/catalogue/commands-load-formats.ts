import { hash } from 'node:crypto';
import { MEDIA_TYPES } from '@anupalan/contract/wire/media-types';
import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { type FileStore, withStored } from '../../platform/files/store/file-store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import {
  insertLoadedDocuments,
  type LoadedDocument,
  type LoadedFiles,
  lockLoadedDocuments,
  readLoadedDocuments,
  updateLoadedDocument,
} from '../hr-documents/commands-load.ts';
import type { ShippedDocument } from '../hr-documents/formats/shipped-documents.ts';
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
 * @throws StartupError when the list can't carry them; AppError unavailable when the store takes no file.
 */
export async function loadFormats(
  { db, files }: { db: Kysely<DB>; files: FileStore },
  shipped: readonly (readonly [key: string, document: ShippedDocument])[],
): Promise<Tally> {
  const wanted = shipped.map(([key, { content, ...document }]) => {
    return [key, { ...document, sha256: hash('sha256', content) }] as const;
  });
  const keys = await findKeysOfNewFiles(db, wanted);
  const newer = shipped.filter(([key]) => keys.has(key));
  const bytes = newer.map(([, { content, file_type }]) => ({ bytes: content, mediaType: MEDIA_TYPES[file_type] }));
  return withStored(files, bytes, { workspaceId: null, purpose: 'hr-document' }, (stored) => {
    const byKey = new Map(newer.flatMap(([key], at) => (stored[at] ? [[key, stored[at]]] : [])));
    return db.transaction().execute((trx) => load(trx, wanted, byKey));
  });
}

/** The keys of the documents whose files are to be stored: of those that are added, or have other bytes now. */
async function findKeysOfNewFiles(
  db: Kysely<DB>,
  wanted: readonly (readonly [key: string, document: LoadedDocument])[],
): Promise<Set<string>> {
  const stored = await readLoadedDocuments(db);
  const { additions, changes } = planLoad(wanted, stored, await readFormatKeys(db));
  const hashes = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
  const changed = changes.filter(({ id, values }) => hashes.get(id) !== values.sha256);
  return new Set([...additions, ...changed].map(({ key }) => key));
}

async function load(
  trx: Transaction<DB>,
  wanted: readonly (readonly [key: string, document: LoadedDocument])[],
  files: LoadedFiles,
): Promise<Tally> {
  const { additions, changes, tally } = planLoad(wanted, await lockLoadedDocuments(trx), await readFormatKeys(trx));
  if (additions.length > 0) {
    const keys = additions.map(({ key }) => ({ kind: 'format', key }));
    await trx.insertInto('catalogue_keys').values(keys).execute();
  }
  await insertLoadedDocuments(trx, additions, files);
  for (const change of changes) await updateLoadedDocument(trx, change, files);
  if (additions.length + changes.length > 0) {
    await recordAudit(trx, null, { noun: 'hr-documents', verb: 'load-formats', id: null, details: tally });
  }
  return tally;
}

async function readFormatKeys(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('catalogue_keys').select('key').where('kind', '=', 'format').execute();
  return new Set(rows.map(({ key }) => key));
}
