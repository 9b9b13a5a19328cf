/** Seconds before the second try, the third and so on: twelve tries over five days (R-webhooks-9). */
const PAUSES = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400, 86_400];

export const MAX_TRIES = PAUSES.length + 1;

/** Seconds for which a webhook that fails is left alone altogether, so that it costs one call at most meanwhile. */
const LEFT_ALONE = 15 * 60;

/** Failures, and seconds that they have to last, after which a webhook is switched off (R-webhooks-11). */
const FAILURES_TO_SWITCH_OFF = 10;
const FAILING_TO_SWITCH_OFF = 86_400;

/**
 * Seconds until a call that failed is tried again; null when it was the last try. `tries` are those that were made,
 * `random` is from 0 to 1: up to a tenth more or less, so that what failed together doesn't come back together.
 * `retryAfter` is what the address asked for, in seconds.
 */
export function pauseAfter(tries: number, random: number, retryAfter: number | null): number | null {
  const pause = PAUSES[tries - 1];
  if (pause === undefined) return null;
  return Math.max(pause * (0.9 + 0.2 * random), retryAfter ?? 0);
}

/** Seconds for which no other call is made either, after so many failures one after the other. */
export function holdAfter(failures: number, retryAfter: number | null): number {
  return Math.max(Math.min(PAUSES[failures - 1] ?? LEFT_ALONE, LEFT_ALONE), retryAfter ?? 0);
}

/** Whether a webhook has failed so often, and for so many seconds, that it is switched off (R-webhooks-11). */
export function isGivenUp(failures: number, seconds: number): boolean {
  return failures >= FAILURES_TO_SWITCH_OFF && seconds >= FAILING_TO_SWITCH_OFF;
}

export function isWell(status: number): boolean {
  return status >= 200 && status < 300;
}
