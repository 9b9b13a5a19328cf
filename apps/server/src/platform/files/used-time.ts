/** Part of the time that passes by which used time is forgiven: a second of work is forgotten after ten. */
const FORGIVEN = 0.1;

/** Keys that are remembered before those whose time is forgiven are dropped. */
const SWEPT_AT = 1_000;

/** The time that senders used of late, in milliseconds, by key; it is forgiven as time passes. */
export class UsedTime {
  readonly #now: () => number;
  readonly #used = new Map<string, { ms: number; at: number }>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts the time of one piece of work under each of the sender's keys. */
  add(keys: readonly string[], ms: number): void {
    const at = this.#now();
    for (const key of keys) this.#used.set(key, { ms: this.#ofKey(key) + ms, at });
    if (this.#used.size > SWEPT_AT) this.#sweep();
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#used.size;
  }

  /** The time that counts for a sender: that of the busiest of their keys. */
  of(keys: readonly string[]): number {
    return Math.max(0, ...keys.map((key) => this.#ofKey(key)));
  }

  #ofKey(key: string): number {
    const used = this.#used.get(key);
    return used ? Math.max(0, used.ms - (this.#now() - used.at) * FORGIVEN) : 0;
  }

  #sweep(): void {
    for (const key of this.#used.keys()) if (this.#ofKey(key) === 0) this.#used.delete(key);
  }
}
