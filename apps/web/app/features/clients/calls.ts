import { type ClientFilters, listClients, readClientsAgenda } from '@anupalan/contract/people/clients';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';

export const FETCHING_COMPANIES_FAILED = 'Failed to load your companies';
export const FETCHING_AGENDA_FAILED = 'Failed to load what is due';

/** Milliseconds after which the companies are looked at again: what happens in others than the tab's isn't announced. */
const AGAIN_AFTER_MS = 60_000;

/** A page of the viewer's companies; the previous one stays until it arrives. */
export function useClients(state: Partial<ClientFilters> & { page: number }) {
  return useQuery({
    ...callQuery(listClients, { query: state, failed: FETCHING_COMPANIES_FAILED }, ({ data, pagination }) => ({
      clients: data,
      pagination,
    })),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_AFTER_MS,
  });
}

/** What falls due in all of the viewer's companies, from one day to another (ISO, both included). */
export function useClientsAgenda(days: { from: string; to: string }) {
  return useQuery({
    ...callQuery(readClientsAgenda, { query: days, failed: FETCHING_AGENDA_FAILED }, ({ data, more, unreadable }) => ({
      due: data,
      more: more ?? false,
      unreadable: unreadable ?? [],
    })),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_AFTER_MS,
  });
}
