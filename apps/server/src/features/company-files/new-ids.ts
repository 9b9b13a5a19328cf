import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The ids that the rows of a file get in a workspace: each new, always the same for the same one, in the order of the
 * old ones (their time is kept). So references hold without being kept anywhere, and no file reaches rows that are not
 * its own (R-company-files-7).
 */
export class NewIds {
  readonly #workspaceId: string;
  readonly #known = new Map<string, string>();

  constructor(workspaceId: string) {
    this.#workspaceId = workspaceId;
  }

  /** Says what an id is here: of the catalogue, or of the person who takes the file in. */
  set(old: string, id: string): void {
    this.#known.set(old.toLowerCase(), id);
  }

  of(id: string): string {
    const old = id.toLowerCase();
    const known = this.#known.get(old);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(`${this.#workspaceId} ${old}`).digest('hex');
    const variant = ((Number.parseInt(hash.charAt(0), 16) & 3) | 8).toString(16);
    return `${old.slice(0, 18)}-${variant}${hash.slice(1, 4)}-${hash.slice(4, 16)}`;
  }

  /** The same value with all ids in it replaced, also those that are keys. */
  inside(value: unknown): unknown {
    if (typeof value === 'string') return UUID.test(value) ? this.of(value) : value;
    if (Array.isArray(value)) return value.map((inner) => this.inside(inner));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [UUID.test(key) ? this.of(key) : key, this.inside(inner)]),
    );
  }
}
