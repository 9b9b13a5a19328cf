/**
 * Something made of the catalogue, in memory. It is used for callers whose session's statement read the version that it
 * is of, and made anew for all others, so that no instance has to be told of a change.
 */
export class LatestOfCatalogue<T extends { readonly version: string }> {
  readonly #make: () => Promise<T>;
  #latest: Promise<T> | null = null;

  /** @param make reads all of it as it is at one moment, with its version */
  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** What is made of this version, or of a newer one when the catalogue was changed since the version was read. */
  async ofVersion(version: string): Promise<T> {
    const before = this.#latest;
    const known = await before?.catch(() => null);
    if (known?.version === version) return known;
    // What began to be read since this call came may be read by all who came before it, too.
    if (this.#latest === before || !this.#latest) this.#latest = this.#make();
    return this.#latest;
  }
}
