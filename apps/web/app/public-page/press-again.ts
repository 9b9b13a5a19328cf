import { loadApplication } from './load-application.ts';

/** Controls that only the application operates: links that say so, and buttons that nobody else does. */
const NEEDS_APPLICATION =
  '[data-needs-application], button:not([data-switches-scheme], [commandfor], form[method="dialog"] *)';

/**
 * Loads the application when a control is pressed that needs it, and presses the control again once it is there
 * (R-pages-33). A link whose application can't be loaded leads to its address.
 */
export function pressAgain(signal: AbortSignal): void {
  let pressed: HTMLElement | undefined;
  document.addEventListener(
    'click',
    async (event) => {
      const control = event.target instanceof Element && event.target.closest<HTMLElement>(NEEDS_APPLICATION);
      if (!control || opensElsewhere(event)) return;
      event.preventDefault();
      pressed?.removeAttribute('aria-busy');
      pressed = control;
      control.setAttribute('aria-busy', 'true');
      const loaded = await loadApplication().then(
        () => true,
        () => false,
      );
      control.removeAttribute('aria-busy');
      // Only the last of several, as what it does may lead away.
      if (pressed !== control) return;
      pressed = undefined;
      if (loaded) control.click();
      else if (control instanceof HTMLAnchorElement) window.location.assign(control.href);
    },
    { signal },
  );
}

function opensElsewhere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}
