import { listContactMessages } from '@anupalan/contract/contact';
import type { EnquiryFilter } from '@anupalan/contract/enquiry';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api.ts';

export const FETCHING_CONTACT_MESSAGES_FAILED = 'Failed to fetch messages';

/** Under it are all pages of the list, whatever they are narrowed to. */
export const CONTACT_MESSAGES_KEY = ['contact'] as const;

function contactMessagesQuery(query: EnquiryFilter) {
  return queryOptions({
    queryKey: [...CONTACT_MESSAGES_KEY, query],
    queryFn: async ({ signal }) =>
      (await request(listContactMessages, { query, signal, fallback: FETCHING_CONTACT_MESSAGES_FAILED })).data,
    placeholderData: keepPreviousData,
  });
}

/** One page, newest first; the page before stays until the next is there. */
export function useContactMessages(query: EnquiryFilter) {
  return useQuery(contactMessagesQuery(query));
}
