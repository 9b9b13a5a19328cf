import { listLawChanges } from '@anupalan/contract/law/changes';
import { type CodeInState, listLawCodes } from '@anupalan/contract/law/codes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

export const FETCHING_CHANGES_FAILED = 'Failed to fetch what changed';

const codesQuery = callQuery(
  listLawCodes,
  { failed: 'Failed to fetch which law holds' },
  ({ data }): CodeInState[] => data,
);

/** Which law holds in the company's states. */
export function useLawCodes() {
  return useQuery(codesQuery);
}

/** Page of what changed; the previous page stays until the next one arrives. */
export function useLawChanges(query: { page: number }) {
  return useQuery({
    ...callQuery(listLawChanges, { query, failed: FETCHING_CHANGES_FAILED }, (answer) => answer),
    placeholderData: keepPreviousData,
  });
}
