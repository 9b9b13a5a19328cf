import { listMailbox } from '@anupalan/contract/mailbox';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api.ts';

const REFRESH_MS = 3_000;

/** Mail kept on this machine, newest first. */
function mailboxQuery() {
  return queryOptions({
    queryKey: ['mailbox'],
    queryFn: async ({ signal }) => (await request(listMailbox, { query: {}, signal })).data,
    refetchInterval: ({ state }) => (isMailboxOff(state.error) ? false : REFRESH_MS),
  });
}

export function useMailbox() {
  return useQuery(mailboxQuery());
}

/** A server that sends mail away keeps none, and says that there is no mailbox. */
export function isMailboxOff(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
