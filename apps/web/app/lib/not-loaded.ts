import { APPLICATION_RUNS } from './public-controls.ts';

/** Attribute of what stands in the place of a page that is loading. */
export const LOADING = 'data-loading';

/**
 * Script for the head of a page: says that the application, or what draws its first screen, can't be loaded (R-pages-5),
 * which neither could say itself. A page that works without the application holds it back, and is left as it is. Scripts
 * that the page has ahead (`async` with an address) are no loss by themselves: who needs them asks again.
 */
export const SAY_NOT_LOADED = `(() => {
  const say = () => {
    const loading = document.querySelectorAll('[${LOADING}]');
    const isHeld = document.querySelector('script[data-application]');
    // React has parts of a page in two places until it shows them.
    for (const place of loading.length > 0 || isHeld ? loading : document.querySelectorAll('main')) {
      const message = document.createElement('div');
      message.role = 'alert';
      message.style.cssText = 'padding: 10vh 1rem; text-align: center';
      message.innerHTML = '<h1 style="font-size: var(--mantine-h2-font-size)">Something went wrong</h1>' +
        '<p>This page could not be loaded. What you have recorded is safe.</p>' +
        '<p><a href="" style="color: var(--mantine-color-anchor)">Try again</a></p>';
      if (loading.length > 0) place.replaceChildren(message);
      else place.prepend(message);
    }
  };
  const untilApplication = new AbortController();
  const { signal } = untilApplication;
  addEventListener('${APPLICATION_RUNS}', () => untilApplication.abort(), { signal });
  addEventListener('error', ({ target }) => {
    const { type, src, async, dataset } = target;
    if (type !== 'module' || (src && async) || dataset.application === '') return;
    untilApplication.abort();
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say);
    else say();
  }, { capture: true, signal });
})()`;
