/** Milliseconds in which an instance stops, or is cut off. */
export const STOP_LIMIT_MS = 10_000;

/**
 * Milliseconds within which two signals count as one: Ctrl-C reaches a process by the terminal, and often once more by
 * the program that runs it.
 */
const ONE_PRESS_MS = 500;

/** Exit codes of a process that a signal ended, as shells have them. */
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Calls `stop` once, with the reason, when this process is asked to end: by Ctrl-C, by SIGTERM, or by the end of the
 * launcher that started it. Then it ends the process: with code 0 when all stopped, 1 when that failed or took too
 * long. A second Ctrl-C or SIGTERM ends it at once.
 */
export function onShutdown(
  stop: (reason: string) => Promise<void>,
  log: { error(fault: unknown, message: string): void },
  limitMs = STOP_LIMIT_MS,
): void {
  let stopping = false;
  let firstSignal: number | undefined;

  function shutDown(reason: string): void {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error(undefined, `Could not stop within ${limitMs / 1_000} s`);
      process.exit(1);
    }, limitMs).unref();
    stop(reason).then(
      () => process.exit(0),
      (fault) => {
        log.error(fault, 'Could not stop cleanly');
        process.exit(1);
      },
    );
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      firstSignal ??= Date.now();
      if (Date.now() - firstSignal > ONE_PRESS_MS) process.exit(SIGNAL_CODES[signal]);
      shutDown(signal);
    });
  }
  process.once('disconnect', () => shutDown('the end of its launcher'));
  if (process.connected === false) shutDown('the end of its launcher');
  // The launcher's channel must not keep this process alive.
  process.channel?.unref();
}
