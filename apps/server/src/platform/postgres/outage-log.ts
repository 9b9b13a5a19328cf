import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { isConnectionLost } from './database-errors.ts';

const LOOK_MS = 1_000;

export interface OutageLog {
  log: Logger;
  /** Says how to find out that the database answers again; it rejects while it doesn't. */
  watch(answers: () => Promise<unknown>): void;
}

/**
 * Opens a log in which a database that goes away is one line, and one when it is back. Everything that talks to it
 * notices by itself (the pool, the listener, the job queue, each call, the health check), and would say so with a stack
 * of its own again and again.
 */
export function openOutageLog(options: LoggerOptions, destination?: DestinationStream, lookMs = LOOK_MS): OutageLog {
  let answers: (() => Promise<unknown>) | undefined;
  let since: number | null = null;

  function begin(reason: string): void {
    since ??= Date.now();
    log.error({ reason }, 'the database is away');
    lookLater();
  }

  function lookLater(): void {
    setTimeout(() => {
      if (answers) answers().then(end, lookLater);
      else lookLater();
    }, lookMs).unref();
  }

  function end(): void {
    const seconds = Math.round((Date.now() - (since ?? Date.now())) / 1_000);
    since = null;
    log.info({ seconds }, 'the database is back');
  }

  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method) {
      const [details] = args;
      const reason = findReason(details, since !== null);
      if (reason === null) method.apply(this, args);
      else if (since === null) begin(reason);
    },
  };
  const log = destination ? pino({ ...options, hooks }, destination) : pino({ ...options, hooks });
  return {
    log,
    watch: (looked) => {
      answers = looked;
    },
  };
}

/**
 * Why a line says nothing but that the database is away; null for every other line. While it is known to be away, so
 * do lines that name a piece of work: else that may be another service which can't be reached.
 */
function findReason(details: unknown, isAway: boolean): string | null {
  if (typeof details !== 'object' || details === null || !('err' in details)) return null;
  if (!isAway && Object.keys(details).length > 1) return null;
  const { err } = details;
  if (!isConnectionLost(err)) return null;
  return err instanceof Error && err.message ? err.message : 'it can not be reached';
}
