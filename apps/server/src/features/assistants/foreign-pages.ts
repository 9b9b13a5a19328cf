import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../../platform/http/is-loopback.mjs';

/**
 * Why a message is refused that a page of another site sends by somebody's browser: one with a foreign `Origin`, and on a
 * person's own machine one whose `Host` is a name that a page had point here (R-tokens-12). Programs send no `Origin`.
 * @returns null for all other messages
 */
export function findForeignPage({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): string | null {
  const { origin, hostname } = new URL(publicUrl);
  if (headers.origin !== undefined && headers.origin !== origin) {
    return 'Messages from pages of other sites are not answered';
  }
  const isOwn = !isLoopback(hostname) || isOwnHost(headers.host);
  return isOwn ? null : 'Messages to other names than those of this installation are not answered';
}

/** Whether a host is this machine or an address, which no page elsewhere can have as its name. */
function isOwnHost(host = 'localhost'): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return isIP(name) !== 0 || isLoopback(name);
}
