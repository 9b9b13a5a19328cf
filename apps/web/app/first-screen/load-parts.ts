import { nextTask } from '../lib/next-task.ts';

/** Part that starts the application. */
const ENTRY = /\/entry\.client-/;

/**
 * Loads the parts of the application one after the other, each in a task of its own: all at once they would keep the
 * page from answering presses. A part that can't be loaded fails when the application is.
 */
export async function loadParts(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[property="modulepreload"]')];
  const parts = links.map(({ href }) => href).filter((href) => !ENTRY.test(href));
  for (const link of links) {
    link.removeAttribute('property');
    link.rel = 'modulepreload';
  }
  for (const part of parts) {
    await import(/* @vite-ignore */ part).catch(() => {});
    await nextTask();
  }
}
