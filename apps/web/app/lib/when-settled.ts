import { queryClient } from './api/query-client.ts';

/** Time in ms after which what is late is loaded although the page still waits for answers. */
const PATIENCE_MS = 5_000;

/**
 * Resolves once the page shows what it asked for first and the browser is idle: for what nobody looks for before that.
 */
export async function whenSettled(): Promise<void> {
  await whenIdle();
  await Promise.race([whenAnswered(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await whenIdle();
}

/** Resolves once no query waits for its answer. */
function whenAnswered(): Promise<void> {
  return new Promise((resolve) => {
    const leave = queryClient.getQueryCache().subscribe(check);
    check();

    function check() {
      if (queryClient.isFetching() > 0) return;
      leave();
      resolve();
    }
  });
}

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser tells when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 100);
  });
}
