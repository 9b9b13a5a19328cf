import { isIP } from 'node:net';

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '[::1]' ||
    host === '::1' ||
    host === '::ffff:127.0.0.1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}
