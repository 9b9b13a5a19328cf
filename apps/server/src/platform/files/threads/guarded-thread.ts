import { once } from 'node:events';
import { setTimeout as after, setInterval as every } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import type { InspectionBudget } from '../inspection-budget.ts';
import { SenderTurns } from '../sender-turns.ts';

/** What working on one file may take: far more than documents of 5 MB do, far less than a machine has. */
export const THREAD_LIMITS = { cpuMs: 5_000, bytes: 400_000_000, wallMs: 60_000, idleMs: 60_000, lookEveryMs: 100 };

/** Milliseconds of processor after which a file that others wait for begins anew behind them, once. */
const BEGINNING_MS = 1_000;

/** The outcome of a file that makes way for those of others. */
const MADE_WAY = Symbol('made way');

/** Bytes of a file after which the thread ends: what it held of it would stay until the thread collects its garbage. */
const LARGE = 5 * 1024 * 1024;

/** What a thread does: its script, which says `ready` and then answers each file, and the form of its answers. */
interface Task<T> {
  readonly script: URL;
  readonly answer: z.ZodType<T>;
}

/** A file that a thread works on. */
interface Watched {
  readonly form: InspectionBudget;
  readonly makesWay: boolean;
  /** Aborts when the thread has answered. */
  readonly signal: AbortSignal;
}

/**
 * Works on files one after the other in a thread of its own, which is ended when a file takes more time or memory than it
 * may. The thread stays for the next file, and goes when none comes. The sender who used the least time goes next.
 */
export class GuardedThread<T> {
  readonly #task: Task<T>;
  readonly #limits: typeof THREAD_LIMITS;
  #worker: Worker | null = null;
  readonly #turns: SenderTurns;
  #idle: NodeJS.Timeout | undefined;

  /** @param before the thread whose work goes before the work of this one */
  constructor(task: Task<T>, limits = THREAD_LIMITS, before?: GuardedThread<unknown>) {
    this.#task = task;
    this.#limits = limits;
    this.#turns = new SenderTurns(before ? before.#turns : undefined);
  }

  /**
   * What the thread answers to a file; null when it takes more than it may, or ends the thread. Its bytes are asked for
   * when its turn comes, and once more where it made way: each of many accounts with a slow file keeps others waiting for
   * little more than a second.
   * @throws AppError unavailable when the form it is of has had its time; and as `load`
   */
  async run(load: () => Promise<Buffer>, form: InspectionBudget): Promise<T | null> {
    const open = (makesWay: boolean) =>
      this.#turns.run(form.senderKeys, form.over, async () => this.#runNow(await load(), form, makesWay));
    const outcome = await open(true);
    if (outcome !== MADE_WAY) return outcome;
    const second = await open(false);
    return second === MADE_WAY ? null : second;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #runNow(bytes: Buffer, form: InspectionBudget, makesWay: boolean): Promise<T | null | typeof MADE_WAY> {
    clearTimeout(this.#idle);
    this.#worker ??= await startWorker(this.#task.script);
    const worker = this.#worker;
    const over = new AbortController();
    try {
      worker.ref();
      form.over.throwIfAborted();
      const answered = once(worker, 'message', { signal: over.signal });
      const ended = once(worker, 'exit', { signal: over.signal }).then(() => []);
      const late = once(form.over, 'abort', { signal: over.signal });
      worker.postMessage(bytes);
      const [answer] = await Promise.race([
        answered,
        ended,
        late,
        this.#watch(worker, { form, makesWay, signal: over.signal }),
      ]);
      const parsed = this.#task.answer.parse(answer);
      if (bytes.length > LARGE) await this.close();
      return parsed;
    } catch (error) {
      // The thread failed, or was too slow or too large: nobody knows what it would do next.
      this.#worker = null;
      await worker.terminate();
      form.over.throwIfAborted();
      return error === MADE_WAY ? MADE_WAY : null;
    } finally {
      over.abort();
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), this.#limits.idleMs).unref();
    }
  }

  /** Fails when the thread takes too much, and with {@link MADE_WAY} when others wait for a file that makes way. */
  async #watch(worker: Worker, { form, makesWay, signal }: Watched): Promise<never> {
    const { cpuMs, bytes, wallMs, lookEveryMs } = this.#limits;
    const began = performance.now();
    const look = () =>
      Promise.race([
        Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]),
        after(wallMs, null, { signal, ref: false }).then(tooMuch),
      ]);
    const [before] = await look();
    let cpuSpent = 0;
    for await (const _ of every(lookEveryMs, null, { signal, ref: false })) {
      const [{ user, system }, { external_memory, used_heap_size }] = await look();
      const cpu = (user + system - before.user - before.system) / 1_000;
      form.spend(cpu - cpuSpent);
      cpuSpent = cpu;
      if (cpu > cpuMs || external_memory + used_heap_size > bytes) tooMuch();
      if (performance.now() - began > wallMs) tooMuch();
      const ms = performance.now() - began;
      if (makesWay && cpu > BEGINNING_MS && this.#turns.isWaitedForByOthers(form.senderKeys, ms)) {
        // The form has its time again, as all of the work is done once more.
        form.spend(-cpuSpent);
        throw MADE_WAY;
      }
    }
    return tooMuch();
  }
}

/** The thread once it has loaded what it works with, which is not the file's fault. */
async function startWorker(script: URL): Promise<Worker> {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
  });
  await once(worker, 'message');
  // What goes wrong is told to whoever waits for an answer.
  worker.on('error', () => {});
  return worker;
}

function tooMuch(): never {
  throw new Error('The file takes too much');
}
