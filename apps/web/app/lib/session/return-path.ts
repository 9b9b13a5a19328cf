import type { Location } from 'react-router';

/**
 * Navigation state for /login that remembers the present address (R-accounts-16), without the slash at its end that it
 * has while a page is prerendered.
 */
export function rememberPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  return { from: `${pathname.replace(/(?<=.)\/$/, '')}${search}${hash}` };
}

/**
 * Address to go to after signing in (R-accounts-16): the remembered one, else the dashboard. The state goes along, as
 * it may remember more.
 */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard';
  const { from } = state;
  // Addresses of this application only: "//other.site" is another one's.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/dashboard';
}
