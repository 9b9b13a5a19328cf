import type { Call } from '@anupalan/contract/wire/call';
import type { Asker } from './call-company.ts';

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
  /** By company and address. */
  readonly #byKey = new Map<string, Kept>();
  #token: string | null = null;
  #characters = 0;

  find({ token, company }: Asker, address: string, call: Call): Kept | undefined {
    if (token !== this.#token) return undefined;
    const key = keyOf(company, address);
    const kept = this.#byKey.get(key);
    if (kept?.call !== call) return undefined;
    this.#put(key, kept);
    return kept;
  }

  /** Keeps an answer in place of an earlier one; those of another session are forgotten. */
  keep({ token, company }: Asker, address: string, kept: Kept): void {
    if (token !== this.#token) this.clear();
    this.#token = token;
    const key = keyOf(company, address);
    // One that is too large alone would have all others go before it.
    if (kept.characters > MOST_CHARACTERS) this.#remove(key);
    else this.#put(key, kept);
    for (const oldest of this.#byKey.keys()) {
      if (this.#byKey.size <= MOST_ANSWERS && this.#characters <= MOST_CHARACTERS) return;
      this.#remove(oldest);
    }
  }

  clear(): void {
    this.#byKey.clear();
    this.#token = null;
    this.#characters = 0;
  }

  /** The newest is last: a map keeps the order in which it was filled. */
  #put(key: string, kept: Kept): void {
    this.#remove(key);
    this.#byKey.set(key, kept);
    this.#characters += kept.characters;
  }

  #remove(key: string): void {
    this.#characters -= this.#byKey.get(key)?.characters ?? 0;
    this.#byKey.delete(key);
  }
}

/** Addresses have no space. */
function keyOf(company: string, address: string): string {
  return `${address} ${company}`;
}

/** Answers of this tab; the session empties them when its token changes. */
export const keptAnswers = new KeptAnswers();
