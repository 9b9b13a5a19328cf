/**
 * Lets work that is costly for everyone run a few at a time, and one at a time for each who asks; who waits longest is
 * next.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Set<string>();
  readonly #waiting: { readonly who: string; readonly begin: () => void }[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<T>(who: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ who, begin });
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#running.delete(who);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    if (this.#running.size >= this.#atOnce) return;
    const next = this.#waiting.findIndex(({ who }) => !this.#running.has(who));
    const [turn] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (!turn) return;
    this.#running.add(turn.who);
    turn.begin();
  }
}
