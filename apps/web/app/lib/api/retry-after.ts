/** Moment, in milliseconds of `performance.now()`, before which the server asked not to be asked again. */
let until = 0;

/** Remembers how long a refusal asks to wait, for all queries of this tab (R-api-50). */
export function noteRetryAfter({ status, headers }: Pick<Response, 'status' | 'headers'>): void {
  const seconds = status === 503 ? Number(headers.get('retry-after') ?? 0) : 0;
  if (seconds > 0) until = Math.max(until, performance.now() + seconds * 1_000);
}

/**
 * Pause in ms before a query is tried again: what the server asked for and up to as long again, so that not all browsers
 * come back at once; without such a wish longer each time.
 */
export function pauseBeforeRetry(failures: number, random = Math.random()): number {
  const told = until - performance.now();
  return told > 0 ? told * (1 + random) : Math.min(1_000 * 2 ** failures, 30_000);
}
