import type { EnquiryFilter } from '@anupalan/contract/enquiry';
import { listJobPostings } from '@anupalan/contract/job-postings';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const FETCHING_JOB_POSTINGS_FAILED = 'Failed to fetch job postings';

/** Under it are all pages of the list, whatever they are narrowed to. */
export const JOB_POSTINGS_KEY = ['job-postings'] as const;

function jobPostingsQuery(query: EnquiryFilter) {
  return queryOptions({
    queryKey: [...JOB_POSTINGS_KEY, query],
    queryFn: async ({ signal }) =>
      (await request(listJobPostings, { query, signal, fallback: FETCHING_JOB_POSTINGS_FAILED })).data,
    placeholderData: keepPreviousData,
  });
}

/** One page, newest first; the page before stays until the next is there. */
export function useJobPostings(query: EnquiryFilter) {
  return useQuery(jobPostingsQuery(query));
}
