import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { isLoopback } from './is-loopback.mjs';

/** What the browser says of a call that no other site has made: its own page did, or a person by the address bar. */
const OWN_FETCHES = [undefined, 'same-origin', 'none'];

/**
 * Whether a call comes from this machine itself (R-mail-2): by its peer and by the name it asked for, which a page
 * elsewhere could point here; through no proxy, which forwards for others; and from no other site's page.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  return isFromThisMachinesBrowser(request) && OWN_FETCHES.includes(request.headers['sec-fetch-site']?.toString());
}

/** As `isFromThisMachine`, for a page: a link or a redirect elsewhere may lead to it. */
export function isFromThisMachinesBrowser({ socket, headers }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(headers.host) && !Object.keys(headers).some(forwards);
}

/** @throws AppError not-found when a call is not from this machine, which learns nothing. */
export function requireThisMachine(request: FastifyRequest): void {
  if (!isFromThisMachine(request)) throw new AppError('not-found', 'Not found');
}

function isLoopbackHost(host = ''): boolean {
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname, username, password, pathname } = new URL(url);
  return username === '' && password === '' && pathname === '/' && isLoopback(hostname);
}

function forwards(header: string): boolean {
  return header.startsWith('x-forwarded') || ['forwarded', 'x-real-ip', 'via'].includes(header);
}
