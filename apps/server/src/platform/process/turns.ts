/**
 * Lets work that is costly for everyone run a few at a time, and fewer at a time for each who asks; whose turn is next
 * goes round among those who wait.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #ofEach: number;
  /** Those who have turns now, once for each. */
  readonly #running: string[] = [];
  /** What waits of each who asks, the earliest first; who had a turn goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number, ofEach = 1) {
    this.#atOnce = atOnce;
    this.#ofEach = ofEach;
  }

  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.set(who, [...(this.#waiting.get(who) ?? []), begin]);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running.splice(this.#running.indexOf(who), 1);
      this.#goToTheEnd(who);
      this.#beginNext();
    }
  }

  #goToTheEnd(who: string): void {
    const waiting = this.#waiting.get(who);
    this.#waiting.delete(who);
    if (waiting) this.#waiting.set(who, waiting);
  }

  #beginNext(): void {
    if (this.#running.length >= this.#atOnce) return;
    for (const [who, [begin, ...rest]] of this.#waiting) {
      if (!begin || this.#running.filter((one) => one === who).length >= this.#ofEach) continue;
      this.#waiting.delete(who);
      if (rest.length > 0) this.#waiting.set(who, rest);
      this.#running.push(who);
      begin();
      return;
    }
  }
}
