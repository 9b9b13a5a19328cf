/** Attribute of what stands in the place of a page that is loading. */
export const LOADING = 'data-loading';

/**
 * Script for the head of a page: says that the application, or what draws its first screen, can't be loaded (R-pages-5),
 * which neither could say itself. A page that works without the application holds it back, and is left as it is.
 */
export const SAY_NOT_LOADED = `(() => {
  const say = () => {
    const isHeld = document.querySelector('script[data-application]');
    // React has parts of a page in two places until it shows them.
    for (const place of document.querySelectorAll(isHeld ? '[${LOADING}]' : 'main')) {
      const message = document.createElement('div');
      message.role = 'alert';
      message.style.cssText = 'padding: 10vh 1rem; text-align: center';
      message.innerHTML = '<h1 style="font-size: var(--mantine-h2-font-size)">Something went wrong</h1>' +
        '<p>This page could not be loaded. What you have recorded is safe.</p>' +
        '<p><a href="" style="color: var(--mantine-color-anchor)">Try again</a></p>';
      place.replaceChildren(message);
    }
  };
  const hearing = new AbortController();
  addEventListener('error', ({ target }) => {
    if (target.type !== 'module' || target.dataset.application === '') return;
    hearing.abort();
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say);
    else say();
  }, { capture: true, signal: hearing.signal });
})()`;
