import { FILE_TYPES, type FileType } from '@anupalan/contract/wire/files';
import { z } from 'zod';
import type { InspectionBudget } from './inspection-budget.ts';
import { GuardedThread, THREAD_LIMITS } from './threads/guarded-thread.ts';

/** What opening one file may take. */
export const INSPECTION_LIMITS = THREAD_LIMITS;

const Verdict = z.object({ type: z.enum(FILE_TYPES).nullable() });

/** Opens files one after the other in a thread, which is ended when a file takes more than it may. */
export class Inspection {
  readonly #thread: GuardedThread<z.infer<typeof Verdict>>;

  constructor(limits = INSPECTION_LIMITS) {
    this.#thread = new GuardedThread(
      { script: new URL('./inspection-worker.ts', import.meta.url), answer: Verdict },
      limits,
    );
  }

  /**
   * The type of a file by its structure; null when it is none that is accepted, or can't be opened within bounds. Its
   * bytes are asked for when its turn comes.
   * @throws AppError unavailable when the form it is of has had its time; and as `load`
   */
  async inspect(load: () => Promise<Buffer>, form: InspectionBudget): Promise<FileType | null> {
    return (await this.#thread.run(load, form))?.type ?? null;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
