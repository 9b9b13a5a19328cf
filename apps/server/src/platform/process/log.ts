import { pino } from 'pino';

/** An error for the log, without the connection that database drivers hang on it (its keys are nobody's business). */
export function describeError(error: Error): object {
  const { client: _client, ...described } = pino.stdSerializers.err(error);
  return described;
}
