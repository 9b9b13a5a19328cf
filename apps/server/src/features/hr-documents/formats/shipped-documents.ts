import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LoadedDocument } from '../commands-load.ts';
import type { Format } from './format.ts';
import { SHIPPED_FORMATS } from './shipped-formats.ts';

/** A document that ships, with its bytes. */
export interface ShippedDocument extends Omit<LoadedDocument, 'sha256'> {
  readonly content: Buffer;
}

/** The folder of the files that `npm run formats` makes. */
export const SHIPPED = path.join(import.meta.dirname, '../../../../../../formats');

/** The files of each format, with what the title says of them. */
const KINDS = [
  { type: 'docx', word: 'Word' },
  { type: 'pdf', word: 'PDF' },
] as const;

/** Reads the documents that ship, by their keys, in the order in which the library lists them (R-hr-documents-9). */
export async function readShippedDocuments(): Promise<(readonly [key: string, document: ShippedDocument])[]> {
  return Promise.all(SHIPPED_FORMATS.flatMap((format) => KINDS.map((kind) => readDocument(format, kind))));
}

async function readDocument(
  format: Format,
  { type, word }: (typeof KINDS)[number],
): Promise<readonly [key: string, document: ShippedDocument]> {
  const key = `${format.key}.${type}`;
  const { act, section } = format.laws[0];
  const document = {
    title: `${format.title} (${word})`,
    description: `${format.category}. ${format.about} Asked for by the ${act}, ${section}.`,
    file_name: `${format.title}.${type}`,
    file_type: type,
    content: await readFile(path.join(SHIPPED, key)),
  };
  return [key, document];
}
