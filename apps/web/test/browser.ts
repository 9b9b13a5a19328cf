import { cleanup, configure } from '@testing-library/react';
import toast from 'react-hot-toast';
import { afterEach, beforeEach, vi } from 'vitest';
import { clearClients } from '../app/lib/api/query-client.ts';

/* Browser parts that the pages use and jsdom lacks, and an empty browser for each test. */

// Layout stubs: jsdom draws nothing, so nothing is wide or narrow, moves or scrolls.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
// Dialogs of the browser open and close, without its focus and Escape, which only a browser can show.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
};
HTMLDialogElement.prototype.close = function () {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Longer than the default: modules load late, and the machine may be busy.
configure({ asyncUtilTimeout: 4_000 });

// Global name by which the testing library recognises fake timers.
Reflect.set(globalThis, 'jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });

beforeEach(() => {
  window.history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  toast.remove();
  clearClients();
  localStorage.clear();
});
