import { type HrDocument, listHrDocuments } from '@anupalan/contract/hr-documents';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError, request } from '../../lib/api.ts';

export const FETCHING_DOCUMENTS_FAILED = 'Failed to fetch documents';

const hrDocumentsQuery = queryOptions({
  queryKey: ['hr-documents'],
  queryFn: async ({ signal }): Promise<HrDocument[]> => {
    try {
      return await request(listHrDocuments, { signal, fallback: FETCHING_DOCUMENTS_FAILED });
    } catch (error) {
      // An answer that is no list is an empty one (specification 1, section 7).
      if (error instanceof ApiError && error.status === 200) return [];
      throw error;
    }
  },
});

/** Every document, newest first. */
export function useHrDocuments() {
  return useQuery(hrDocumentsQuery);
}

/** Changes the list as it was loaded; one that is not there is loaded. */
export async function changeHrDocuments(
  client: QueryClient,
  change: (documents: readonly HrDocument[]) => HrDocument[],
): Promise<void> {
  const { queryKey } = hrDocumentsQuery;
  // What is on its way does not know of the change.
  await client.cancelQueries({ queryKey });
  const documents = client.getQueryData(queryKey);
  if (documents) client.setQueryData(queryKey, change(documents));
  else await client.invalidateQueries({ queryKey });
}

/** Loads the list again, after the server refused to change what it may no longer have. */
export function reloadHrDocuments(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: hrDocumentsQuery.queryKey });
}
