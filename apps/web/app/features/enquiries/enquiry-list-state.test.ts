import { expect, test } from 'vitest';
import { toSearchParams } from '../../lib/address-state.ts';
import { readEnquiryListState, toEnquiryFilter } from './enquiry-list-state.ts';

const FIRST = { page: 1, tab: undefined, status: undefined };

test.each([
  ['', FIRST],
  ['tab=messages&status=open&page=1', FIRST],
  ['tab=job-postings&status=handled&page=2', { page: 2, tab: 'job-postings', status: 'handled' }],
  ['tab=elsewhere&status=lost&page=none', FIRST],
])('reads ?%s', (address, state) => {
  expect(readEnquiryListState(new URLSearchParams(address))).toEqual(state);
});

test('what was written is read again', () => {
  const state = { page: 3, tab: 'job-postings', status: 'all' } as const;
  expect(readEnquiryListState(toSearchParams(state))).toEqual(state);
});

test.each([
  [FIRST, { page: 1, status: 'open' }],
  [{ ...FIRST, status: 'handled' } as const, { page: 1, status: 'handled' }],
  [{ ...FIRST, status: 'all', page: 2 } as const, { page: 2 }],
])('%j is asked for as %j', (state, filter) => {
  expect(toEnquiryFilter(state)).toEqual(filter);
});
