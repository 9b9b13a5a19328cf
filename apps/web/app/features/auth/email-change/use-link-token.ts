import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Token behind the `#` of a mailed link; undefined until the browser has read it. It is taken out of the address, so
 * that neither the history nor a shared screen keeps it.
 */
export function useLinkToken(): string | undefined {
  const [token, setToken] = useState<string>();
  // Another link pasted into the open page changes nothing but this.
  const { hash: arrived } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the browser's own hash is read, as it is taken out there
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    if (hash === '' || hash === '#content') return setToken((known) => known ?? '');
    setToken(hash.slice(1));
    window.history.replaceState(window.history.state, '', pathname + search);
  }, [arrived]);
  return token;
}
