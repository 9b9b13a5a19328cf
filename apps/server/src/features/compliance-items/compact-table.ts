import { writeAsciiJson } from './present.ts';

/** Values by their places, each once. */
export class CompactTable<T> {
  readonly #places = new Map<string, number>();
  readonly #members: string[] = [];

  place(value: T): number {
    const json = writeAsciiJson(value);
    const known = this.#places.get(json);
    if (known !== undefined) return known;
    const place = this.#members.length;
    this.#places.set(json, place);
    this.#members.push(`"${place}":${json}`);
    return place;
  }

  /** The values at the places, as the members of a JSON object. */
  write(places: readonly (readonly number[])[]): string {
    const isNamed = new Uint8Array(this.#members.length);
    for (const ofItem of places) for (const place of ofItem) isNamed[place] = 1;
    return this.#members.filter((_, place) => isNamed[place] === 1).join(',');
  }
}
