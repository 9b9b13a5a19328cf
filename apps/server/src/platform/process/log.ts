import { pino } from 'pino';

/**
 * Properties of an error that say what failed. Database drivers and mail servers hang others on it, with the rows,
 * parameters and addresses that it failed with (R-audit-log-8).
 */
const TELLING = [
  ...['type', 'message', 'stack', 'code', 'errno', 'syscall', 'command', 'statusCode', 'responseCode'],
  ...['severity', 'routine', 'schema', 'table', 'column', 'constraint', 'dataType', 'aggregateErrors'],
];

/** An error for the log: what failed and where, without what it failed with (R-audit-log-8). */
export function describeError(error: Error): object {
  const described = pino.stdSerializers.err(error);
  const telling = TELLING.flatMap((key): [string, unknown][] => (key in described ? [[key, described[key]]] : []));
  return Object.fromEntries(telling.map(([key, value]) => [key, withoutAddresses(value)]));
}

function withoutAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (value instanceof Error) return describeError(value);
  return typeof value === 'string' ? hideAddresses(value) : value;
}

/** Mail servers repeat addresses in what they say. */
export function hideAddresses(text: string): string {
  return text.replace(/[^\s<>()"':;,@]+@[^\s<>()"':;,@]*[^\s<>()"':;,@.]/g, '(address)');
}
