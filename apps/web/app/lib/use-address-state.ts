import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AddressState, toSearchParams } from './address-state.ts';
import { companyIn, searchWith } from './company/company-address.ts';

type Change<State> = { readonly [Name in keyof State]?: State[Name] | undefined };

/**
 * List state kept in the address, so that Back works and a link can be shared. A change goes to the first page unless
 * it changes the page, and stays in the company. @param read stable function that drops whatever is invalid in an address
 */
export function useAddressState<State extends AddressState>(read: (params: URLSearchParams) => State) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => read(params), [params, read]);
  const change = useCallback(
    (changes: Change<State>, { replace = false } = {}) => {
      // Address of the window, because the rendered state may lag behind a change or a step back.
      const { search } = window.location;
      const changed = toSearchParams({ ...read(new URLSearchParams(search)), page: 1, ...changes });
      setParams(searchWith(`?${changed}`, companyIn(search)), { replace, preventScrollReset: true });
    },
    [setParams, read],
  );
  return [state, change] as const;
}
