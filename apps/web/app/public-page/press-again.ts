import { loadApplication } from './load-application.ts';

/** Buttons that the page's script or the browser doesn't operate. */
const NEEDS_APPLICATION = 'button:not([data-switches-scheme], [commandfor], form[method="dialog"] *)';

/**
 * Loads the application when a control is pressed that needs it, and presses the control again once it is there
 * (R-pages-33).
 */
export function pressAgain(signal: AbortSignal): void {
  let pressed: HTMLElement | undefined;
  document.addEventListener(
    'click',
    async ({ target }) => {
      const control = target instanceof Element && target.closest<HTMLElement>(NEEDS_APPLICATION);
      if (!control) return;
      pressed?.removeAttribute('aria-busy');
      pressed = control;
      control.setAttribute('aria-busy', 'true');
      const loaded = await loadApplication().then(
        () => true,
        () => false,
      );
      control.removeAttribute('aria-busy');
      // Only the last of several, as what it does may lead away.
      if (loaded && pressed === control) control.click();
    },
    { signal },
  );
}
