/** Lets one piece of work run at a time; whose turn is next goes round among those who sent what waits. */
export class SenderTurns {
  /** Whose work runs, or ran last. */
  #last: string | undefined;
  #isTaken = false;
  /** What waits of each sender, the earliest first; who had a turn goes to the end. */
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @throws the reason of `over` when that comes while the work still waits */
  async run<T>(sender: string, over: AbortSignal, work: () => Promise<T>): Promise<T> {
    over.throwIfAborted();
    if (this.#isTaken) await this.#wait(sender, over);
    this.#isTaken = true;
    this.#last = sender;
    try {
      return await work();
    } finally {
      this.#beginNext();
    }
  }

  #wait(sender: string, over: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#take(sender, begin);
      reject(over.reason);
    };
    const begin = () => {
      over.removeEventListener('abort', leave);
      resolve();
    };
    over.addEventListener('abort', leave, { once: true });
    this.#waiting.set(sender, [...(this.#waiting.get(sender) ?? []), begin]);
    return promise;
  }

  #beginNext(): void {
    const senders = [...this.#waiting.keys()];
    const sender = senders.find((one) => one !== this.#last) ?? senders[0];
    const begin = sender === undefined ? undefined : this.#waiting.get(sender)?.[0];
    this.#isTaken = begin !== undefined;
    if (sender === undefined || !begin) return;
    const rest = this.#take(sender, begin);
    this.#waiting.delete(sender);
    if (rest.length > 0) this.#waiting.set(sender, rest);
    begin();
  }

  /** Takes what waits of a sender out; returns what else waits of them. */
  #take(sender: string, begin: () => void): (() => void)[] {
    const rest = (this.#waiting.get(sender) ?? []).filter((one) => one !== begin);
    if (rest.length > 0) this.#waiting.set(sender, rest);
    else this.#waiting.delete(sender);
    return rest;
  }
}
