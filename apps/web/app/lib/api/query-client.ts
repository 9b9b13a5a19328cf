import { getOwnProfile } from '@anupalan/contract/users';
import { NO_MEMBER } from '@anupalan/domain/permissions/no-member';
import { MutationCache, QueryCache, type QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { pauseBeforeRetry } from './retry-after.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `waitsForRetries` is set for a query that nobody may take for failed before it was tried again. */
    queryMeta: { readonly waitsForRetries?: true };
  }
}

/** Cache of the person's default company, which also holds what is known of the person (R-pages-36). */
export const queryClient: QueryClient = makeClient();

/** Caches of the tab by company: what is begun in one stays in it, wherever the tab goes. */
const clients = new Map([['', queryClient]]);
const companies = new WeakMap([[queryClient, '']]);

/** Cache of a company, as addresses name it; '' is the person's default one. */
export function clientOf(company: string): QueryClient {
  const known = clients.get(company);
  if (known) return known;
  const client = makeClient();
  clients.set(company, client);
  companies.set(client, company);
  return client;
}

/** Company that a cache is of. */
export function companyOf(client: QueryClient): string {
  return companies.get(client) ?? '';
}

/** Caches of this tab, each with its company. */
export function listClients(): readonly (readonly [company: string, client: QueryClient])[] {
  return [...clients];
}

/** Empties all caches; the session does when its token changes. */
export function clearClients(): void {
  for (const client of clients.values()) client.clear();
}

function makeClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    mutationCache: new MutationCache({ onError: noteRefusal }),
    defaultOptions: {
      queries: { retry: isWorthRetrying, retryDelay: (failures) => pauseBeforeRetry(failures), staleTime: 30_000 },
      // Offline changes fail at once with a message, instead of waiting and looking done.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  client.getQueryCache().subscribe(sayFirstFailure);
  return client;
}

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

/** Refusals for want of a passkey, or of a membership, have the profile asked again, which says so (R-passkeys-12). */
function noteRefusal(error: Error): void {
  if (!(error instanceof ApiError)) return;
  if (!error.faults.secondFactor && !isNotMember(error)) return;
  void queryClient.invalidateQueries({ queryKey: [getOwnProfile.noun] });
}

/** Whether a company was refused because the person does not belong to it, or no longer (R-pages-38). */
export function isNotMember(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403 && error.message === NO_MEMBER;
}
