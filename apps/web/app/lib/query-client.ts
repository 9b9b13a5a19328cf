import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

/** One cache for the whole tab; the session empties it when its token changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 30_000 },
    // Without a connection a change fails at once and says so, instead of looking done until there is one.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** The server's own refusals don't change by asking again; a lost connection or a restarting server may. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !refused && failures < 3;
}
