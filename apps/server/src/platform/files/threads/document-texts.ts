import { InspectionBudget } from '../inspection-budget.ts';
import { DocumentText } from './pdf-text.ts';
import { GuardedThread, THREAD_LIMITS } from './guarded-thread.ts';

/** Bytes of a document whose text is read at most (R-evidence-10). */
export const MOST_READ_BYTES = 10 * 1024 * 1024;

/** The time in which a document is read, with the waiting for those of others. */
const BUDGET = { cpuMs: 10_000, wallMs: 30_000 };

const SCRIPT = new URL('./document-text-worker.ts', import.meta.url);

/** Reads the text of documents, one at a time, in a thread that is ended when one takes too much. */
export class DocumentTexts {
  readonly #thread: GuardedThread<DocumentText>;

  constructor(limits = THREAD_LIMITS) {
    this.#thread = new GuardedThread({ script: SCRIPT, answer: DocumentText }, limits);
  }

  /**
   * The text of a PDF of at most {@link MOST_READ_BYTES}; its bytes are asked for when its turn comes.
   * @param sender whose document it is: senders take turns
   * @throws AppError unavailable when its turn doesn't come in time; and as `load`
   */
  async read(load: () => Promise<Buffer>, sender: string): Promise<DocumentText> {
    const budget = new InspectionBudget(sender, BUDGET);
    try {
      return (await this.#thread.run(load, budget)) ?? { outcome: 'unreadable' };
    } finally {
      budget.close();
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
