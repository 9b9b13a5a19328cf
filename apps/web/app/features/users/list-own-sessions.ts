import { listOwnSessions, type OpenSession } from '@anupalan/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['users', 'own-sessions'],
  queryFn: async ({ signal }): Promise<OpenSession[]> => (await request(listOwnSessions, { signal })).data,
});

/** Where the viewer's account is signed in. */
export function useOwnSessions() {
  return useQuery(ownSessionsQuery);
}
