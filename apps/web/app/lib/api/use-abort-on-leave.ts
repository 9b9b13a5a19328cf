import { useCallback, useEffect, useRef } from 'react';

/** Function that returns a new signal, aborted when the component unmounts. */
export function useAbortOnLeave(): () => AbortSignal {
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  return useCallback(() => {
    current.current = new AbortController();
    return current.current.signal;
  }, []);
}
