import { APPLICATION_RUNS } from '../lib/public-controls.ts';

/** What Chromium, Firefox and Safari say of a module that can't be loaded. */
const FAILED_IMPORT = /dynamically imported module|importing a module script failed/i;

const FAILED = 'failed';

let loading: Promise<void> | undefined;

/**
 * Loads the application of a public page, once. Its scripts and style sheets stand in the page, held by attributes that
 * mean nothing to a browser (R-pages-34).
 * @returns when the application has taken over the page
 * @throws Error when it can't be loaded; the page stays as it is, and a later call loads again
 */
export function loadApplication(): Promise<void> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function start(): Promise<void> {
  // Released first, so that all of it is on its way while the page is still being read.
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[property]')].map(release);
  if (document.readyState === 'loading') await once(document, 'DOMContentLoaded');
  await Promise.all(styles);
  const ended = new AbortController();
  const { signal } = ended;
  const runs = new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error('The application could not be loaded.'));
    window.addEventListener(APPLICATION_RUNS, () => resolve(), { signal });
    // What a script imports later fails as a promise that nobody handles.
    window.addEventListener('unhandledrejection', ({ reason }) => FAILED_IMPORT.test(String(reason)) && fail(), {
      signal,
    });
    for (const held of document.querySelectorAll('script[data-application]')) {
      const script = revive(held);
      script.addEventListener('error', fail, { signal });
      held.replaceWith(script);
      // Held again, for the next time.
      signal.addEventListener('abort', () => signal.reason === FAILED && script.replaceWith(held));
    }
  });
  await runs.then(
    () => ended.abort(),
    (error: unknown) => {
      ended.abort(FAILED);
      throw error;
    },
  );
}

/** @returns when a style sheet is there, or can't be; nothing waits for what is only loaded ahead */
function release(link: HTMLLinkElement): Promise<void> | undefined {
  const rel = link.getAttribute('property') ?? '';
  link.removeAttribute('property');
  link.rel = rel;
  return rel === 'stylesheet' ? Promise.race([once(link, 'load'), once(link, 'error')]) : undefined;
}

/** A copy, because a browser looks at the type of a script only when it is new. */
function revive(held: Element): HTMLScriptElement {
  const script = document.createElement('script');
  script.type = 'module';
  script.async = true;
  // Its failure is told by who asked for it.
  script.dataset.application = '';
  script.text = held.textContent ?? '';
  return script;
}

function once(target: EventTarget, event: string): Promise<void> {
  return new Promise((resolve) => target.addEventListener(event, () => resolve(), { once: true }));
}
