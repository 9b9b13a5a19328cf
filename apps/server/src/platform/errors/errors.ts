import type { RowFault } from '@anupalan/contract/wire/envelope';

/** The failures a call can have, by the status they answer with (R-api-5). */
const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  'payment-required': 402,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  'too-many': 429,
  'upstream-failed': 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof STATUS;

/** Faults of a form by field name. */
export type Faults = Record<string, string>;

/** The extras of a failure. */
interface FailureOptions {
  readonly faults?: Faults;
  /** Faults of the rows of a file, in place of those of a form (R-imports-8). */
  readonly rowFaults?: readonly RowFault[];
  readonly retryAfter?: number;
  readonly cause?: unknown;
  /** Whether a 5xx passes by itself and is nobody's fault, such as a start: the log has its answer's line alone. */
  readonly passes?: boolean;
}

/** A failure that the caller may know about; the error handler turns it into the failure envelope (R-api-2). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly faults: Faults | undefined;
  readonly rowFaults: readonly RowFault[] | undefined;
  /** Seconds until another try makes sense. */
  readonly retryAfter: number | undefined;
  readonly passes: boolean;

  constructor(code: ErrorCode, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.faults = options.faults;
    this.rowFaults = options.rowFaults;
    this.retryAfter = options.retryAfter;
    this.passes = options.passes ?? false;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
