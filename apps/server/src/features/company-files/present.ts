import type { TakenIn } from '@anupalan/contract/proof/company-files';
import type { Db } from '../../platform/postgres/database.ts';
import { readSealKey } from '../activity/seal/seal-key.ts';
import type { CompanyFile } from './judging/company-file.ts';
import type { JudgedFile } from './judging/judge-company-file.ts';
import { type FoundReferences, referenceKey } from './placing/new-ids.ts';

/** Faults of one kind that are told. */
const NAMED = 10;

/** What a file that was read has, and what of it can't be taken in (R-company-files-6). */
export async function describeJudged(
  db: Db,
  { manifest }: CompanyFile,
  judged: JudgedFile,
  found: FoundReferences,
): Promise<TakenIn> {
  const { fingerprint } = await readSealKey(db);
  const { rows, files, references, people, left } = judged;
  const unknown = references.filter(({ kind, id }) => !found.has(referenceKey(kind, id)));
  const needed = unknown.filter(({ kind, id }) => judged.needed.has(referenceKey(kind, id)));
  const met = unknown.filter(({ kind }) => kind === 'extension');
  const restricted = left.size > 0;
  return {
    companyId: null,
    companyName: manifest.company.name,
    made: manifest.made,
    again: false,
    signedBy: manifest.key.fingerprint === fingerprint ? 'this' : 'another',
    fingerprint: manifest.key.fingerprint,
    head: manifest.head,
    rows: Object.fromEntries(rows),
    evidence: { files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) },
    people: people.length,
    faults: [
      ...needed.slice(0, NAMED).map(({ kind, title }) => `${WHAT[kind]} "${title}" is not in the catalogue here`),
      ...(needed.length > NAMED ? [`${needed.length - NAMED} more are not in the catalogue here`] : []),
    ],
    leftOut: [
      ...met.slice(0, NAMED).map(({ title, day }) => `An extension of ${title} (${day ?? ''}) was not published here`),
      ...(restricted ? ['Complaints that you are not named at'] : []),
      ...(manifest.missing.length > 0 ? [`${manifest.missing.length} files that were missing when it was made`] : []),
    ],
  };
}

const WHAT = { act: 'The act', item: 'The obligation', field: 'The column', extension: 'The extension' } as const;
