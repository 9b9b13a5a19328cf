import { getOwnProfile } from '@anupalan/contract/users';
import { MutationCache, QueryCache, type QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { askAgain } from './ask-again.ts';
import { pauseBeforeRetry } from './retry-after.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `waitsForRetries` is set for a query that nobody may take for failed before it was tried again. */
    queryMeta: { readonly waitsForRetries?: true };
  }
}

/** One cache for the whole tab; the session empties it when its token changes. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteMissingPasskey }),
  mutationCache: new MutationCache({ onError: noteMissingPasskey }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, retryDelay: (failures) => pauseBeforeRetry(failures), staleTime: 30_000 },
    // Offline changes fail at once with a message, instead of waiting and looking done.
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.getQueryCache().subscribe(sayFirstFailure);

/**
 * A first load that failed once has failed for everybody who shows it (R-pages-31); meanwhile it is tried again, and
 * what that brings replaces the failure.
 */
function sayFirstFailure(event: QueryCacheNotifyEvent): void {
  if (event.type !== 'updated' || event.action.type !== 'failed') return;
  const { query } = event;
  if (query.state.status !== 'pending' || query.meta?.waitsForRetries) return;
  query.setState({ status: 'error', error: event.action.error });
}

/** Refusals (4xx) stay refusals; a lost connection or a restarting server may recover. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/** Refusals for want of a passkey have the profile asked again, which says so (R-passkeys-12). */
function noteMissingPasskey(error: Error): void {
  if (error instanceof ApiError && error.faults.secondFactor) void askAgain(queryClient, [getOwnProfile]);
}
