import { AppError } from '../errors/errors.ts';

/** What opening all files of one form may take: of processor, and of time with the waiting for others (R-api-47). */
export const FORM_BUDGET = { cpuMs: 10_000, wallMs: 30_000 };

/** The same of a stranger's form, whose ten files are documents of a few pages. */
export const STRANGERS_FORM_BUDGET = { cpuMs: 5_000, wallMs: 30_000 };

/** What opening one file of the store, or of an archive, may take, with the waiting, which holds no memory. */
export const FILE_BUDGET = { cpuMs: 10_000, wallMs: 120_000 };

/** What is left of the time to open the files of one form, and whose form it is. */
export class InspectionBudget {
  /** The keys under which the sender's time is counted. */
  readonly senderKeys: readonly string[];
  readonly #over = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #cpuMs: number;

  constructor(sender: string | readonly string[], { cpuMs, wallMs } = FORM_BUDGET) {
    this.senderKeys = typeof sender === 'string' ? [sender] : sender;
    this.#cpuMs = cpuMs;
    this.#timer = setTimeout(() => this.#end(), wallMs).unref();
  }

  /** Aborts when the form has had its time; its reason is the AppError that answers it. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  spend(cpuMs: number): void {
    this.#cpuMs -= cpuMs;
    if (this.#cpuMs < 0) this.#end();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #end(): void {
    const message = 'The files could not be checked in time. Please try again shortly.';
    this.#over.abort(new AppError('unavailable', message, { retryAfter: 10 }));
  }
}
