import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';

/** The page of events as its address has it. */
export type EventListState = Readonly<{
  page: number;
  /** Whether closed events are listed; the open ones without it. */
  closed: 'true' | undefined;
  /** Id of the only event that is shown. */
  event: string | undefined;
}>;

/** Invalid parameters are dropped: anybody can write an address. */
export function readEventListState(params: URLSearchParams): EventListState {
  return {
    page: readPage(params),
    closed: readParam(params, 'closed', z.literal('true')),
    event: readParam(params, 'event', z.uuid()),
  };
}
