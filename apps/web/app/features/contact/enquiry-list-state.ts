import type { EnquiryFilter } from '@anupalan/contract/enquiry';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';

/** Those that wait for somebody, which is what the page opens with; those that are done; or both. */
export const ENQUIRY_CHOICES = ['open', 'handled', 'all'] as const;
export type EnquiryChoice = (typeof ENQUIRY_CHOICES)[number];

export const ENQUIRY_TABS = ['messages', 'job-postings'] as const;
export type EnquiryTab = (typeof ENQUIRY_TABS)[number];

/** Which page of which enquiries is shown, as the address has it. The first of the choices are left out there. */
export type EnquiryListState = Readonly<{
  page: number;
  tab: Exclude<EnquiryTab, 'messages'> | undefined;
  status: Exclude<EnquiryChoice, 'open'> | undefined;
}>;

/** What can't be is left out: an address comes from anybody. */
export function readEnquiryListState(params: URLSearchParams): EnquiryListState {
  return {
    page: readPage(params),
    tab: readParam(params, 'tab', z.enum(ENQUIRY_TABS).exclude(['messages'])),
    status: readParam(params, 'status', z.enum(ENQUIRY_CHOICES).exclude(['open'])),
  };
}

/** The same as the calls of both lists take it. */
export function toEnquiryFilter({ page, status }: EnquiryListState): EnquiryFilter {
  return status === 'all' ? { page } : { page, status: status ?? 'open' };
}
