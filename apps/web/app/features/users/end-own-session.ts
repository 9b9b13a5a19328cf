import { endOwnSession } from '@anupalan/contract/users';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import { ownSessionsQuery } from './list-own-sessions.ts';

/** Ends another of the viewer's sessions. */
export function useEndOwnSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(endOwnSession, { params: { id } }),
    // Also after a refusal: it may have ended by itself.
    onSettled: () => client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey }),
  });
}
