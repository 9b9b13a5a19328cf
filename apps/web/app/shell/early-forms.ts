import { APPLICATION_RUNS } from '../lib/public-controls.ts';

/**
 * Script for the head of a page: a form that is sent before the application has taken over the page waits for that
 * (R-pages-42). The browser would load the page anew instead, without what was typed.
 */
export const HOLD_EARLY_FORMS = `(() => {
  const untilApplication = new AbortController();
  const { signal } = untilApplication;
  let sent;
  addEventListener('submit', (event) => {
    if (event.target.getAttribute('method') === 'dialog') return;
    event.preventDefault();
    event.stopPropagation();
    sent = event.target;
  }, { capture: true, signal });
  addEventListener('${APPLICATION_RUNS}', () => {
    untilApplication.abort();
    sent?.requestSubmit();
  }, { signal });
})()`;

/** Tells the application what was typed, or filled in by the browser, before it took over the page (R-pages-42). */
export function repeatEarlyTyping(): void {
  for (const box of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    ':is(input, textarea):read-write',
  )) {
    const { value, defaultValue } = box;
    if (value === defaultValue) continue;
    // React took the typed text for what it drew itself, and hears of a change that its own property doesn't know.
    box.value = defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), 'value')?.set?.call(box, value);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
