import { getOwnProfile } from '@anupalan/contract/users';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { askAgain } from './ask-again.ts';
import { pauseBeforeRetry } from './retry-after.ts';

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

/** Refusals (4xx) stay refusals; a lost connection or a restarting server may recover. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}

/** Refusals for want of a passkey have the profile asked again, which says so (R-passkeys-12). */
function noteMissingPasskey(error: Error): void {
  if (error instanceof ApiError && error.faults.secondFactor) void askAgain(queryClient, [getOwnProfile]);
}
