import { AppError } from '../errors/errors.ts';
import type { Sender } from './sender.ts';

/** Bytes of memory for forms that are being received or stored, of all uploads together. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

/** Bytes of them for the forms of strangers, so that they can't keep out people who are signed in. */
const MOST_HELD_BY_STRANGERS = 96 * 1024 * 1024;

/** Bytes of them for the forms of one account or address: two of the largest, and more of the usual. */
const MOST_HELD_BY_ONE = 64 * 1024 * 1024;

const ALL = { strangers: 0, people: 0 };
const heldBy = new Map<string, number>();

/** The memory that one upload holds, taken as its bytes arrive (R-api-47). */
export class HeldMemory {
  readonly #sender: Sender;
  #bytes = 0;
  #isReleased = false;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** @throws AppError too-many when the sender holds their share, unavailable when all memory is held. */
  take(bytes: number): void {
    if (this.#isReleased) throw new TypeError('The upload is over');
    const { isStranger, keys } = this.#sender;
    const ofOne = Math.max(...keys.map((key) => heldBy.get(key) ?? 0));
    if (ofOne + bytes > MOST_HELD_BY_ONE) throw full('too-many', isStranger ? OF_NETWORK : OF_PERSON);
    const isFull = ALL.strangers + ALL.people + bytes > MOST_HELD_BYTES;
    if (isFull || (isStranger && ALL.strangers + bytes > MOST_HELD_BY_STRANGERS)) throw full('unavailable', OF_ALL);
    this.#count(bytes);
  }

  release(): void {
    this.#count(-this.#bytes);
    this.#isReleased = true;
  }

  #count(bytes: number): void {
    const { isStranger, keys } = this.#sender;
    for (const key of keys) {
      const held = (heldBy.get(key) ?? 0) + bytes;
      if (held > 0) heldBy.set(key, held);
      else heldBy.delete(key);
    }
    ALL[isStranger ? 'strangers' : 'people'] += bytes;
    this.#bytes += bytes;
  }
}

const OF_NETWORK = 'Many files are being uploaded from your network';
const OF_PERSON = 'Many files of yours are being uploaded';
const OF_ALL = 'Many files are being uploaded';

function full(code: 'too-many' | 'unavailable', what: string): AppError {
  return new AppError(code, `${what} right now. Please try again shortly.`, { retryAfter: 10 });
}
