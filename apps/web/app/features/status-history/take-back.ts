import { takeBackStatus } from '@anupalan/contract/status-history';
import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { historyChange } from './change-history.ts';
import { type TakenBack, withTakenBack } from './optimistic-record.ts';

/** Takes a record back (R-statuses-18); whoever asked for it may be gone from the screen. */
export function takeBack(client: QueryClient, record: TakenBack): void {
  const change = historyChange<TakenBack>(client, {
    send: ({ recordId, userId }) =>
      request(takeBackStatus, { params: { id: recordId }, query: { userId }, failed: 'Failed to take back' }),
    optimistic: withTakenBack,
    done: 'Taken back',
  });
  // A toast says why it failed.
  new MutationObserver(client, change).mutate(record).catch(() => {});
}
