import { useCallback, useEffect, useRef } from 'react';

/** Answers a function that begins something which ends with the component, however that is left. */
export function useAbortOnLeave(): () => AbortSignal {
  const current = useRef<AbortController>(null);
  useEffect(() => () => current.current?.abort(), []);
  return useCallback(() => {
    current.current = new AbortController();
    return current.current.signal;
  }, []);
}
