import type { Call } from '@anupalan/contract/wire/call';
import type { QueryClient } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';

/** Outdated answers: a noun for all of its calls, or a single call. */
export type Stale = string | Pick<Call, 'noun' | 'path'>;

/** Start of the cache key of a call's answers. */
export function callKey({ noun, path }: Pick<Call, 'noun' | 'path'>): readonly [string, string] {
  return [noun, path];
}

/**
 * Invalidates answers about a company, and about the person: those on the screen are reloaded at once, the rest when
 * they are next shown.
 */
export async function askAgain(client: QueryClient, stale: readonly Stale[]): Promise<void> {
  const keys = stale.map((what) => (typeof what === 'string' ? [what] : callKey(what)));
  const caches = [...new Set([client, queryClient])];
  await Promise.all(caches.flatMap((cache) => keys.map((queryKey) => cache.invalidateQueries({ queryKey }))));
}
