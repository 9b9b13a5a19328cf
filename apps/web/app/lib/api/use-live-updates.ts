import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../session/session.tsx';
import type { LiveNews } from './live-connection.ts';
import { LiveRefetch, type QueriesByKind } from './live-refetch.ts';
import { hearLiveUpdates } from './live-updates.ts';
import { listClients } from './query-client.ts';

/** Live updates of what is shown, while a user is signed in (R-tracker-7). */
export function useLiveUpdates(queries: QueriesByKind): void {
  const { token, user } = useSession();
  const userId = user?._id;
  const hearsAll = user?.role === 'admin';

  useEffect(() => {
    if (!token || !userId) return;
    const refetches = new Map<QueryClient, LiveRefetch>();
    const refetchOf = (client: QueryClient) => {
      const refetch = refetches.get(client) ?? new LiveRefetch(client, queries);
      refetches.set(client, refetch);
      return refetch;
    };
    const leave = hearLiveUpdates(`anupalan-live-${userId}`, (news) => {
      for (const [company, client] of listClients()) {
        if (hearsAll || isAbout(news, company)) refetchOf(client).hear(news);
      }
    });
    return () => {
      leave();
      for (const refetch of refetches.values()) refetch.close();
    };
  }, [token, userId, hearsAll, queries]);
}

/**
 * Whether news are about a company as addresses name it. Those of every company are about the default one, whose cache
 * also has what is known of the person; a tab that works in another one shows nothing else of it.
 */
export function isAbout(news: LiveNews, company: string): boolean {
  return news.type !== 'changed' || news.company === undefined || company === '' || company === news.company;
}
