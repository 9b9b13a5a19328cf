import { createHash } from 'node:crypto';
import type { FileReference } from '../company-manifest.ts';
import { FileIds, type NamedId } from '../tables/ids.ts';

/** What the catalogue has here of what a file names, by the kind and the id in the file. */
export type FoundReferences = ReadonlyMap<string, string>;

/** The key of a reference in {@link FoundReferences}. */
export function referenceKey(kind: FileReference['kind'], id: string): string {
  return `${kind} ${id}`;
}

interface Place {
  readonly workspaceId: string;
  readonly found: FoundReferences;
  /** The people of the file who are whoever takes it in, and their account. */
  readonly selves: ReadonlySet<string>;
  readonly userId: string;
  /** The company that is filled: its id in the file and here. */
  readonly company: { readonly old: string; readonly id: string } | null;
}

/**
 * The ids that the rows of a file get in a workspace: each new, always the same for the same one, in the order of the
 * old ones (their time is kept). So references hold without being kept anywhere, and no file reaches rows that are not
 * its own (R-company-files-7). Only what the file knows by a key of the catalogue, and whoever takes it in, has the id
 * that it has here.
 */
export class NewIds extends FileIds {
  readonly #at: Place;

  constructor(at: Place) {
    super();
    this.#at = at;
  }

  /** The new id of something that isn't the catalogue's and isn't who takes the file in. */
  of(old: string): string {
    const { workspaceId, company } = this.#at;
    if (old === company?.old) return company.id;
    const hash = createHash('sha256').update(`${workspaceId} ${old}`).digest('hex');
    const variant = ((Number.parseInt(hash.charAt(0), 16) & 3) | 8).toString(16);
    return `${old.slice(0, 14)}7${old.slice(15, 18)}-${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`;
  }

  protected place({ kind, id }: NamedId): string {
    const { found, selves, userId } = this.#at;
    switch (kind) {
      case 'person':
        return selves.has(id) ? userId : this.of(id);
      case 'act':
      case 'past-act':
      case 'told-act':
        return found.get(referenceKey('act', id)) ?? this.of(id);
      case 'item':
      case 'told-item':
        return found.get(referenceKey('item', id)) ?? this.of(id);
      case 'field':
      case 'extension':
        return found.get(referenceKey(kind, id)) ?? this.of(id);
      default:
        return this.of(id);
    }
  }
}
