import { useEffect } from 'react';
import { tabCompany } from './api/call-company.ts';
import { clientOf } from './api/query-client.ts';

/** Time in ms after which what is late is loaded although the page still waits for answers. */
const PATIENCE_MS = 5_000;

/** Pages that have not shown yet what they were opened for, with those who wait for them. */
const busyPages = new Set<symbol>();
const waiting = new Set<() => void>();

/** Lets what is late wait until a page has shown what it was opened for. */
export function useShownFirst(shown: boolean): void {
  useEffect(() => {
    if (shown) return;
    const page = Symbol();
    busyPages.add(page);
    return () => {
      busyPages.delete(page);
      if (busyPages.size > 0) return;
      for (const goOn of waiting) goOn();
      waiting.clear();
    };
  }, [shown]);
}

/**
 * Resolves once the page shows what it asked for first and the browser is idle: for what nobody looks for before that.
 */
export async function whenSettled(): Promise<void> {
  await whenIdle();
  await Promise.race([whenAnswered().then(whenShown), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await whenIdle();
}

/** Resolves once no query waits for its answer. */
function whenAnswered(): Promise<void> {
  return new Promise((resolve) => {
    const client = clientOf(tabCompany());
    const leave = client.getQueryCache().subscribe(check);
    check();

    function check() {
      if (client.isFetching() > 0) return;
      leave();
      resolve();
    }
  });
}

/** Resolves once no page is busy. */
function whenShown(): Promise<void> | undefined {
  return busyPages.size > 0 ? new Promise((resolve) => waiting.add(resolve)) : undefined;
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser tells when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 100);
  });
}
