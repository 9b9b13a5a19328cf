import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** One cache for the whole tab; the session empties it when its token changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 30_000 },
    // Offline changes fail at once with a message, instead of waiting and looking done.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Refusals (4xx) stay refusals; a lost connection or a restarting server may recover. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}
