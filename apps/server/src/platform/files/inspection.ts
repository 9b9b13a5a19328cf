import { FILE_TYPES } from '@anupalan/contract/wire/files';
import { z } from 'zod';
import type { InspectionBudget } from './inspection-budget.ts';
import { GuardedThread, THREAD_LIMITS } from './threads/guarded-thread.ts';

/** What opening one file may take. */
export const INSPECTION_LIMITS = THREAD_LIMITS;

const Inspected = z.object({ type: z.enum(FILE_TYPES).nullable(), isLocked: z.boolean() });

/** What a file is by its structure: null when it is none that is accepted; locked ones open with a password alone. */
type Inspected = z.infer<typeof Inspected>;

const NOTHING: Inspected = { type: null, isLocked: false };

/** Opens files one after the other in a thread, which is ended when a file takes more than it may. */
export class Inspection {
  readonly #thread: GuardedThread<Inspected>;

  constructor(limits = INSPECTION_LIMITS) {
    this.#thread = new GuardedThread(
      { script: new URL('./inspection-worker.ts', import.meta.url), answer: Inspected },
      limits,
    );
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
