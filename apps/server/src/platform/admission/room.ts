/** The size of a room. */
export interface Size {
  /** Calls that are let in at once. */
  readonly most: number;
  /** Calls that are always let in: enough to keep the server busy. */
  readonly least: number;
  /** Seconds of waiting that are worth it, when it doesn't get less. */
  readonly patience: number;
}

/**
 * A room for calls that are worked on; who finds it full is refused (R-api-49). A crowd that comes at once is let in and
 * worked off. A room that stays crowded lets in no more than are answered in the time that is worth waiting, so that a
 * slow machine refuses earlier than a quick one, and works for nobody who has given up.
 */
export class Room {
  readonly name: string;
  readonly #size: Size;
  readonly #now: () => number;
  readonly #answers = new PerSecond();
  #inside = 0;
  /** When it became crowded: since then it always had enough to do. */
  #crowdedSince: number | null = null;

  /** @param now milliseconds, from anywhere */
  constructor(name: string, size: Size, now: () => number = () => performance.now()) {
    this.name = name;
    this.#size = size;
    this.#now = now;
  }

  /** Calls that are worked on. */
  get inside(): number {
    return this.#inside;
  }

  /** A place for a call that begins; null when there is none. */
  enter(): Place | null {
    if (this.#inside >= this.#bound()) return null;
    return new Place(
      (change) => this.#count(change),
      () => this.#answers.add(this.#now()),
    );
  }

  #bound(): number {
    const { most, least, patience } = this.#size;
    const now = this.#now();
    if (this.#crowdedSince === null || now - this.#crowdedSince < patience * 1_000) return most;
    return Math.min(most, Math.max(least, this.#answers.read(now) * patience));
  }

  #count(change: 1 | -1): void {
    this.#inside += change;
    if (this.#inside < this.#size.least) this.#crowdedSince = null;
    else this.#crowdedSince ??= this.#now();
  }
}

/** How often something happened in the last second, by the counts of this second and the one before. */
class PerSecond {
  #second = 0;
  #count = 0;
  #before = 0;

  add(now: number): void {
    this.#turn(now);
    this.#count++;
  }

  read(now: number): number {
    this.#turn(now);
    return this.#count + this.#before * (1 - ((now / 1_000) % 1));
  }

  #turn(now: number): void {
    const second = Math.floor(now / 1_000);
    if (second === this.#second) return;
    this.#before = second === this.#second + 1 ? this.#count : 0;
    this.#count = 0;
    this.#second = second;
  }
}

/** The place of one call in its room, until it leaves. */
export class Place {
  readonly #count: (change: 1 | -1) => void;
  readonly #answered: () => void;
  #waits = 0;
  #left = false;

  constructor(count: (change: 1 | -1) => void, answered: () => void) {
    this.#count = count;
    this.#answered = answered;
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
    if (this.#left) return;
    if (this.#waits === 0) this.#count(-1);
    this.#left = true;
    this.#answered();
  }
}
