import { AppError } from '../../../platform/errors/errors.ts';
import { type FilePerson, type FileReference, PATHS } from '../company-manifest.ts';
import { referenceKey } from '../placing/new-ids.ts';
import type { CompanyFile } from './company-file.ts';

/** Whom and what the rows of a file name. */
interface Named {
  readonly people: readonly FilePerson[];
  readonly references: readonly FileReference[];
  /** The ids of everybody with the address of whoever takes the file in. */
  readonly selves: ReadonlySet<string>;
}

/** Reads the people and the parts of the catalogue that a file names. @throws AppError invalid for one that is there twice */
export async function readNamed(file: CompanyFile, email: string): Promise<Named> {
  const people = await file.people();
  const references = await file.references();
  requireOnce(
    PATHS.people,
    people.map(({ id }) => id),
  );
  requireOnce(
    PATHS.catalogue,
    references.map(({ kind, id }) => referenceKey(kind, id)),
  );
  const selves = new Set(people.flatMap((person) => (person.email === email ? [person.id] : [])));
  return { people, references, selves };
}

function requireOnce(path: string, keys: readonly string[]): void {
  if (new Set(keys).size < keys.length) throw new AppError('invalid', `${path} has an id twice`);
}
