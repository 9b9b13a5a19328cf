import { z } from 'zod';
import { readPage, readParam } from '../../../lib/address-state.ts';

/** The page of what was closed, as its address has it. */
export type ClosedListState = Readonly<{
  page: number;
  /** Rows with a file, or without one; all of them without it. */
  evidence: 'with' | 'without' | undefined;
}>;

/** Invalid parameters are dropped: anybody can write an address. */
export function readClosedListState(params: URLSearchParams): ClosedListState {
  return { page: readPage(params), evidence: readParam(params, 'evidence', z.enum(['with', 'without'])) };
}
