import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether the page is being printed; what changes then is drawn before the paper is. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const listen = (name: string, is: boolean) =>
      window.addEventListener(name, () => flushSync(() => setPrinting(is)), { signal: ended.signal });
    listen('beforeprint', true);
    listen('afterprint', false);
    return () => ended.abort();
  }, []);
  return isPrinting;
}
