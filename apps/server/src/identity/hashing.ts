import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Turns } from '../platform/process/turns.ts';

/** OWASP's parameters for argon2id: 19 MiB, 2 passes. */
export const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** What a thread is asked for: whether a secret is that of a hash, or without one the hash of it. */
export interface Hashing {
  readonly secret: string;
  readonly hashed?: string;
}

/** The hashes that are made at once: one processor is left to everybody's other calls (R-accounts-70). */
const AT_ONCE = Math.max(1, availableParallelism() - 1);

/** Hashes in threads of its own, so many at once, which other work goes before. */
export class Hashers {
  readonly #turns: Turns;
  /** The threads that wait for work. Each makes one hash at a time, so there are no more than are made at once. */
  #idle: Worker[] = [];
  #threads = 0;

  constructor(atOnce = AT_ONCE) {
    this.#turns = new Turns(atOnce, atOnce);
  }

  /** Threads that were started so far. */
  get threads(): number {
    return this.#threads;
  }

  /** Hashes, or compares; those who ask take turns. @throws what argon2 says of what is no hash */
  run(who: string, hashing: Hashing): Promise<unknown> {
    return this.#turns.run(who, async () => {
      const worker = this.#idle.pop() ?? this.#start();
      worker.ref();
      const answer = await ask(worker, hashing);
      worker.unref();
      this.#idle.push(worker);
      return answer;
    });
  }

  #start(): Worker {
    this.#threads++;
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url));
    // A thread that fails is gone, whoever hears of it, and the next one who asks has another.
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#idle = this.#idle.filter((idle) => idle !== worker);
    });
    return worker;
  }
}

/** The answer of a thread. @throws what it failed with, or that it ended */
async function ask(worker: Worker, hashing: Hashing): Promise<unknown> {
  const answered = new AbortController();
  const { signal } = answered;
  worker.postMessage(hashing);
  try {
    const [answer] = await Promise.race([once(worker, 'message', { signal }), failWhenGone(worker, signal)]);
    return answer;
  } finally {
    answered.abort();
  }
}

async function failWhenGone(worker: Worker, signal: AbortSignal): Promise<never> {
  await once(worker, 'exit', { signal });
  throw new Error('the thread that hashes has ended');
}
