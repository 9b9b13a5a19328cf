import { z } from 'zod';
import { InspectionBudget } from '../../../platform/files/inspection-budget.ts';
import { GuardedThread, THREAD_LIMITS } from '../../../platform/files/threads/guarded-thread.ts';
import type { Outcome } from './read-pdf.ts';

/** Bytes of a document whose text is read at most (R-evidence-10). */
export const MOST_READ_BYTES = 10 * 1024 * 1024;

/** The time in which a document is read, with the waiting for those of others. */
const BUDGET = { cpuMs: 10_000, wallMs: 30_000 };

const SCRIPT = new URL('./read-pdf.ts', import.meta.url);

/** What is kept of a document (`ReadDocument`). */
export const KeptDocument = z.object({
  numbers: z.array(z.string()),
  amounts: z.array(z.number()),
  days: z.array(z.string()),
  words: z.string(),
  cut: z.boolean(),
});

const Answer: z.ZodType<Outcome> = z.union([
  z.object({ text: z.literal('read'), read: KeptDocument }),
  z.object({ text: z.enum(['none', 'locked', 'unreadable']) }),
]);

/** Reads documents, one at a time, in a thread that is ended when one takes too much. */
export class DocumentReader {
  readonly #thread: GuardedThread<Outcome>;

  constructor(limits = THREAD_LIMITS) {
    this.#thread = new GuardedThread({ script: SCRIPT, answer: Answer }, limits);
  }

  /**
   * Reads a PDF of at most {@link MOST_READ_BYTES}; its bytes are asked for when its turn comes.
   * @param sender whose document it is: senders take turns
   * @throws AppError unavailable when its turn doesn't come in time; and as `load`
   */
  async read(load: () => Promise<Buffer>, sender: string): Promise<Outcome> {
    const budget = new InspectionBudget(sender, BUDGET);
    try {
      return (await this.#thread.run(load, budget)) ?? { text: 'unreadable' };
    } finally {
      budget.close();
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
