import { listMailbox } from '@anupalan/contract/mailbox';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';

const REFRESH_MS = 3_000;

/** Mail kept on this machine, newest first (R-mail-1). */
export function useMailbox() {
  return useQuery({
    ...callQuery(listMailbox, { query: {} }, ({ data }) => data),
    refetchInterval: ({ state }) => (isMailboxOff(state.error) ? false : REFRESH_MS),
  });
}

/** Servers that send mail for real answer 404: they have no mailbox (R-mail-2). */
export function isMailboxOff(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
