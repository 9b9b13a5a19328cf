import { UsedTime } from './used-time.ts';

/** The sender of some work, by the key or the keys under which their time is counted. */
type SenderKeys = string | readonly string[];

interface Waiting {
  readonly keys: readonly string[];
  readonly begin: () => void;
}

/** Milliseconds for which work waits at most until the work that goes before it is done. */
const PATIENCE = 2_000;

/**
 * Lets one piece of work run at a time. The sender who used the least time goes next, and the earliest among equals, so
 * that a sender who has used their time waits behind the others.
 */
export class SenderTurns {
  readonly #before: SenderTurns | undefined;
  readonly #used = new UsedTime();
  #isTaken = false;
  /** The earliest first. */
  #waiting: Waiting[] = [];
  /** What is told when nothing runs and nothing waits. */
  readonly #quiet = new Set<() => void>();

  /** @param before turns whose work goes before the work of these: it is waited for a little while each time */
  constructor(before?: SenderTurns) {
    this.#before = before;
  }

  /** Whether another sender waits who used less time than one whose work runs. @param ms for which it has run */
  isWaitedForByOthers(keys: readonly string[], ms: number): boolean {
    const used = this.#used.of(keys) + ms;
    const isOther = (waiting: Waiting) => !waiting.keys.some((key) => keys.includes(key));
    return this.#waiting.some((waiting) => isOther(waiting) && this.#used.of(waiting.keys) < used);
  }

  /** @throws the reason of `over` when that comes while the work still waits */
  async run<T>(sender: SenderKeys, over: AbortSignal, work: () => Promise<T>): Promise<T> {
    const keys = typeof sender === 'string' ? [sender] : sender;
    over.throwIfAborted();
    if (this.#isTaken) await this.#wait(keys, over);
    this.#isTaken = true;
    try {
      await this.#before?.whenQuiet(over);
      return await this.#measure(keys, work);
    } finally {
      this.#beginNext();
    }
  }

  /**
   * Resolves when nothing runs and nothing waits, or after {@link PATIENCE}: those who go first can't keep others out.
   * @throws the reason of `over` when that comes before
   */
  whenQuiet(over: AbortSignal): Promise<void> {
    if (!this.#isTaken) return Promise.resolve();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE);
    const giveUp = () => reject(over.reason);
    over.addEventListener('abort', giveUp, { once: true });
    this.#quiet.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      over.removeEventListener('abort', giveUp);
      this.#quiet.delete(resolve);
    });
  }

  async #measure<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#used.add(keys, performance.now() - began);
    }
  }

  #wait(keys: readonly string[], over: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { keys, begin: () => resolve(over.removeEventListener('abort', leave)) };
    const leave = () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
      reject(over.reason);
    };
    over.addEventListener('abort', leave, { once: true });
    this.#waiting.push(waiting);
    return promise;
  }

  #beginNext(): void {
    const next = this.#leastUsed();
    this.#isTaken = next !== undefined;
    if (next) {
      this.#waiting = this.#waiting.filter((one) => one !== next);
      next.begin();
    } else {
      for (const tell of this.#quiet) tell();
    }
  }

  #leastUsed(): Waiting | undefined {
    let least: { waiting: Waiting; used: number } | undefined;
    for (const waiting of this.#waiting) {
      const used = this.#used.of(waiting.keys);
      if (!least || used < least.used) least = { waiting, used };
    }
    return least?.waiting;
  }
}
