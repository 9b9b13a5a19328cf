// @ts-check
import { isIP } from 'node:net';

/**
 * Whether a host name or address means this machine. In plain JavaScript, because settings are checked by whatever
 * Node.js the machine has, before anything is installed.
 * @param {string} host
 * @returns {boolean}
 */
export function isLoopback(host) {
  const bare = host.toLowerCase();
  return (
    bare === 'localhost' ||
    bare === '[::1]' ||
    bare === '::1' ||
    bare === '::ffff:127.0.0.1' ||
    (isIP(bare) === 4 && bare.startsWith('127.'))
  );
}
