import { listUsers } from '@anupalan/contract/users';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';
import type { UserListState } from './user-list-state.ts';

export const FETCHING_USERS_FAILED = 'Failed to fetch users';

/** Under it are all pages of the list, whatever they are narrowed to. */
export const USERS_KEY = ['users', 'list'] as const;

export function usersQuery(query: UserListState) {
  return queryOptions({
    queryKey: [...USERS_KEY, query],
    queryFn: async ({ signal }) =>
      (await request(listUsers, { query, signal, fallback: FETCHING_USERS_FAILED, mismatch: FETCHING_USERS_FAILED }))
        .data,
  });
}

/** One page of the users; the page before stays until the next is there. */
export function useUsers(query: UserListState) {
  return useQuery({ ...usersQuery(query), placeholderData: keepPreviousData });
}
