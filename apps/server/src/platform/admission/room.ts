/**
 * A room for calls: so many are worked on at once, and one more is refused (R-api-49). Most of them wait for the
 * database's connections and the processor, so a full room is as long a wait as is worth waiting.
 */
export class Room {
  readonly name: string;
  readonly #size: number;
  #inside = 0;

  constructor(name: string, size: number) {
    this.name = name;
    this.#size = size;
  }

  /** Calls that are worked on. */
  get inside(): number {
    return this.#inside;
  }

  /** A place for a call that begins; null when there is none. */
  enter(): Place | null {
    if (this.#inside >= this.#size) return null;
    return new Place((change) => {
      this.#inside += change;
    });
  }
}

/** The place of one call in its room, until it leaves. */
export class Place {
  readonly #count: (change: 1 | -1) => void;
  #waits = 0;
  #left = false;

  constructor(count: (change: 1 | -1) => void) {
    this.#count = count;
    count(1);
  }

  /** Lets another call have the place while this one waits for somebody else, and so costs the server nothing. */
  stepAside(): void {
    if (this.#waits === 0 && !this.#left) this.#count(-1);
    this.#waits++;
  }

  /** Goes on with the call, also in a room that is full by now: what has begun is finished first. */
  comeBack(): void {
    this.#waits--;
    if (this.#waits === 0 && !this.#left) this.#count(1);
  }

  /** Gives the place up for good; only the first time counts. */
  leave(): void {
    if (this.#waits === 0 && !this.#left) this.#count(-1);
    this.#left = true;
  }
}
