import { CLIENT_NEEDS, CLIENT_ORDERS, type ClientNeed, type ClientOrder } from '@anupalan/contract/people/clients';
import { optionalText } from '@anupalan/contract/wire/primitives';
import { z } from 'zod';
import { readPage, readParam } from '../../lib/address-state.ts';

const VIEWS = ['list', 'agenda'] as const;

/** The page as its address has it. */
export type ClientListState = Readonly<{
  page: number;
  view: (typeof VIEWS)[number] | undefined;
  search: string | undefined;
  needs: ClientNeed | undefined;
  sort: ClientOrder | undefined;
}>;

/** Invalid parameters are dropped: anybody can write an address. */
export function readClientListState(params: URLSearchParams): ClientListState {
  return {
    page: readPage(params),
    view: readParam(params, 'view', z.enum(VIEWS)),
    search: readParam(params, 'search', optionalText()),
    needs: readParam(params, 'needs', z.enum(CLIENT_NEEDS)),
    sort: readParam(params, 'sort', z.enum(CLIENT_ORDERS)),
  };
}
