import type { EnquiryFilter } from '@anupalan/contract/fields/enquiry';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';

/** Choices of the filter (R-enquiries-12); the page opens with the first. */
export const ENQUIRY_CHOICES = ['open', 'handled', 'all'] as const;
export type EnquiryChoice = (typeof ENQUIRY_CHOICES)[number];

export const ENQUIRY_TABS = ['messages', 'job-postings'] as const;
export type EnquiryTab = (typeof ENQUIRY_TABS)[number];

/** Page and filter of the enquiries as the address has them; the default choice is left out there. */
export type EnquiryListState = Readonly<{
  page: number;
  tab: Exclude<EnquiryTab, 'messages'> | undefined;
  status: Exclude<EnquiryChoice, 'open'> | undefined;
}>;

/** Invalid parameters are dropped: anybody can write an address. */
export function readEnquiryListState(params: URLSearchParams): EnquiryListState {
  return {
    page: readPage(params),
    tab: readParam(params, 'tab', z.enum(ENQUIRY_TABS).exclude(['messages'])),
    status: readParam(params, 'status', z.enum(ENQUIRY_CHOICES).exclude(['open'])),
  };
}

/** List state as the calls of both lists take it. */
export function toEnquiryFilter({ page, status }: EnquiryListState): EnquiryFilter {
  return status === 'all' ? { page } : { page, status: status ?? 'open' };
}
