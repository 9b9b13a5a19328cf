import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type AddressState, toSearchParams } from './address-state.ts';

type Change<State> = { readonly [Name in keyof State]?: State[Name] | undefined };

/**
 * What a list shows, kept in the address, so that Back works and a link can be shared. A change starts again on the first
 * page unless it is of the page. @param read a function of the module, which makes the best of whatever is in an address
 */
export function useAddressState<State extends AddressState>(read: (params: URLSearchParams) => State) {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => read(params), [params, read]);
  const change = useCallback(
    (changes: Change<State>, { replace = false } = {}) =>
      // From the address itself: what is rendered may be a change or a step back behind it.
      setParams(toSearchParams({ ...read(new URLSearchParams(window.location.search)), page: 1, ...changes }), {
        replace,
        preventScrollReset: true,
      }),
    [setParams, read],
  );
  return [state, change] as const;
}
