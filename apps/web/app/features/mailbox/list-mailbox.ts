import { listMailbox } from '@anupalan/contract/mailbox';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api.ts';

const REFRESH_MS = 3_000;

/** Mail kept on this machine, newest first; to one recipient when `to` isn't empty. */
function mailboxQuery(to: string) {
  return queryOptions({
    queryKey: ['mailbox', to],
    queryFn: async ({ signal }) => (await request(listMailbox, { query: { to }, signal })).data,
    refetchInterval: ({ state }) => (isMailboxOff(state.error) ? false : REFRESH_MS),
    placeholderData: keepPreviousData,
  });
}

export function useMailbox(to: string) {
  return useQuery(mailboxQuery(to));
}

/** A server that sends mail away keeps none, and says that there is no mailbox. */
export function isMailboxOff(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
