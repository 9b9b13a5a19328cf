import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../session/session.tsx';
import { LiveRefetch, type QueriesByKind } from './live-refetch.ts';
import { hearLiveUpdates } from './live-updates.ts';

/** Live updates of what is shown, while a user is signed in (R-tracker-7). */
export function useLiveUpdates(queries: QueriesByKind): void {
  const client = useQueryClient();
  const { token, user } = useSession();
  const userId = user?._id;

  useEffect(() => {
    if (!token || !userId) return;
    const refetch = new LiveRefetch(client, queries);
    const leave = hearLiveUpdates(`anupalan-live-${userId}`, (news) => refetch.hear(news));
    return () => {
      leave();
      refetch.close();
    };
  }, [client, token, userId, queries]);
}
