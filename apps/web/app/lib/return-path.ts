import type { Location } from 'react-router';

/** What /login is given to remember where someone wanted to go. */
export function rememberPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) {
  return { from: `${pathname}${search}${hash}` };
}

/**
 * Where to go after signing in: what the navigation state remembers, otherwise the dashboard. The state goes along, for
 * what else it remembers.
 */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard';
  const { from } = state;
  // Only an address of this application: "//other.site" is somebody else's.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/dashboard';
}
