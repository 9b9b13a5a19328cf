import type { InspectionBudget } from '../inspection-budget.ts';
import { GuardedThread, THREAD_LIMITS } from '../threads/guarded-thread.ts';
import { Inspected, NOTHING } from './inspected.ts';

/** What opening one file of a signed-in person may take. */
export const INSPECTION_LIMITS = THREAD_LIMITS;

/** What opening one file of a stranger may take: ten times what documents of 5 MB do. */
export const STRANGERS_LIMITS = { ...THREAD_LIMITS, cpuMs: 1_000, bytes: 200_000_000, lookEveryMs: 50 };

/** Opens files one after the other in a thread, which is ended when a file takes more than it may. */
export class Inspection {
  readonly #thread: GuardedThread<Inspected>;

  /** @param before what opens the files that go before those of this one */
  constructor(limits = INSPECTION_LIMITS, before?: Inspection) {
    const script = new URL('./inspection-worker.ts', import.meta.url);
    this.#thread = new GuardedThread({ script, answer: Inspected }, limits, before ? before.#thread : undefined);
  }

  /**
   * Opens a file; one that can't be opened within bounds is of no type. Its bytes are asked for when its turn comes.
   * @throws AppError unavailable when the form it is of has had its time; and as `load`
   */
  async inspect(load: () => Promise<Buffer>, form: InspectionBudget): Promise<Inspected> {
    return (await this.#thread.run(load, form)) ?? NOTHING;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
