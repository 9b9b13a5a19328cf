import { listStatusHistory, type StatusEntry } from '@anupalan/contract/status-history';
import { useInfiniteQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { mergeEntries } from './merge-entries.ts';

const FAILED = 'Failed to load older history';

export function statusPagesKey(itemId: string) {
  return ['status-history', itemId];
}

/**
 * Everything recorded about an item, beyond the entries that came with it: page by page, when asked for.
 * `showOlder` loads until something is new, because the pages begin with what was sent already.
 */
export function useOlderHistory(itemId: string, sent: readonly StatusEntry[]) {
  const pages = useInfiniteQuery({
    queryKey: statusPagesKey(itemId),
    queryFn: async ({ pageParam, signal }) =>
      (
        await request(listStatusHistory, {
          params: { id: itemId },
          query: { page: pageParam },
          signal,
          fallback: FAILED,
          mismatch: FAILED,
        })
      ).data,
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.pages ? pagination.page + 1 : undefined),
    // Asked for by the first click; from then on kept up to date.
    enabled: ({ state }) => state.data !== undefined,
  });
  const older = pages.data?.pages.flatMap(({ statusHistory }) => statusHistory) ?? [];

  async function showOlder() {
    const known = mergeEntries(sent, older).length;
    for (;;) {
      const { data, hasNextPage, error } = await pages.fetchNextPage();
      if (error) return toast.error(error.message);
      const loaded = data?.pages.flatMap(({ statusHistory }) => statusHistory) ?? [];
      if (!hasNextPage || mergeEntries(sent, loaded).length > known) return;
    }
  }

  return {
    entries: mergeEntries(sent, older),
    isComplete: pages.data !== undefined && !pages.hasNextPage,
    isLoading: pages.isFetchingNextPage,
    showOlder,
  };
}
