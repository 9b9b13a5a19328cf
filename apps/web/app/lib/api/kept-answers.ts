import type { Call } from '@anupalan/contract/wire/call';

/** Answers that are kept at most; a tab rarely has half as many on its screens. */
const MOST_ANSWERS = 60;

/** Characters of all answers that are kept at most: about 40 MB of memory. */
const MOST_CHARACTERS = 10_000_000;

/** Checked answer of a call, with the tag by which the server says that it still holds. */
interface Kept {
  readonly call: Call;
  readonly tag: string;
  readonly answer: unknown;
  readonly characters: number;
}

/**
 * Answers of one session, in the memory of this tab: the server's are kept by no cache of the browser, and a refetch of
 * what is unchanged still costs nothing (R-api-7). Those used last stay when there are too many.
 */
export class KeptAnswers {
  readonly #byAddress = new Map<string, Kept>();
  #token: string | null = null;
  #characters = 0;

  find(token: string | null, address: string, call: Call): Kept | undefined {
    if (token !== this.#token) return undefined;
    const kept = this.#byAddress.get(address);
    if (kept?.call !== call) return undefined;
    this.#put(address, kept);
    return kept;
  }

  /** Keeps an answer in place of an earlier one; those of another session are forgotten. */
  keep(token: string | null, address: string, kept: Kept): void {
    if (token !== this.#token) this.clear();
    this.#token = token;
    this.#put(address, kept);
    for (const oldest of this.#byAddress.keys()) {
      if (this.#byAddress.size <= MOST_ANSWERS && this.#characters <= MOST_CHARACTERS) return;
      this.#remove(oldest);
    }
  }

  clear(): void {
    this.#byAddress.clear();
    this.#token = null;
    this.#characters = 0;
  }

  /** The newest is last: a map keeps the order in which it was filled. */
  #put(address: string, kept: Kept): void {
    this.#remove(address);
    this.#byAddress.set(address, kept);
    this.#characters += kept.characters;
  }

  #remove(address: string): void {
    this.#characters -= this.#byAddress.get(address)?.characters ?? 0;
    this.#byAddress.delete(address);
  }
}

/** Answers of this tab; the session empties them when its token changes. */
export const keptAnswers = new KeptAnswers();
